"""Find the facts of an answer, clause by clause and kind by kind, and give each a verdict.

The rules in `facts` check tickets, items, pods, and free sentences (`clause_rules` lists those that
read clause by clause); those in `fields` check the fields of any other object.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import Final

from recollect.validation.facts.amounts.amounts import amount_findings
from recollect.validation.facts.clause_rules import AMOUNT_CUES, CLAUSE_RULES, ClauseRule
from recollect.validation.facts.context.answer_sentences import AnswerSentence
from recollect.validation.facts.context.clause_context import SHORT, ClauseContext
from recollect.validation.facts.context.two_columns import with_table_labels
from recollect.validation.facts.findings.checked_facts import CheckedFacts, checked_facts
from recollect.validation.facts.findings.judging import drop_unanchored_contradictions
from recollect.validation.facts.findings.overlaps import (
    merge_findings,
    not_overlapping,
    spans_of,
    without_repeats,
)
from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.facts.gates import Gate, Gates
from recollect.validation.facts.lists.all_of_lists import all_findings
from recollect.validation.facts.lists.parts_of_lists import part_findings
from recollect.validation.facts.names.codes import code_findings
from recollect.validation.facts.names.names import NAME_CUES, mistaken_names
from recollect.validation.facts.people.authors import author_findings
from recollect.validation.facts.repetitions.copies import Copies
from recollect.validation.facts.repetitions.replacements import replacement_findings
from recollect.validation.facts.repetitions.titles import is_in_title
from recollect.validation.facts.states.attributes import ATTRIBUTE_CUES
from recollect.validation.facts.states.dependences import DEPENDING
from recollect.validation.facts.times.dates import may_be_shifted
from recollect.validation.fields.reader import FieldReader
from recollect.validation.grammar.clauses import CAPITAL, MAX_SENTENCE_WORDS, clauses
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import lexicon_of
from recollect.validation.known.index import Index
from recollect.validation.known.record_index import RecordIndex
from recollect.validation.known.record_models import Record
from recollect.validation.known.speaking_names import speaking_names
from recollect.validation.results import ReadResult

_MAX_FACTS: Final = 500
_CODE: Final = re.compile(r"(?<![\w-])[^\W_]+(?:-[^\W_]+)+(?![\w-])")
"""A name of an item that may have no digit: LVC-TST-PACS."""

_REPLACEMENT_CUES: Final = frozenset({CAPITAL, "number", "both", "every"})
_LIST_CUES: Final = frozenset({"number", "every", "none", "everything", "nobody"})


def check_facts(answer: str, results: Sequence[ReadResult], offsets: Sequence[int]) -> CheckedFacts:
    """Look up every fact of `answer` in the results and give it a verdict; the first 500 facts.

    `answer` and `offsets` come from `unwrap`; `start` and `end` of a fact are offsets in the text
    that was sent. The order of `results` does not matter: where several contradict a fact, the fact
    names the one whose tool comes first in the alphabet.
    """
    results = _in_order(results)
    index = Index(results)
    found: list[FactFinding] = []
    if not index.is_empty:
        fold = folded(answer)
        reader = FieldReader(results, index)
        labelled = with_table_labels(answer, fold, index.records.main)
        clause_found = list(islice(_clause_findings(answer, labelled, index, reader), _MAX_FACTS))
        copied = Copies(index.passages.all, fold).findings(answer, fold)
        codes = code_findings(fold, index.names)
        answer_found = chain(copied, reader.cells(fold), codes)
        found = merge_findings(clause_found, list(islice(answer_found, _MAX_FACTS)))
    found = [each for each in found if each.expected is not None or each.verdict != "supported"]
    found.sort(key=lambda each: (each.start, each.end))
    return checked_facts(found, answer, offsets)


def _in_order(results: Sequence[ReadResult]) -> Sequence[ReadResult]:
    """The results sorted by tool and text, and by content where several share both."""
    counts = Counter((each.tool, each.text) for each in results)

    def key(result: ReadResult) -> tuple[str, str, str]:
        is_only = counts[result.tool, result.text] == 1
        return result.tool, result.text, "" if is_only else json.dumps(result.content)

    return sorted(results, key=key)


def _clause_findings(
    answer: str, fold: str, index: Index, fields: FieldReader
) -> Iterator[FactFinding]:
    """The findings of all rules that read clause by clause, in the order of the answer.

    `fold` is `answer` folded, of the same length. In the loop, `last_named` is the record that was
    named last, up to and including the current sentence; `named_earlier` is the one that was named
    last before that sentence. It is one loop, as a call for each clause would take longer than the
    rules do for most.
    """
    lexicon = lexicon_of(answer)
    last_named = named_earlier = None
    sentence = AnswerSentence(answer, fold, (), index.records)
    is_short = len(answer) < SHORT
    cues = index.people.words | fields.cues | (ATTRIBUTE_CUES if is_short else frozenset())
    cues |= DEPENDING if index.dependences else frozenset()
    rules = Gates(CLAUSE_RULES, index)

    @cache
    def all_rules() -> Gates[ClauseRule]:
        """All rules, with the one for authors; built on demand, as few answers need them."""
        cues = frozenset() if index.journal.authors else frozenset({CAPITAL})
        of_authors: Gate[ClauseRule, Index] = Gate(author_findings, cues)
        return Gates((*CLAUSE_RULES, of_authors), index)

    names = speaking_names(index.records.all, lexicon)
    for clause in clauses(answer, fold, lexicon, cues, names):
        if clause.is_first:
            before = sentence
            sentence = AnswerSentence(answer, fold, clause.sentence, index.records)
            named_earlier = last_named
            if not sentence.lists_similar_tickets:
                last_named = _last_named(sentence, fold, index.records, last_named)
            sentence.before = () if before.records else before.words
            sentence.is_behind_several = before.names_several
        if not clause.words:
            continue
        # In `It's a P1, and SCS0012345 is a P3`, `it` is the record of an earlier sentence.
        is_about_earlier = clause.words[0].means_any("it") and not sentence.named_between(
            sentence.words[0].start, clause.words[-1].end
        )
        subject = named_earlier if is_about_earlier else last_named
        context = ClauseContext(answer, fold, clause, sentence, index, lexicon, subject)
        if not clause.asserts:
            yield from mistaken_names(context) if not NAME_CUES.isdisjoint(clause.cues) else ()
            continue
        is_compared = (
            context.is_sure
            and len(clause.words) <= MAX_SENTENCE_WORDS
            # A sentence that is copied from a result is right.
            and not index.passages.has(context.folded_text(clause.sentence))
        )
        found: list[FactFinding] = []
        for rule in (all_rules() if is_compared else rules).opened_by(clause):
            found += islice(rule(context), _MAX_FACTS - len(found))
        if not AMOUNT_CUES.isdisjoint(clause.cues):
            found += drop_unanchored_contradictions(
                amount_findings(context, spans_of(found)), context
            )
        if is_compared and not _REPLACEMENT_CUES.isdisjoint(clause.cues):
            context.contradicted_spans = spans_of(found, "contradicted")
            found += not_overlapping(replacement_findings(context), found)
        yield from _with_fields(found, context, fields)


def _with_fields(
    found: list[FactFinding], context: ClauseContext, fields: FieldReader
) -> Sequence[FactFinding]:
    """Add the findings on lists and on fields to those of a clause, without repeats."""
    if found:
        context.contradicted_spans = spans_of(found, "contradicted")
        context.supported_spans = spans_of(found, "supported")
    if not _LIST_CUES.isdisjoint(context.clause.cues) and context.index.lists:
        of_lists = chain(part_findings(context), all_findings(context))
        found += not_overlapping(of_lists, found)
    found += not_overlapping(fields.findings(context), found)
    return without_repeats(
        [
            each
            for each in found
            if not (
                fields.is_of_another(each, context)
                or may_be_shifted(each, context)
                or is_in_title(each, context)
            )
        ]
    )


def _last_named(
    sentence: AnswerSentence, fold: str, records: RecordIndex, before: Record | None
) -> Record | None:
    """The record that following sentences are about: the last one that this sentence names.

    `before` is the record of the sentences before; it stays if this one names none. None if the
    results have one main record, which all sentences are about.
    """
    if records.main is not None:
        return None
    start, end = sentence.words[0].start, sentence.words[-1].end
    codes = _CODE.findall(fold, start, end) if fold.find("-", start, end) >= 0 else []
    if not (codes or sentence.records):
        return before
    named = (record for _, record in reversed(sentence.records))
    found = chain(named, map(records.named, reversed(codes)))
    return next((record for record in found if record is not None), before)
