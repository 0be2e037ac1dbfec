"""Days of the week as people write them, and that of a day of the calendar."""

import re
from datetime import date
from typing import Final

_NAMES: Final = (
    "monday mon montag lundi lunes lunedi segunda-feira maandag",
    "tuesday tue dienstag mardi martes martedi terca-feira dinsdag",
    "wednesday wed mittwoch mercredi miercoles mercoledi quarta-feira woensdag",
    "thursday thu donnerstag jeudi jueves giovedi quinta-feira donderdag",
    "friday fri freitag vendredi viernes venerdi sexta-feira vrijdag",
    "saturday sat samstag sonnabend samedi sabado sabato zaterdag",
    "sunday sun sonntag dimanche domingo domenica zondag",
)
"""Those of Monday, and so on."""

_NUMBERS: Final = {name: number for number, names in enumerate(_NAMES) for name in names.split()}
_NAME: Final = rf"\b(?:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b"
_WEEKDAY: Final = re.compile(_NAME)
_BEFORE_DATE: Final = re.compile(
    # Friday to Monday, 20 to 23 November; the 22nd is a Sunday, 23 November is none.
    rf"(?P<of_other>{_NAME}\.?\s?(?:[-\u2013/&]|to|and|bis|und|al?|y|et|au|e|tot|en)\s?"
    r"|\b(?:an?|ein(?:en?|em)?|une?|una|um|uma|een)\s)?"
    rf"(?P<name>{_NAME})(?:(?<=\b\w{{3}})\.)?(?P<comma>,?)\s"
    r"(?:(?:the|den|dem|el|le|il|de|d\.)\s)?$"
)
_LONGEST: Final = 48
_GOES_ON: Final = re.compile(r"[^\W_]\s$")
_IS: Final = re.compile(r"\s(?:is|was|will|ist|war|wird|est|sera|es|era|e|blijft|wordt)\b")


def weekdays_in(fold: str) -> frozenset[int]:
    """The days of the week that a folded text names, 0 for Monday."""
    return frozenset(_NUMBERS[each] for each in _WEEKDAY.findall(fold))


def weekday_before(fold: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the day of the week before a date begins, if it is of that date, and which it is."""
    begin = max(0, start - _LONGEST)
    told = _BEFORE_DATE.search(fold[begin:start])
    if told is None or told["of_other"]:
        return None
    at = begin + told.start("name")
    is_next_subject = told["comma"] and _IS.match(fold, end) and _GOES_ON.search(fold[begin:at])
    return None if is_next_subject else (at, _NUMBERS[told["name"]])


def weekday_of(year: int, day: tuple[int, int]) -> int | None:
    """The day of the week of a (month, day), 0 for Monday; None where the calendar has none."""
    try:
        return date(year, *day).weekday()
    except ValueError:
        return None
