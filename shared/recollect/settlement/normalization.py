"""The wording of a text in a normal form, by which duplicates and occurrences are found."""

import re

from recollect.settlement.names_in_text import WRITTEN_WORD, without_names
from recollect.settlement.occurrences import without_measures, without_times

# Words, and signs that change the meaning: C is not C++, 5 degrees are not -5, $50 is not 50 %, and
# > 80 not < 80. A sign at the beginning of a line may be the mark of a list entry or a quotation.
_COMPARED_TOKEN = re.compile(
    rf"\b[a-z](?:\+\+|#)(?!\w)|{WRITTEN_WORD.pattern}|(?<=\w )[<>]=?(?= ?\d)|[$\u20ac\u00a3\u00a5%]"
    r"|(?<=[^\W\d_] )-(?=\d)",
    re.IGNORECASE,
)
_PRICE = re.compile(r"([$\u20ac\u00a3\u00a5]) ?(\d(?:[\d.,]*\d)?)")
_OCCURRENCE = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
# What only identifies a case: the number of an order, a day.
_CASE_NUMBER = re.compile(
    r"\b(?:order|ticket|case|invoice|booking|parcel|shipment|payment|transaction|request|incident"
    r"|account|acct|customer|user|reference|ref)\W{0,3}(?:(?:no|nr|number|id)\W{1,3})?"
    r"#?(?:[a-z]{1,5}-?)?\d{3,}\b|#\d{3,}\b|\b[a-z]{2,10}+\d{5,}\b|\b\d{4}-\d\d-\d\d\b",
    re.IGNORECASE,
)
_THREE_DIGITS = re.compile(r"\d\d\d")


def normalized_text(text: str, *, is_event: bool, is_alert: bool) -> str:
    """The words of a text, joined, without the stamps of when something happened.

    An event also lacks other times, and an alert its measurements.
    """
    plain = without_times(text) if is_event else _OCCURRENCE.sub(" ", text)
    return _normalized(without_measures(plain) if is_alert else plain)


def normalized_decision(decision: str, case: str) -> str:
    """The words of a case, without its names, numbers and times, and those of its decision.

    The decision already lacks what only identifies the case (`without_case_numbers`).
    """
    plain = without_names(without_case_numbers(without_times(case)))
    return f"{plain} | {_normalized(decision)}"


def without_case_numbers(text: str) -> str:
    """A text without what only identifies a case; such a number has three digits or more."""
    if _THREE_DIGITS.search(text) is None:
        return text
    return _CASE_NUMBER.sub(" ", _OCCURRENCE.sub(" ", text))


def _normalized(text: str) -> str:
    """The words of a text in small letters, and the signs that change the meaning of a word."""
    plain = _PRICE.sub(r"\2 \1", text.replace("\u2212", "-"))
    return " ".join(_COMPARED_TOKEN.findall(plain)).casefold()
