"""How months and days of the week are called in English, as patterns."""

from typing import Final

MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
"""A pattern of the name of a month, whole or short."""

WEEKDAY: Final = r"(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:day)?"
"""A pattern of the name of a day of the week, whole or short."""
