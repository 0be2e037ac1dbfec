"""The names of months and weekdays, as patterns."""

from typing import Final

MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
"""A pattern for the English name of a month, full or abbreviated."""

GERMAN_MONTH: Final = (
    "januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember"
)
"""The German names of the months, as the alternatives of a pattern."""

WEEKDAY: Final = r"(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:day)?"
"""A pattern for the English name of a weekday, full or abbreviated."""
