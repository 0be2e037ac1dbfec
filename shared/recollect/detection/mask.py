"""Masking: replacing the secrets and the personal data in a text."""

import re
from collections.abc import Callable

from recollect.detection.personal_data import personal_data_in
from recollect.detection.rules import Finding, without_overlaps
from recollect.detection.secrets import secrets_in

MARK = re.compile(r"\[REDACTED(?::\w{1,40})?\]")
"""A mask: `[REDACTED:email]`, or `[REDACTED]` in place of a whole value."""

# The text around a new mask may look like another secret, so a text is masked until nothing is
# found; mostly one round is enough. Rounds of a long text cost more, so it gets fewer.
_MAX_ROUNDS, _MAX_ROUNDS_OF_LONG, _LONG_TEXT_CHARS = 8, 4, 20_000


def found_in(text: str) -> tuple[Finding, ...]:
    """The credentials and the personal data in `text`, in its order, without overlaps."""
    return without_overlaps((*secrets_in(text), *personal_data_in(text)))


def masked(text: str) -> str:
    """`text` with `[REDACTED:kind]` in place of each credential and each piece of personal data.

    Nothing is found in the result, so masking it again changes nothing. A text that was made so
    that masking does not come to an end is masked as a whole.
    """
    return _masked(text, found_in)


def masked_personal_data(text: str) -> str:
    """`text` with only the personal data masked."""
    return _masked(text, personal_data_in)


def _masked(text: str, find: Callable[[str], tuple[Finding, ...]]) -> str:
    for _ in range(_MAX_ROUNDS if len(text) <= _LONG_TEXT_CHARS else _MAX_ROUNDS_OF_LONG):
        found = find(text)
        if not found:
            return text
        text = _without(text, found)
    return "[REDACTED]"


def _without(text: str, found: tuple[Finding, ...]) -> str:
    parts, end = [], 0
    for finding in found:
        parts += [text[end : finding.start], f"[REDACTED:{finding.kind}]"]
        end = finding.end
    return "".join((*parts, text[end:]))
