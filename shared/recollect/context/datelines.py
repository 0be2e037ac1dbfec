"""Puts its date before a quoted sentence, or the headings over it, where these matter."""

import re
from collections.abc import Iterator, Sequence

from recollect.context.rivals import first_of_rival_sections
from recollect.context.salience import terms_asked
from recollect.context.sentences import Sentence
from recollect.core.timestamps import parse_moment
from recollect.language.calendar_names import FULL_WEEKDAY

_SPAN = rf"(?:{FULL_WEEKDAY}|morning|afternoon|evening|night|week(?:end)?|month|quarter|year)"
# What it means depends on the day on which it was written.
_IN_TIME = re.compile(
    rf"\b(?:tonight|tomorrow|yesterday|(?:this|next) {_SPAN}|(?:from|by) {FULL_WEEKDAY}"
    r"|gestern|(?-i:morgen)|(?:diese|nächste)[nrs]? (?:Nacht|Woche|Monat|Jahr)"
    r"|now|nowadays|today|currently|at present|at the moment|still|yet|since|until|no longer"
    r"|any ?more|these days|so far|latest|last|recent(?:ly)?|as of|from \w+ on|moved|changed"
    r"|replaced|raised|lowered|switched|new|when|aktuell|derzeit|jetzt|noch|seit|heute|wann)\b",
    re.IGNORECASE,
)
# The separator between a heading and the one below it.
_WITHIN = " / "
_DATED = re.compile(r"\b\d{4}-\d\d-\d\d\b")


def with_datelines(query: str, chosen: Sequence[Sentence]) -> Iterator[str]:
    """The closed sentences, the first of each item behind its date where that matters.

    If several sections of an item answer the question, their sentences stand behind their headings.
    """
    in_time = _IN_TIME.search(query) is not None
    dated = {
        each.id
        for each in chosen
        if in_time
        or each.evidence.begins
        or _IN_TIME.search(each.text)
        or any(each.contradicts(other) or _is_newer(each, other) for other in chosen)
    }
    headed = first_of_rival_sections(chosen, terms_asked(query))
    for each in chosen:
        date = _date(each) if each.id in dated else ""
        dated.discard(each.id)
        heading = f"{_WITHIN.join(each.headings)}: " if each in headed else ""
        yield f"{date}{heading}{each.closed}"


def _is_newer(one: Sentence, other: Sentence) -> bool:
    """Whether one of two items precedes the other because it is newer."""
    return one.evidence.newer_than == other.id or other.evidence.newer_than == one.id


def _date(sentence: Sentence) -> str:
    if begins := sentence.evidence.begins:
        return f"(from {begins.date().isoformat()}) "
    created = parse_moment(sentence.evidence.metadata.get("created_at"))
    if created is None or _DATED.search(sentence.text):
        return ""
    return f"({created.date().isoformat()}) "
