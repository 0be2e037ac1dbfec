"""The facts of an answer: clause by clause, each kind of fact, each with its verdict.

`facts` knows tickets, items and pods, and free sentences; `fields` the fields of anything else.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from typing import Final

from recollect.validation.facts.additions import addition_findings
from recollect.validation.facts.all_of_lists import all_findings
from recollect.validation.facts.amounts import amount_findings
from recollect.validation.facts.answer_sentences import AnswerSentence
from recollect.validation.facts.attributes import ATTRIBUTE_CUES, attribute_findings
from recollect.validation.facts.authors import author_findings, timed_author_findings
from recollect.validation.facts.clause_context import SHORT, ClauseContext
from recollect.validation.facts.codes import code_findings
from recollect.validation.facts.copies import Copies
from recollect.validation.facts.counts_by_value import value_count_findings
from recollect.validation.facts.dates import date_findings
from recollect.validation.facts.dependences import DEPENDING, dependence_findings
from recollect.validation.facts.frequencies import frequency_findings
from recollect.validation.facts.gates import Gate, Gates
from recollect.validation.facts.hosts import host_findings
from recollect.validation.facts.journal_lines import writer_findings
from recollect.validation.facts.judging import drop_unanchored_contradictions
from recollect.validation.facts.lifespans import lifespan_findings, span_findings
from recollect.validation.facts.names import (
    NAMES,
    mistaken_names,
    name_findings,
    version_findings,
)
from recollect.validation.facts.overlaps import (
    merge_findings,
    not_overlapping,
    spans_of,
    without_repeats,
)
from recollect.validation.facts.owners import OWNING_WORDS, owner_findings
from recollect.validation.facts.parts_of_lists import part_findings
from recollect.validation.facts.people import people_findings
from recollect.validation.facts.phones import phone_findings
from recollect.validation.facts.populations import population_findings
from recollect.validation.facts.priorities import priority_findings
from recollect.validation.facts.proper_names import proper_name_findings
from recollect.validation.facts.replacements import replacement_findings
from recollect.validation.facts.service_levels import service_level_findings
from recollect.validation.facts.statuses import status_findings
from recollect.validation.facts.two_columns import with_labels
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.facts.weekdays import weekday_findings
from recollect.validation.fields.reader import FieldReader
from recollect.validation.grammar.clauses import CAPITAL, MOST_WORDS, clauses
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.intervals import EVERY
from recollect.validation.grammar.lexicon import lexicon_of
from recollect.validation.known.index import Index
from recollect.validation.known.owner_index import OWNERS
from recollect.validation.known.record_index import RecordIndex
from recollect.validation.known.records import Record
from recollect.validation.models import Fact
from recollect.validation.results import ReadResult

_MOST_FACTS: Final = 500
_CODE: Final = re.compile(r"(?<![\w-])[^\W_]+(?:-[^\W_]+)+(?![\w-])")
"""What may name an item without any figure: LVC-TST-PACS."""

_LONGEST: Final = 120
_REPLACING: Final = frozenset({CAPITAL, "number", "both", "every"})
_COUNTING: Final = frozenset({"number", "fraction"})
_PARTS: Final = frozenset({"number", "every", "none", "everything", "nobody"})
_Read = Callable[[ClauseContext], Iterable[FactFinding]]


def _where_anchored(read: _Read) -> _Read:
    """A rule whose contradictions count only where it is plain what the clause is of."""
    return lambda context: drop_unanchored_contradictions(read(context), context)


_READERS: Final[Sequence[Gate[_Read, Index]]] = (
    Gate(
        _where_anchored(population_findings),
        frozenset({"every", "none", "both", "half", "most", "some", "not_all", "number"}),
        needs=lambda index: bool(index.populations),
    ),
    Gate(_where_anchored(status_findings), frozenset({"status", "resolves", "label:closed"})),
    Gate(_where_anchored(priority_findings), frozenset({"priority", "label:priority", "name"})),
    Gate(_where_anchored(people_findings), frozenset({"assigned", "handles", "nobody", "label"})),
    Gate(
        owner_findings,
        frozenset({CAPITAL}),
        OWNING_WORDS,
        needs=lambda index: bool(index.records.with_fields(*OWNERS)),
    ),
    Gate(proper_name_findings, frozenset({CAPITAL})),
    Gate(
        service_level_findings,
        frozenset({"number", "breached", "kept", "label:sla"}),
        needs=lambda index: index.has_service_levels,
    ),
    Gate(weekday_findings, frozenset({"date"})),
    Gate(_where_anchored(date_findings), frozenset({"date"})),
    Gate(
        writer_findings,
        frozenset({"date"}),
        needs=lambda index: bool(index.journal.entries),
    ),
    Gate(
        timed_author_findings,
        frozenset({"date"}),
        needs=lambda index: bool(index.journal.entries),
    ),
    Gate(
        lifespan_findings,
        _COUNTING,
        needs=lambda index: bool(index.records.with_fields("closed")),
    ),
    Gate(span_findings, _COUNTING, needs=lambda index: bool(index.moments.clocks)),
    Gate(frequency_findings, words=EVERY),
    Gate(_where_anchored(host_findings), frozenset({"name"})),
    Gate(name_findings, NAMES),
    Gate(version_findings, frozenset({"number"})),
    Gate(
        _where_anchored(attribute_findings),
        frozenset({"be", "cause"}),
        ATTRIBUTE_CUES | {"root"},
    ),
    Gate(dependence_findings, words=DEPENDING, needs=lambda index: bool(index.dependences)),
)
"""The rules of clauses, in the order in which they are asked, with what a clause must have."""


@dataclass(frozen=True, slots=True)
class CheckedFacts:
    """The facts in the order of the answer; a sentence for each that is wrong or unsupported."""

    facts: tuple[Fact, ...]
    contradictions: tuple[str, ...]
    unsupported: tuple[str, ...]


def check_facts(answer: str, results: Sequence[ReadResult], offsets: Sequence[int]) -> CheckedFacts:
    """Look up every fact of `answer` in the results and give it a verdict; the first 500 facts.

    `answer` and `offsets` come from `unwrap`; `start` and `end` of a fact are offsets in what was
    sent. The order of `results` does not matter: where several contradict a fact, the one whose
    tool's name comes first is named.
    """
    results = _in_order(results)
    index = Index(results)
    found: list[FactFinding] = []
    if not index.is_empty:
        fold = folded(answer)
        reader = FieldReader(results, index)
        labelled = with_labels(answer, fold, index.records.main)
        of_clauses = list(islice(_clause_findings(answer, labelled, index, reader), _MOST_FACTS))
        copied = Copies(index.passages.all, fold).findings(answer, fold)
        codes = chain(code_findings(fold, index.names), phone_findings(fold, index.passages.all))
        counts = value_count_findings(answer, fold, index.lists)
        sums = addition_findings(fold, index)
        of_answer = chain(copied, reader.cells(fold), codes, counts, sums)
        found = merge_findings(of_clauses, list(islice(of_answer, _MOST_FACTS)))
    found = [each for each in found if each.expected is not None or each.verdict != "supported"]
    found.sort(key=lambda each: (each.start, each.end))
    facts = tuple(_fact(each, answer, offsets) for each in found)
    wrong = (_contradiction(fact, each) for fact, each in zip(facts, found, strict=True))
    return CheckedFacts(
        facts,
        tuple(dict.fromkeys(filter(None, wrong))),
        tuple(dict.fromkeys(_unsupported(each) for each in facts if each.verdict == "unsupported")),
    )


def _in_order(results: Sequence[ReadResult]) -> Sequence[ReadResult]:
    """Results by their tools and texts, and by what is in them where several have the same."""
    counts = Counter((each.tool, each.text) for each in results)

    def key(each: ReadResult) -> tuple[str, str, str]:
        is_one = counts[each.tool, each.text] == 1
        return each.tool, each.text, "" if is_one else json.dumps(each.content)

    return sorted(results, key=key)


def _clause_findings(
    answer: str, fold: str, index: Index, fields: FieldReader
) -> Iterator[FactFinding]:
    """The findings of all rules that read clause by clause, in the order of the answer.

    `fold` is `answer` folded, of the same length. `last_named` is the record that the sentences so
    far are about, `named_earlier` the one before the sentence at hand.
    """
    lexicon = lexicon_of(answer)
    last_named = named_earlier = None
    sentence = AnswerSentence(answer, fold, (), index.records)
    is_short = len(answer) < SHORT
    cues = index.people.words | fields.cues | (ATTRIBUTE_CUES if is_short else frozenset())
    cues |= DEPENDING if index.dependences else frozenset()
    readers = Gates(_READERS, index)

    @cache
    def all_readers() -> Gates[_Read]:
        """These and who compares, which no sentence of most answers is read by."""
        cues = frozenset() if index.journal.authors else frozenset({CAPITAL})
        of_authors: Gate[_Read, Index] = Gate(author_findings, cues)
        return Gates((*_READERS, of_authors), index)

    for clause in clauses(answer, fold, lexicon, cues):
        if clause.is_first:
            before = sentence
            sentence = AnswerSentence(answer, fold, clause.sentence, index.records)
            named_earlier = last_named
            if not sentence.names_like:
                last_named = _last_named(sentence, fold, index.records, last_named)
            sentence.before = () if before.records else before.words
            sentence.is_behind_several = before.names_several
        if not clause.words:
            continue
        # `It's a P1, and SCS0012345 is a P3`: it is what was spoken of before.
        is_before = clause.words[0].says("it") and not sentence.named_between(
            sentence.words[0].start, clause.words[-1].end
        )
        subject = named_earlier if is_before else last_named
        context = ClauseContext(answer, fold, clause, sentence, index, lexicon, subject)
        if not clause.tells:
            yield from mistaken_names(context) if not NAMES.isdisjoint(clause.cues) else ()
            continue
        is_compared = (
            context.is_sure
            and len(clause.words) <= MOST_WORDS
            # What is copied is right.
            and not index.passages.has(context.folded_text(clause.sentence))
        )
        found: list[FactFinding] = []
        for read in (all_readers() if is_compared else readers).opened_by(clause):
            found += islice(read(context), _MOST_FACTS - len(found))
        if not _COUNTING.isdisjoint(clause.cues):
            found += drop_unanchored_contradictions(
                amount_findings(context, spans_of(found)), context
            )
        if is_compared and not _REPLACING.isdisjoint(clause.cues):
            context.contradicted_spans = spans_of(found, "contradicted")
            found += not_overlapping(replacement_findings(context), found)
        yield from _with_fields(found, context, fields)


def _with_fields(
    found: list[FactFinding], context: ClauseContext, fields: FieldReader
) -> Sequence[FactFinding]:
    """The findings of a clause with those on lists and on fields; none of them twice."""
    if found:
        context.contradicted_spans = spans_of(found, "contradicted")
        context.supported_spans = spans_of(found, "supported")
    if not _PARTS.isdisjoint(context.clause.cues) and context.index.lists:
        of_lists = chain(part_findings(context), all_findings(context))
        found += not_overlapping(of_lists, found)
    found += not_overlapping(fields.findings(context), found)
    return without_repeats([each for each in found if not fields.is_of_another(each, context)])


def _last_named(
    sentence: AnswerSentence, fold: str, records: RecordIndex, before: Record | None
) -> Record | None:
    """The record that the sentences behind are about: the last one named, of several; else None.

    `before` is that of the sentences before, which stays where this one names none.
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


def _fact(found: FactFinding, answer: str, offsets: Sequence[int]) -> Fact:
    expected = found.expected
    return Fact(
        text=answer[found.start : found.end],
        start=offsets[found.start],
        end=offsets[found.end],
        kind=found.kind,
        verdict=found.verdict,
        expected=expected.text[:_LONGEST] if expected else None,
        tool=expected.source.tool if expected else None,
        path=expected.source.path if expected else None,
    )


def _contradiction(fact: Fact, found: FactFinding) -> str:
    if fact.verdict != "contradicted":
        return ""
    said = f"not {_short(fact.text)}" if found.denied else _short(fact.text)
    return (
        f"Response says {fact.kind} {said}, but {fact.tool} returned {_short(fact.expected or '')}"
    )


def _unsupported(fact: Fact) -> str:
    return f"Nothing in the results says {fact.kind} {_short(fact.text)}"


def _short(text: str) -> str:
    shown = " ".join(text.split())
    return f'"{shown[:_LONGEST]}"'
