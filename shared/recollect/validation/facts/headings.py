"""The priority that a heading gives the records listed under it: `**High**`, `## P2 (3)`.

Of statuses headings are less exact: what is `done` was closed, cancelled or resolved.
"""

import re
from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.priorities import level_findings, levels_said
from recollect.validation.facts.records import Record
from recollect.validation.facts.verdicts import AnswerLine, ClauseContext, FoundFact
from recollect.validation.facts.words import Word

_BESIDES: Final = ("label:priority", "case", "item", "adverb", "and")
"""What may stand in such a heading besides."""

_NONE: Final[frozenset[int]] = frozenset()
_POINT: Final = re.compile(r"[\s*_#:.)]*(?:[-*\u2022]|\d{1,3}[.)])\s+[*_`]*")


def levels_of(line: AnswerLine, before: AnswerLine) -> frozenset[int]:
    """The levels that a heading names, or those of the line before in the same list."""
    if not line.is_heading:
        return before.levels if before.levels and _follows(line, before) else _NONE
    telling = [word for word in line.words if word.form not in {"mark", "number"}]
    levels = [found for word in telling if (found := levels_said(word))]
    besides = [word for word in telling if not levels_said(word)]
    is_plain = len(levels) == 1 and all(word.says(*_BESIDES) for word in besides)
    return levels[0] if is_plain else _NONE


def _follows(line: AnswerLine, before: AnswerLine) -> bool:
    """Whether a line is a point of a list, right behind the heading or the point before."""
    between = line.answer[before.words[-1].end : line.words[0].start]
    return _POINT.fullmatch(between) is not None and _listed(line) is not None


def _listed(line: AnswerLine) -> tuple[Word, Record] | None:
    """The record with whose name a line begins."""
    first = next((word for word in line.words if word.form != "mark"), None)
    for word, record in line.records[:1]:
        if word is first and record is not None:
            return word, record
    return None


def heading_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The finding on the record that a line of a list begins with, where it has another level."""
    levels = context.line.levels
    listed = _listed(context.line) if levels and context.clause.is_first else None
    if listed is None:
        return
    word, record = listed
    found = level_findings(context, (word,), levels, (record,))
    yield from (each for each in found if each.verdict == "contradicted")
