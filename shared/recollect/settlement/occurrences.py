"""Recognizes events and alerts, which may happen again every day.

Two texts that differ only in their times are occurrences of the same event, and so are two alerts
that differ only in what was measured. A text about what holds, is planned, or bounds a time ("open
from 8:00", "down since 10:00", "repeated at 02:00") is no event, whatever words it has.
"""

import re
from typing import Final

from recollect.language.calendar_names import FULL_WEEKDAY, MONTH, WEEKDAY

_STAMP: Final = (
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?(?:Z\b|[+-]\d\d:?\d\d)?(?![\w-])"
)
_DAY: Final = r"\d\d?(?:st|nd|rd|th)?\.?"
_WHEN: Final = (
    rf"(?<![\w./-])(?:{_STAMP}|\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[ap]\.?m\b)?|\d\d? ?[ap]m\b"
    r"|\d\d?/\d\d?/\d{4}|\d\d?\.\d\d?\.\d{4}"
    # Without a number or "in" beside them, "May", "June" and "Sun" may be names.
    rf"|{_DAY} {MONTH}(?:,? \d{{4}})?|{MONTH}(?: {_DAY}(?!\w)(?:,? \d{{4}})?|,? \d{{4}})"
    rf"|(?<=\bin ){MONTH}|{FULL_WEEKDAY}"
    rf"|{WEEKDAY}(?=,? \d\d?(?::\d\d|[ap]m\b)|$))(?![\w/])"
)
_TIMES = re.compile(_WHEN, re.IGNORECASE)
# Signs of a machine's message: words in capitals, and fields that Alertmanager sends. People write
# "Alert:" too, but then not with a time of day and no day.
_MARKED = re.compile(
    r"\b(?:WARN(?:ING)?|CRIT(?:ICAL)?|ALERT|FIRING|RESOLVED)\b"
    rf"|^Alert(?=:(?!.*\b(?i:{MONTH}|{WEEKDAY})\b).*\d:\d\d)"
)
_FIELDS = re.compile(r"^(?:alertname ?[:=]|alert: ?\w+$)(?![\s\S]*^expr ?[:=])", re.MULTILINE)
_NOTICED = re.compile(
    r"\b(?:fired|triggered|firing|exceed(?:ed|s)|[a-z]*crash ?loop\w*|oom ?killed"
    r"|(?:above|below|over|under|crossed|past|reached) (?:(?:a|its|the) )?threshold)\b"
    r"|[(\[,;|] ?threshold[ :=]",
    re.IGNORECASE,
)
# Verbs of events that may happen again: not "released" or "migrated", which happen once, nor "was
# seen", which goes on.
_HAPPENED = re.compile(
    # Excludes "failed orders go out on Monday".
    r"\b(?:(?:failed|crashed|died|hung|stalled|aborted|rebooted|restarted|flapped)"
    r"(?! (?!this\b)[^\W\d_]{3,}s\b)|timed out|stopped responding|ran out of"
    r"|went (?:away|down|offline)|is down"
    # "Offline on Sunday" may be a plan.
    r"|(?:not reachable|unreachable|unresponsive|offline) at (?=\d)"
    r"|lost (?:\w+ )?(?:connection|contact|link|power|signal)"
    r"|(?:connection|contact|link)(?: to \S+)? (?:was )?(?:lost|refused|reset)"
    r"|(?:disk|drive|filesystem|mailbox|partition|queue|storage|volume)(?: \S+){0,3} full"
    r"(?=\W*$|[.,;:)]| (?:again|at|in|on)\b))\b",
    re.IGNORECASE,
)
# Words for what holds, is planned, or was one of several; and times that bound something.
_HOLDS = re.compile(
    r"\b(?:must|should|shall|will|would|can|may not|if|when|whenever|unless|what|which|who|whose"
    r"|that|due|deadline|every|each|always|usually|never|next|last|latest|first|scheduled|planned"
    r"|limit|price|costs?|version|policy|fires|fails?|runs|starts?|begins?|ends?|opens?|closes?"
    r"|meets?|expires?|gets?|goes?|needs?|counts?|pages?|set|raised?|fix(?:ed)?|by [a-z]+ing"
    r"|on[ -]call|until|till|(?:daily|nightly|weekly)(?=\W*$|[.,;])"
    r"|(?:is|are) (?:at|from|on|open|(?!degraded)\w+ed|(?:down|offline|unreachable) (?:for|on))"
    rf"|(?:is|are|after|before|between|by|from|since|through|to) (?:(?:the|about) )?{_WHEN})\b|\?",
    re.IGNORECASE,
)
# A number that names a thing is no measurement: codes, ports, customers, addresses. Where one is
# found, the first group is not empty.
_MEASURED = re.compile(
    r"(\b(?:error|code|status|https?|port|vlan|case|ticket|tkt|acct|account|customer|id"
    r"|(?<!above )(?<!below )(?<!over )(?<!under )threshold)\W{0,3}"
    # "shard 3" names one of several, but "load 12" is measured.
    r"|\b(?!(?:cpu|load|value|threshold|at|to|of|is|used|depth|count|lag|queue) )[^\W\d_]{3,} "
    r"(?=\d{1,6}(?![\d.,%])(?! ?(?:%|ms|s|m|min|h|d|[kmgt]i?b)\b)))?"
    r"(?<![\w.:/-])\d+(?:[.,]\d+)?(?:%|ms|s|m|min|h|d|[kmgt]i?b)?(?![\w.:/-]*\w)",
    re.IGNORECASE,
)

# How often an alert fired, as in "[FIRING:3]" and "fired 3 times", but not "press it 3 times".
_COUNTED = re.compile(
    r"(?<=\[FIRING:)\d+|(?<=\[RESOLVED:)\d+|(?<=ed )(?:\d+ times?|once|twice)\b", re.IGNORECASE
)


def is_alert(text: str) -> bool:
    """Whether a text reads like a machine's message that it noticed something."""
    if _FIELDS.search(text) is not None:
        return True
    sign = _MARKED.search(text) or _NOTICED.search(text)
    return sign is not None and _HOLDS.search(text) is None


def is_event(text: str) -> bool:
    """Whether a text reports an event that may happen again."""
    return _HAPPENED.search(text) is not None and _HOLDS.search(text) is None


def without_times(text: str) -> str:
    """A text without dates, days and times of day."""
    return _TIMES.sub(" ", text)


def without_measures(text: str) -> str:
    """A text without the numbers that were measured or counted; those that name a thing stay."""
    return _MEASURED.sub(_kept_number, _COUNTED.sub(" ", text))


def _kept_number(number: re.Match[str]) -> str:
    return number.group() if number.group(1) else " "
