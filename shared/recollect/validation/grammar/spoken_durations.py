"""Durations with a half or a quarter in words: `two and a half hours`, `trois quarts d'heure`."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from recollect.validation.grammar.numbers import plain_number
from recollect.validation.grammar.units import MINUTES, minutes_by_word

PARTS: Final = (
    *("half", "halb", "quarter", "quart", "cuarto", "viertel", "kwartier"),
    *("demi", "media", "medio", "meia", "meio", "mezz", "anderthalb"),
)
"""Parts of words, one of which every such duration has."""

_ARTICLES: Final = (
    *("a", "an", "un", "une", "una", "uma", "um", "een"),
    *("ein", "eine", "einen", "einem", "einer"),
)
_ONES: Final = frozenset((*_ARTICLES, "ander"))  # `anderthalb`, `anderhalf`
_NUMBER: Final = r"(?:\d{1,3}|[^\W\d_]{1,12})"
_UNIT: Final = r"[^\W\d_]{3,12}"
"""At least three letters: a French year is `an`, but `half an` is no half year."""

_ONE: Final = rf"(?:(?:{'|'.join(_ARTICLES)}) )?"
_HALF: Final = r"(?:half|halbe[nrs]?|media|medio|meia|meio|demie?|mezz[ao])"
_QUARTER: Final = r"(?:quarter|quart[oi]?|cuarto|kwart)"
_THREE: Final = r"(?:three|trois|tres|tre|drie)"
_AND: Final = r"(?:and|und|y|et|e|en)"
_OF: Final = r"(?:(?:of|de|d|di)(?: an?)?)"
_OF_NO_OTHERS: Final = (
    r"(?! (?:of (?:the|all|our|their)|d[aeo]s|de (?:l|la|los|las)|de[il]|degli|delle?|dell"
    r"|van (?:de|het)|der)\b)"
)
"""Excludes a part of something else: `two hours and three quarters of the users`."""

_SPOKEN: Final = re.compile(
    # The longest forms come first: `an hour and a half` is not just an hour.
    rf"\b(?P<whole>{_NUMBER}) {_AND} (?:an? half|(?P<quarters>a|three) quarters?)"
    rf" (?P<unit>{_UNIT})\b"
    rf"|\b(?P<whole_behind>{_NUMBER}) (?P<unit_behind>{_UNIT}) {_AND} (?:an? |un )?"
    rf"(?:{_HALF}|(?:(?P<three_behind>{_THREE}) )?(?P<quarter>{_QUARTER})s?)\b{_OF_NO_OTHERS}"
    rf"|\b(?P<joined>[^\W\d_]{{2,8}}?)(?:einhalb|enhalf|thalb|half) (?P<unit_joined>{_UNIT})\b"
    rf"|\b{_ONE}(?:{_HALF}|mezz)(?: an?)? (?P<unit_of_half>{_UNIT})\b"
    rf"|\b(?:{_ONE}|(?P<three>{_THREE}) )"
    rf"(?:quarters?|quarts?|quart[oi]s?|cuartos?) {_OF} (?P<unit_of_quarter>{_UNIT})\b"
    rf"|\b{_ONE}(?P<quarters_of_hour>(?:drei)?viertelstunden?|(?:drie )?kwartier)\b"
)
_JOINT: Final = re.compile(r"[-'\u2019]|\s")
_HALF_OF: Final = 0.5
_QUARTER_OF: Final = 0.25


class SpokenDuration(NamedTuple):
    """A duration in words: its offsets, its minutes, and its number in the unit of the text."""

    start: int
    end: int
    minutes: float
    number: float


def spoken_durations(fold: str) -> Iterator[SpokenDuration]:
    """The durations with a half or a quarter in a folded text."""
    text = _JOINT.sub(" ", fold)
    found = _SPOKEN.search(text)
    while found is not None:
        number, unit = _number_and_unit(found)
        is_duration = bool(number and unit)
        if is_duration:
            yield SpokenDuration(found.start(), found.end(), number * unit, number)
        found = _SPOKEN.search(text, found.end() if is_duration else found.start() + 1)


def _number_and_unit(found: re.Match[str]) -> tuple[float, float]:
    """The number of units and the minutes of the unit; 0 for what is no number or no unit."""
    part, units = found.groupdict(), minutes_by_word()
    if short := part["quarters_of_hour"]:
        return (3 if short.startswith(("drei", "drie")) else 1) * _QUARTER_OF, MINUTES["hour"]
    if unit := part["unit_of_quarter"]:
        return (3 if part["three"] else 1) * _QUARTER_OF, units.get(unit, 0.0)
    if unit := part["unit_of_half"]:
        return _HALF_OF, units.get(unit, 0.0)
    if unit := part["unit_joined"]:
        whole = _number(part["joined"])
        return whole and whole + _HALF_OF, units.get(unit, 0.0)
    whole = _number(part["whole"] or part["whole_behind"])
    is_quarter = part["quarter"] or part["quarters"]
    is_three = part["three_behind"] or part["quarters"] == "three"
    rest = (3 if is_three else 1) * _QUARTER_OF if is_quarter else _HALF_OF
    return whole and whole + rest, units.get(part["unit"] or part["unit_behind"], 0.0)


def _number(text: str) -> float:
    return 1.0 if text in _ONES else plain_number(text)
