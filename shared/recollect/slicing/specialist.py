"""The specialist: the caller for whom evidence is sliced."""

from dataclasses import dataclass
from typing import Final

from recollect.core.security_levels import SecurityLevel

ALL_GROUPS: Final = "*"


@dataclass(frozen=True, slots=True)
class Specialist:
    """A caller and its rights; the group `*` stands for all groups.

    A field that a policy reads is also one of `SpecialistReader.rights`, by which candidates are
    cached.
    """

    type: str
    id: str
    security_level: SecurityLevel
    authorized_groups: frozenset[str]
