"""Security levels, which say how much of the evidence a caller may see."""

from typing import Final, Literal, get_args

SecurityLevel = Literal["public", "internal", "confidential", "restricted"]

SECURITY_LEVELS: Final[tuple[SecurityLevel, ...]] = get_args(SecurityLevel)
"""The levels, from the one that may see least to the one that may see most."""


def lower_of(one: SecurityLevel, other: SecurityLevel) -> SecurityLevel:
    """The level that may see less. A claim can thus lower a granted level, but never raise it."""
    return min(one, other, key=SECURITY_LEVELS.index)
