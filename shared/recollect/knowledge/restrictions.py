"""Compares who may see two items."""

import math

from recollect.retrieval.items import DEFAULT_SENSITIVITY, Metadata, strings_of
from recollect.slicing.policy import denials_for_all, number_of


def at_most_as_restricted(one: Metadata, other: Metadata) -> bool:
    """Whether everybody who may see `other` may see `one`, by the five rules of the policy.

    Sensitivities are compared as numbers, since a customer's own policy may draw any line.
    """
    return (
        _sensitivity(one) <= _sensitivity(other)
        and (not _is_withheld(one) or _is_withheld(other))
        and _groups_reach(one, other)
    )


def _sensitivity(metadata: Metadata) -> float:
    found = number_of(metadata.get("sensitivity"), DEFAULT_SENSITIVITY)
    return math.inf if found is None else found


def _is_withheld(metadata: Metadata) -> bool:
    """Whether nobody may see the item."""
    return any(denials_for_all(metadata))


def _groups_reach(one: Metadata, other: Metadata) -> bool:
    """Whether every group that may see `other` may see `one`."""
    needed = one.get("restrictedToGroups")
    if needed is None or needed == []:
        return True
    readable = strings_of(needed)
    if not isinstance(needed, list) or len(readable) < len(needed):
        return False
    groups = set(strings_of(other.get("restrictedToGroups")))
    return bool(groups) and groups <= set(readable)
