"""Masks what is private in a memory before it is stored, and decides who may see sensitive ones.

The policy is that of evidence: nobody sees personal data or credentials, and only some levels see
sensitive items. Masked text is neither stored nor searched, so no query can match it. No filter can
match it either, since the values of filters are masked, too.
"""

from collections.abc import Mapping
from typing import Final, TypeVar

from pydantic import JsonValue

from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.security_levels import SecurityLevel
from recollect.detection.mask import masked
from recollect.detection.secrets import secrets_in
from recollect.memories.requests import MemoryListing, NewMemory, Search
from recollect.slicing.policy import HIGHEST_SENSITIVITY, highest_sensitivity

FREE_TEXT_FIELDS: Final = ("correction", "category")
"""The free texts among what the ledger keeps of a memory and of the events of its history."""

_Asked = TypeVar("_Asked", bound=NewMemory)
_Question = TypeVar("_Question", Search, MemoryListing)


def masked_decision(new: _Asked) -> _Asked:
    """The decision as it may be stored; InvalidRequest if `conversation_id` holds a credential."""
    if new.conversation_id and secrets_in(new.conversation_id):
        raise InvalidRequest([FieldError("conversation_id", "must not hold a credential")])
    return new.model_copy(
        update={
            "situation": masked(new.situation),
            "decision": masked(new.decision),
            "correction": masked_text(new.correction),
            "category": masked_text(new.category),
            "tags": tuple(map(masked, new.tags)),
            "steps": tuple(map(masked, new.steps)),
        }
    )


def with_masked_filters(question: _Question) -> _Question:
    """The search or listing with category and tags masked like stored ones, so that they match."""
    update: dict[str, object] = {"category": masked_text(question.category)}
    if isinstance(question, Search):
        update["tags"] = tuple(map(masked, question.tags))
    return question.model_copy(update=update)


def masked_text(text: str | None) -> str | None:
    """The text with what is private masked; None stays None."""
    return masked(text) if text else text


def with_words_masked(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields of a memory, or of an event of its history, with people's free texts masked."""
    return {
        name: masked(value) if name in FREE_TEXT_FIELDS else value for name, value in fields.items()
    }


def sees_all(level: SecurityLevel) -> bool:
    """Whether no memory is too sensitive for a caller of this level."""
    return highest_sensitivity(level) is None


def visibility_limits(level: SecurityLevel) -> Mapping[str, float]:
    """The highest values of fields that a caller of this level may see, for `Filters.at_most`."""
    most = highest_sensitivity(level)
    return {} if most is None else {"sensitivity": most}


def is_sensitive(sensitivity: float) -> bool:
    """Whether a memory is too sensitive for some callers."""
    return sensitivity > HIGHEST_SENSITIVITY


def is_for_all(metadata: Mapping[str, JsonValue]) -> bool:
    """Whether everyone who may read the app's memories may read this one."""
    return may_see("public", metadata)


def may_see(level: SecurityLevel, metadata: Mapping[str, JsonValue]) -> bool:
    """Whether a memory is not too sensitive for a caller.

    Nobody may see one whose sensitivity is not a number.
    """
    sensitivity, most = metadata.get("sensitivity", 0.0), highest_sensitivity(level)
    return (
        isinstance(sensitivity, int | float)
        and not isinstance(sensitivity, bool)
        and (most is None or sensitivity <= most)
    )


def may_remove(level: SecurityLevel, metadata: Mapping[str, JsonValue]) -> bool:
    """Whether a caller may delete a memory: one it may see, or any if its level sees all."""
    return sees_all(level) or may_see(level, metadata)
