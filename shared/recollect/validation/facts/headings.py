"""What a heading gives the records listed under it: `**High**`, `## P2 (3)`, `**Ann Lee**`.

Of statuses headings are less exact: what is `done` was closed, cancelled or resolved.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Final

from recollect.validation.facts.belonging import KIND_OF
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.lines import AnswerLine, Heading
from recollect.validation.facts.priorities import level_findings, levels_said
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import Word
from recollect.validation.known.owner_index import OwnerIndex, OwnerKind, OwnerName
from recollect.validation.known.records import Record
from recollect.validation.known.values import same_customer, same_group, same_person

_BESIDES: Final = ("label:priority", "case", "item", "adverb", "and")
"""What may stand in such a heading besides."""

_NONE: Final = Heading()
_POINT: Final = re.compile(r"[\s*_#:.)]*(?:[-*\u2022]|\d{1,3}[.)])\s+[*_`]*")
_SPACE: Final = re.compile(r"[^\w|]*\n\s*[*_]*")
_BEHIND_NUMBER: Final = re.compile(r"[.)]?[*_]*\s+[*_`]*")
_MOST_BETWEEN: Final = 120
"""Characters between the points of a list, or between two records in a row."""

_ABOVE: Final = 2_000
_LISTING: Final = re.compile(r"[-*\u2022]|\d{1,3}[.)]|\|")
"""What begins a point of a list, a bold line, or a line of a table."""

_OF_OWNERS: Final = re.compile(
    r"^(?!.*\b(?:former|co-|if|would|should|new|help|call|ask|wait\w*|bring)\b)"
    r".*\b(?:who (?:has|owns|is on)|own(?:s|ers?|ed)?|assign\w*"
    r"|by (?:person|customer|team|group|name)|per (?:person|customer|team)"
    r"|(?:open|active) (?:cases|tickets|incidents)|workload|wer (?:hat|was)|bearbeiter|zustandig\w*"
    r"|quien (?:tiene|lleva)|qui (?:a|suit)|chi ha|quem tem|wie heeft)\b"
)
"""What leads a list of whose records are."""

_LEADS: Final = re.compile(r"[\s*_`]*(?:\(\d{1,3}\))?[\s*_`]*[:\u2013\u2014-][\s*_`]*")
"""What stands between whose records are listed and the first of them."""

_JOINT: Final = re.compile(
    r"[*_`]*(?:\s?\([^()\n]{0,80}\))?[\s,;*_`]*(?:(?:and|und|y|et|e|en)\s)?[*_`]*"
)
"""What stands between two records of such a list, with what is said of the first in brackets."""

_SAME: Final[Mapping[OwnerKind, Callable[[str, str], bool]]] = {
    "assignee": same_person,
    "group": same_group,
    "customer": same_customer,
}
"""Whom records are listed by, and what is the same of them."""


def heading_of(line: AnswerLine, before: AnswerLine, owners: OwnerIndex) -> Heading:
    """What a heading tells, or that of the line before in the same list."""
    if not line.is_heading:
        return before.heading if before.heading != _NONE and _follows(line, before) else _NONE
    telling = [word for word in line.words if word.form not in {"mark", "number"}]
    levels = [found for word in telling if (found := levels_said(word))]
    besides = [word for word in telling if not levels_said(word)]
    is_plain = len(levels) == 1 and all(word.says(*_BESIDES) for word in besides)
    return Heading(levels[0]) if is_plain else Heading(owner=_owner(telling, line, owners))


def _is_led_otherwise(line: AnswerLine) -> bool:
    """Whether what leads a list tells that it is none of whose the records are: `To be called:`."""
    start = line.words[0].start
    above = line.answer[max(0, start - _ABOVE) : start].split("\n")[:-1]
    led = (each.strip() for each in reversed(above))
    lead = next((each for each in led if each and not _LISTING.match(each)), "")
    is_lead = bool(lead) and not lead.endswith((".", "!"))
    return is_lead and _OF_OWNERS.search(folded(lead)) is None


def _owner(words: Sequence[Word], line: AnswerLine, owners: OwnerIndex) -> OwnerName | None:
    """Whose records a line lists that begins with words which name somebody, and nothing else."""
    if not words:
        return None
    name = folded(line.answer[words[0].start : words[-1].end])
    named = (each for each in owners.by_word.get(words[0].text, ()) if each.kind in _SAME)
    owner = next((each for each in named if each.text == name), None)
    return None if owner is None or _is_led_otherwise(line) else owner


def _follows(line: AnswerLine, before: AnswerLine) -> bool:
    """Whether a line is a point of a list, right behind the heading or the point before.

    The number of a point is a line of its own, which ends in a full stop.
    """
    between = line.answer[before.words[-1].end : line.words[0].start]
    if len(between) > _MOST_BETWEEN:
        return False
    if _is_number(line):
        return _SPACE.fullmatch(between) is not None
    point = _BEHIND_NUMBER if _is_number(before) else _POINT
    return point.fullmatch(between) is not None and _listed(line) is not None


def _is_number(line: AnswerLine) -> bool:
    return [word.form for word in line.words if word.form != "mark"] == ["number"]


def _listed(line: AnswerLine) -> tuple[Word, Record] | None:
    """The record with whose name a line begins."""
    first = next((word for word in line.words if word.form != "mark"), None)
    for word, record in line.records[:1]:
        if word is first and record is not None:
            return word, record
    return None


def heading_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on records that a list has under a heading or behind a name, and are not so."""
    heading, line, words = context.line.heading, context.line, context.clause.words
    if line.named_between(words[0].start, words[-1].end)[:1] != line.records[:1]:
        return  # the clause of the first record reads them all
    listed = _listed(line) if heading != _NONE else None
    if listed is not None and heading.levels:
        found = level_findings(context, listed[:1], heading.levels, listed[1:])
        yield from (each for each in found if each.verdict == "contradicted")
    elif listed is not None and heading.owner is not None:
        yield from _of_owner(heading.owner, *listed, line)
    elif len(line.records) > 1 and (owner := _leading(line, context.index.owners)) is not None:
        for word, record in line.records:
            yield from _of_owner(owner, word, record, line) if record is not None else ()


def _leading(line: AnswerLine, owners: OwnerIndex) -> OwnerName | None:
    """Whose records a line lists, and tells nothing else: `Ann Lee: SCS0012345, SCS0012346`."""
    names = [word for word, _ in line.records]
    before = takewhile(lambda word: word is not names[0], line.words)
    told = [word for word in before if word.form not in {"mark", "number"}]
    owner = _owner(told, line, owners)
    if owner is None or not _matches(_LEADS, line, told[-1], names[0]):
        return None
    return owner if all(_matches(_JOINT, line, *each) for each in pairwise(names)) else None


def _matches(joint: re.Pattern[str], line: AnswerLine, one: Word, other: Word) -> bool:
    """Whether nothing else stands between two words, and little."""
    between = line.answer[one.end : other.start]
    return len(between) <= _MOST_BETWEEN and joint.fullmatch(between) is not None


def _of_owner(
    owner: OwnerName, word: Word, record: Record, line: AnswerLine
) -> Iterator[FoundFact]:
    """The finding on a record that is listed as somebody's; none where the line tells whose."""
    own = record.values(owner.kind)
    named = frozenset(part for each in own for part in folded(each.text).split())
    is_told = line.denies or not line.texts.isdisjoint(named)
    if own and not is_told and not any(_SAME[owner.kind](owner.whole, each.text) for each in own):
        yield FoundFact(word.start, word.end, KIND_OF[owner.kind], "contradicted", own[0])
