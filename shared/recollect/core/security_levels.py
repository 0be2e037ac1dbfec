"""Security levels: how much of the evidence a caller may see."""

from typing import Final, Literal, get_args

SecurityLevel = Literal["public", "internal", "confidential", "restricted"]

SECURITY_LEVELS: Final[tuple[SecurityLevel, ...]] = get_args(SecurityLevel)
"""From the one that may see least to the one that may see most."""


def lower_of(one: SecurityLevel, other: SecurityLevel) -> SecurityLevel:
    """The level that may see less: a claim lowers what was granted and never raises it."""
    return min(one, other, key=SECURITY_LEVELS.index)
