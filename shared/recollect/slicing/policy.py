"""The five rules that decide what a specialist may see without a policy agent (seed: SCS).

1. `sensitivity` over 0.7 is not for public and internal specialists.
2. `containsPII` redacts the fields that `piiFields` names, or else the whole content.
3. `hasCredentials` is for nobody.
4. `trust` below 0.3 is for nobody.
5. `restrictedToGroups` needs a group in common with the specialist.

They read the same document that OPA gets, and infra/policies/context.rego says the same in Rego.
Metadata comes from whoever stored it: a value that is there and cannot be read denies.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from recollect.retrieval.items import DEFAULT_SENSITIVITY, DEFAULT_TRUST, Item
from recollect.retrieval.visibility import Bounds, Fallback
from recollect.slicing.specialist import ALL_GROUPS, Specialist

PolicyInput = Mapping[str, JsonValue]

HIGHEST_SENSITIVITY: Final = 0.7
LOWEST_TRUST: Final = 0.3
WHOLE_CONTENT: Final = ("$.content",)

_NOTHING: Final = "there is nothing to decide on"
_NEVER_TOO_SENSITIVE: Final = ("confidential", "restricted")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an item may be seen, without which fields (JSONPaths from the item), and why.

    `reason` names the rules and their numbers, never content; "" if no rule denies.
    """

    allow: bool
    redacted_fields: tuple[str, ...]
    reason: str
    fallback: Fallback | None = None


def policy_input(specialist: Specialist, item: Item) -> dict[str, JsonValue]:
    """The document that a policy decides on, as in the seed."""
    groups: list[JsonValue] = [*sorted(specialist.authorized_groups)]
    return {
        "specialist": {
            "type": specialist.type,
            "id": specialist.id,
            "securityLevel": specialist.security_level,
            "authorizedGroups": groups,
        },
        "item": {"id": item.id, "content": item.content, "metadata": dict(item.metadata)},
    }


def local_bounds(specialist: Specialist) -> Bounds:
    """What a store may leave out for a specialist, since the rules deny it in any case."""
    groups = specialist.authorized_groups
    return Bounds(
        least_trust=LOWEST_TRUST,
        most_sensitive=highest_sensitivity(specialist.security_level),
        groups=None if ALL_GROUPS in groups else tuple(sorted(groups)),
    )


def local_verdict(document: PolicyInput) -> Verdict:
    """Decide by the five rules; a document without specialist, item or metadata is denied."""
    specialist, item = document.get("specialist"), document.get("item")
    metadata = item.get("metadata") if isinstance(item, dict) else None
    if not isinstance(specialist, dict) or not isinstance(metadata, dict):
        return Verdict(allow=False, redacted_fields=(), reason=_NOTHING)
    if reason := "; ".join(_denials(specialist, metadata)):
        return Verdict(allow=False, redacted_fields=(), reason=reason)
    return Verdict(allow=True, redacted_fields=personal_fields(metadata), reason="")


def personal_fields(metadata: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """The paths of an item's personal data, which rule 2 redacts."""
    return _pii_fields(metadata.get("piiFields")) if is_set(metadata.get("containsPII")) else ()


def is_set(flag: JsonValue) -> bool:
    """Whether a flag is set: anything but null and false.

    This is not truthiness: 0, "" and [] are no booleans, and their writer may have meant yes.
    """
    return flag is not None and flag is not False


def highest_sensitivity(level: JsonValue) -> float | None:
    """The highest sensitivity (0…1) that a security level may see (rule 1); None for any."""
    return None if level in _NEVER_TOO_SENSITIVE else HIGHEST_SENSITIVITY


def _denials(
    specialist: Mapping[str, JsonValue], metadata: Mapping[str, JsonValue]
) -> Iterable[str]:
    """The rules that deny, in the seed's order."""
    level = specialist.get("securityLevel")
    sensitivity = number_of(metadata.get("sensitivity"), DEFAULT_SENSITIVITY)
    if (most := highest_sensitivity(level)) is not None:
        name = "internal" if level == "internal" else "public"
        if sensitivity is None:
            yield f"sensitivity is not a number, for {name}"
        elif sensitivity > most:
            yield f"sensitivity {sensitivity:.12g} is above {most} for {name}"
    yield from denials_for_all(metadata)
    yield from _group_denials(specialist.get("authorizedGroups"), metadata)


def denials_for_all(metadata: Mapping[str, JsonValue]) -> Iterable[str]:
    """Why an item is for nobody, whoever asks: rules 3 and 4."""
    if is_set(metadata.get("hasCredentials")):
        yield "holds credentials"
    trust = number_of(metadata.get("trust"), DEFAULT_TRUST)
    if trust is None:
        yield "trust is not a number"
    elif trust < LOWEST_TRUST:
        yield f"trust {trust:.12g} is below {LOWEST_TRUST}"


def _group_denials(authorized: JsonValue, metadata: Mapping[str, JsonValue]) -> Iterable[str]:
    restricted = metadata.get("restrictedToGroups")
    if restricted is None:
        return
    if not isinstance(restricted, list) or not all(isinstance(one, str) for one in restricted):
        yield "restricted to groups that cannot be read"
    elif restricted:
        own = authorized if isinstance(authorized, list) else []
        if ALL_GROUPS not in own and not any(group in own for group in restricted):
            yield "restricted to groups the specialist is not in"


def number_of(value: JsonValue, default: float) -> float | None:
    """A number in metadata as the rules read it; None if it cannot be read."""
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:  # an integer of more than 308 digits
        return None


def _pii_fields(fields: JsonValue) -> tuple[str, ...]:
    if not isinstance(fields, list):
        return WHOLE_CONTENT
    named = tuple(field for field in fields if isinstance(field, str) and field)
    return named if named and len(named) == len(fields) else WHOLE_CONTENT
