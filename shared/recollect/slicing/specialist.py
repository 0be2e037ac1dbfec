"""Who asks: the specialist that evidence is sliced for."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

SecurityLevel = Literal["public", "internal", "confidential", "restricted"]

SECURITY_LEVELS: Final[tuple[SecurityLevel, ...]] = get_args(SecurityLevel)
"""From the one that may see least to the one that may see most."""

ALL_GROUPS: Final = "*"


@dataclass(frozen=True, slots=True)
class Specialist:
    """A caller and its rights; the group `*` stands for all groups."""

    type: str
    id: str
    security_level: SecurityLevel
    authorized_groups: frozenset[str]


def lower_of(one: SecurityLevel, other: SecurityLevel) -> SecurityLevel:
    """The level that may see less: a claim lowers what was granted and never raises it."""
    return min(one, other, key=SECURITY_LEVELS.index)
