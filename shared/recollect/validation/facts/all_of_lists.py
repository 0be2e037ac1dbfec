"""What is said of all or none of a list: `all active cases have an owner`, `nothing is unassigned`.

One of the list that is otherwise is enough, whether it is whole or not. Each word must be
understood: up to the verb those that are meant, behind it what they are.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.list_claims import ListPart, is_linking_verb, possible_counts
from recollect.validation.facts.parts_of_lists import tells_surely, up_to_end
from recollect.validation.facts.populations import ACTIVE, EACH
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.words import Word, says_nothing
from recollect.validation.known.object_lists import RUNNING, ObjectList

_LIST: Final = frozenset("list search result results here these them liste lista lijst".split())
_ON: Final = frozenset("on in auf in der sur dans en na della op the this of".split())
_LEADS: Final = ("determiner", "adverb", "share", "case", "item", "pod")
_BEFORE: Final = 300
_MOST: Final = 20


def all_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The finding on what a clause says of all or none of the only list that it may be of."""
    words = context.clause.words
    begin = next((at for at, word in enumerate(words) if not _only_leads(word)), len(words))
    if begin == len(words) or len(words) > _MOST or not tells_surely(context):
        return
    first = words[begin]
    if first.text in EACH or not _begins(context):
        return
    if not (first.says("none", "every", "everything") or says_nothing(first)):
        return
    told = (at for at in range(begin + 1, len(words)) if _leads_to_told(words[at]))
    verb = next(told, len(words))
    of_all, rest = words[begin + 1 : verb], up_to_end(words[verb:])
    is_bare = not of_all and first.says("every", "none")
    rows = _meant(of_all, context) if rest else None
    if rows is None or not _is_of_list(of_all, context, is_bare=is_bare):
        return
    part, (kind, found) = ListPart(first, None, rest), possible_counts(rest, [rows])
    is_told = kind != "" or rows.has_named(context.folded_text(rest))
    if found and is_told and not part.may_be(found[rows], len(rows)):
        yield part.wrong(rows, found[rows])


def _begins(context: ClauseContext) -> bool:
    """Whether a clause begins its sentence, or stands behind a comma."""
    clause = context.clause
    return not clause.at or clause.sentence[clause.at - 1].text in {",", ";", ":"}


def _only_leads(word: Word) -> bool:
    return word.says("adverb", "determiner") and not word.says("every", "none", "everything")


def _leads_to_told(word: Word) -> bool:
    return word.says("assigned") or is_linking_verb(word)


def _meant(words: Sequence[Word], context: ClauseContext) -> ObjectList | None:
    """Those of the only list that are meant: all, or those in a state."""
    lists = context.index.lists
    if len(lists) != 1 or not all(_is_understood(word) for word in words):
        return None
    statuses = frozenset().union(*(word.of("status:") for word in words))
    statuses = RUNNING if any(word.text in ACTIVE for word in words) else statuses
    return lists[0].in_state(statuses) if statuses else lists[0]


def _is_understood(word: Word) -> bool:
    return bool(word.of("status:")) or word.says(*_LEADS) or word.text in _LIST | _ON


def _is_of_list(words: Sequence[Word], context: ClauseContext, *, is_bare: bool) -> bool:
    """Whether it is of the whole list: it says so, or the answer is short and names none of it."""
    if any(word.text in _LIST for word in words) and any(word.text in _ON for word in words):
        return True
    start, rows = context.clause.words[0].start, context.index.lists[0]
    before = context.fold[max(0, start - _BEFORE) : start]
    is_of_others = is_bare and context.is_of_those_before(start, len(rows))
    return context.is_sure and not is_of_others and not rows.names_some(before)
