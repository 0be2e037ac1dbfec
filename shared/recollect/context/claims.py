"""The rights of a specialist: what its sender claims lowers those of the caller, or leaves them."""

from recollect.context.request import RequestMeta, Sender
from recollect.core.security_levels import SecurityLevel, lower_of
from recollect.slicing.specialist import ALL_GROUPS, Specialist


def specialist_of(
    meta: RequestMeta, granted_level: SecurityLevel, granted_groups: frozenset[str]
) -> Specialist:
    """The specialist with the rights that are both claimed and granted."""
    claimed = meta.sender
    return Specialist(
        type=claimed.type,
        id=claimed.id,
        security_level=lower_of(claimed.security_level or granted_level, granted_level),
        authorized_groups=_groups_of(claimed, granted_groups),
    )


def _groups_of(claimed: Sender, granted: frozenset[str]) -> frozenset[str]:
    """The groups that are both claimed and granted.

    A caller that is granted all groups (`*`) may ask on behalf of a member of any group. So a
    specialist for which it claims a level but no groups is in none of them; if it claims neither,
    it asks for itself.
    """
    if claimed.authorized_groups is None:
        return granted if claimed.security_level is None else granted - {ALL_GROUPS}
    asked = frozenset(claimed.authorized_groups)
    if ALL_GROUPS in asked:
        return granted
    return asked if ALL_GROUPS in granted else granted & asked
