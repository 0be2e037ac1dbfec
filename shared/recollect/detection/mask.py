"""Masking: a text without the secrets and the personal data that it held."""

import re
from collections.abc import Callable

from recollect.detection.personal_data import personal_data_in
from recollect.detection.rules import Finding, without_overlaps
from recollect.detection.secrets import secrets_in

MARK = re.compile(r"\[REDACTED(?::\w{1,40})?\]")
"""What stands where something was: `[REDACTED:email]`, or `[REDACTED]` for a value as a whole."""

# What is left after masking may, put together, look like something else; mostly one round will do.
# Those of a long text cost more.
_ROUNDS, _ROUNDS_OF_LONG, _LONG = 8, 4, 20_000


def found_in(text: str) -> tuple[Finding, ...]:
    """The credentials and the personal data in `text`, in its order and without overlaps."""
    return without_overlaps((*secrets_in(text), *personal_data_in(text)))


def masked(text: str) -> str:
    """`text` with `[REDACTED:kind]` in place of everything that is found in it.

    Nothing is found in what this returns, so masking it again changes nothing. A text made so
    that masking never comes to an end is masked as a whole.
    """
    return _masked(text, found_in)


def masked_personal_data(text: str) -> str:
    """The same for personal data alone."""
    return _masked(text, personal_data_in)


def _masked(text: str, find: Callable[[str], tuple[Finding, ...]]) -> str:
    for _ in range(_ROUNDS if len(text) <= _LONG else _ROUNDS_OF_LONG):
        found = find(text)
        if not found:
            return text
        text = _without(text, found)
    return "[REDACTED]"


def _without(text: str, found: tuple[Finding, ...]) -> str:
    parts, end = [], 0
    for each in found:
        parts += [text[end : each.start], f"[REDACTED:{each.kind}]"]
        end = each.end
    return "".join((*parts, text[end:]))
