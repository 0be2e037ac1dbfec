"""Statements about all or none of a list: `all active cases have an owner`.

A single object of the list that differs makes the statement wrong, so the list need not be
complete. Every word must be understood: the words before the verb say which objects are meant, the
words behind it say what they are. `Nothing is unassigned` is such a statement, too.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.facts.lists.counted_populations import EACH_WORDS
from recollect.validation.facts.lists.list_claims import ListPart, is_linking_verb, possible_counts
from recollect.validation.facts.lists.parts_of_lists import states_surely, up_to_end
from recollect.validation.facts.lists.population_claims import ACTIVE_WORDS
from recollect.validation.grammar.lexicon import KINDS
from recollect.validation.grammar.words import Word, any_among, is_nothing, word_set
from recollect.validation.known.object_lists import ObjectList
from recollect.validation.known.values import RUNNING

_LIST_WORDS: Final = word_set("list search result results here these them liste lista lijst")
_LIST_PREPOSITIONS: Final = word_set("on in auf in der sur dans en na della op the this of")
_FILLER_MEANINGS: Final = ("determiner", "adverb", "share", *KINDS)
_CHARACTERS_BEFORE: Final = 300
_MAX_WORDS: Final = 20


def all_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The finding on a clause about all or none of the results' only list, if that is wrong."""
    words = context.clause.words
    begin = next((at for at, word in enumerate(words) if not _is_filler(word)), len(words))
    if begin == len(words) or len(words) > _MAX_WORDS or not states_surely(context):
        return
    first = words[begin]
    if first.text in EACH_WORDS or not _begins_statement(context):
        return
    if not (first.means_any("none", "every", "everything") or is_nothing(first)):
        return
    verbs = (
        at
        for at in range(begin + 1, len(words))
        if words[at].means_any("assigned") or is_linking_verb(words[at])
    )
    verb = next(verbs, len(words))
    subject, predicate = words[begin + 1 : verb], up_to_end(words[verb:])
    is_bare = not subject and first.means_any("every", "none")
    rows = _rows_meant(subject, context) if predicate else None
    if rows is None or not _covers_whole_list(subject, context, is_bare=is_bare):
        return
    part, (kind, counts) = ListPart(first, None, predicate), possible_counts(predicate, [rows])
    is_specific = kind != "" or rows.has_named(context.folded_text(predicate))
    if counts and is_specific and not part.may_be(counts[rows], len(rows)):
        yield part.wrong(rows, counts[rows])


def _begins_statement(context: ClauseContext) -> bool:
    """Whether the clause begins its sentence, or follows a comma, a semicolon or a colon."""
    clause = context.clause
    return not clause.at or clause.sentence[clause.at - 1].text in {",", ";", ":"}


def _is_filler(word: Word) -> bool:
    return word.means_any("adverb", "determiner") and not word.means_any(
        "every", "none", "everything"
    )


def _rows_meant(words: Sequence[Word], context: ClauseContext) -> ObjectList | None:
    """The objects of the only list that the subject means: all, or those in a state.

    None where there are several lists, or where a word of the subject is not understood.
    """
    lists = context.index.lists
    if len(lists) != 1 or not all(_is_understood(word) for word in words):
        return None
    statuses = frozenset().union(*(word.meanings_with("status:") for word in words))
    statuses = RUNNING if any_among(words, ACTIVE_WORDS) else statuses
    return lists[0].in_state(statuses) if statuses else lists[0]


def _is_understood(word: Word) -> bool:
    return (
        word.means_some("status:")
        or word.means_any(*_FILLER_MEANINGS)
        or word.text in _LIST_WORDS | _LIST_PREPOSITIONS
    )


def _covers_whole_list(words: Sequence[Word], context: ClauseContext, *, is_bare: bool) -> bool:
    """Whether the clause is about the whole list, and not about a part of it.

    It is where its subject says so (`all in the list`), or where the clause is sure to be about
    what was asked and the text before it names no value that only some objects of the list have.
    `is_bare` where the subject is `all` or `none` alone, which may refer to objects counted before.
    """
    if any_among(words, _LIST_WORDS) and any_among(words, _LIST_PREPOSITIONS):
        return True
    start, rows = context.clause.words[0].start, context.index.lists[0]
    before = context.fold[max(0, start - _CHARACTERS_BEFORE) : start]
    refers_back = is_bare and context.refers_to_some_before(start, len(rows))
    return context.is_sure and not refers_back and not rows.names_some(before)
