"""Masking: a text without the secrets and the personal data that it held."""

from recollect.detection.personal_data import personal_data_in
from recollect.detection.rules import without_overlaps
from recollect.detection.secrets import secrets_in

_MASK = "[REDACTED]"
# What is left after masking may, put together, look like something else; mostly one round will do.
# Those of a long text cost more.
_ROUNDS, _ROUNDS_OF_LONG, _LONG = 8, 4, 20_000


def masked(text: str) -> str:
    """`text` with `[REDACTED]` in place of everything that is found in it.

    Nothing is found in what this returns, so masking it again changes nothing. A text made so
    that masking never comes to an end is masked as a whole.
    """
    for _ in range(_ROUNDS if len(text) <= _LONG else _ROUNDS_OF_LONG):
        found = without_overlaps((*secrets_in(text), *personal_data_in(text)))
        if not found:
            return text
        ends = [0, *(each.end for each in found)]
        starts = [*(each.start for each in found), len(text)]
        text = _MASK.join(text[end:start] for end, start in zip(ends, starts, strict=True))
    return _MASK
