"""Who may see one item wherever another may be seen."""

from recollect.retrieval.items import DEFAULT_SENSITIVITY, DEFAULT_TRUST, Metadata, words_of
from recollect.slicing.policy import LOWEST_TRUST, is_set


def at_most_as_restricted(one: Metadata, other: Metadata) -> bool:
    """Whether everybody who may see `other` may see `one`, by the five rules of the policy.

    Sensitivities are compared as numbers, since a policy of one's own may draw its line anywhere.
    """
    return (
        _sensitivity(one) <= _sensitivity(other)
        and (not _is_withheld(one) or _is_withheld(other))
        and _groups_reach(one, other)
    )


def _sensitivity(metadata: Metadata) -> float:
    return _number(metadata.get("sensitivity", DEFAULT_SENSITIVITY), unreadable=2.0)


def _is_withheld(metadata: Metadata) -> bool:
    """Whether it is for nobody."""
    trust = _number(metadata.get("trust", DEFAULT_TRUST), unreadable=-1.0)
    return is_set(metadata.get("hasCredentials")) or trust < LOWEST_TRUST


def _groups_reach(one: Metadata, other: Metadata) -> bool:
    """Whether every group that may see `other` may see `one`."""
    needed = one.get("restrictedToGroups")
    if needed is None or needed == []:
        return True
    groups = set(words_of(other.get("restrictedToGroups")))
    return bool(groups) and isinstance(needed, list) and groups <= set(words_of(needed))


def _number(value: object, *, unreadable: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124  # NaN
        return unreadable
    return float(min(max(value, -1), 2))
