"""Reads days of the week in texts, and computes the day of the week of a date."""

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
"""The names of Monday in all languages, then of Tuesday, and so on."""

_NUMBERS: Final = {name: number for number, names in enumerate(_NAMES) for name in names.split()}
_NAME: Final = rf"\b(?:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b"
_WEEKDAY: Final = re.compile(_NAME)
_BEFORE_DATE: Final = re.compile(
    # Not of the date: `Friday to Monday, 20 to 23 November`, `the 22nd is a Sunday, 23 November`.
    rf"(?P<of_other>{_NAME}\.?\s?(?:[-\u2013/&]|to|and|bis|und|al?|y|et|au|e|tot|en)\s?"
    r"|\b(?:an?|ein(?:en?|em)?|une?|una|um|uma|een)\s)?"
    rf"(?P<name>{_NAME})(?:(?<=\b\w{{3}})\.)?(?P<comma>,?)\s"
    r"(?:(?:the|den|dem|el|le|il|de|d\.)\s)?$"
)
_MAX_LENGTH: Final = 48
_GOES_ON: Final = re.compile(r"[^\W_]\s$")
_IS: Final = re.compile(r"\s(?:is|was|will|ist|war|wird|est|sera|es|era|e|blijft|wordt)\b")


def weekdays_in(fold: str) -> frozenset[int]:
    """The days of the week in a folded text, 0 for Monday."""
    return frozenset(_NUMBERS[each] for each in _WEEKDAY.findall(fold))


def weekday_before(fold: str, start: int, end: int) -> tuple[int, int] | None:
    """The offset and number of a day of the week right before a date, if it belongs to the date."""
    begin = max(0, start - _MAX_LENGTH)
    found = _BEFORE_DATE.search(fold[begin:start])
    if found is None or found["of_other"]:
        return None
    at = begin + found.start("name")
    is_next_subject = found["comma"] and _IS.match(fold, end) and _GOES_ON.search(fold[begin:at])
    return None if is_next_subject else (at, _NUMBERS[found["name"]])


def weekday_of(year: int, day: tuple[int, int]) -> int | None:
    """The day of the week of a (month, day), 0 for Monday; None if there is no such day."""
    try:
        return date(year, *day).weekday()
    except ValueError:
        return None
