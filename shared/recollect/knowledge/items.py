"""An item made of a request: its id, its times, and the flags that it needs."""

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime

from pydantic import JsonValue

from recollect.core.timestamps import epoch_ms, iso
from recollect.detection.findings import inspect_content
from recollect.detection.orders import is_instruction_like
from recollect.knowledge.requests import NewEvidence, in_utc
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import INSTRUCTION_LIKE, Item
from recollect.slicing.policy import WHOLE_CONTENT


def evidence_item(new: NewEvidence, scope: Scope, now: datetime) -> Item:
    """The item of a request; without an id, the same content always gets the same one."""
    named = new.model_dump(mode="json", exclude={"id", "content", "created_at"}, exclude_none=True)
    created_at, validated_at = new.created_at or in_utc(now), new.last_validated_at
    return Item(
        id=new.id or _id_of(new.content, scope),
        content=new.content,
        metadata={
            **named,
            **({"last_validated_at": iso(validated_at)} if validated_at else {}),
            "created_at": iso(created_at),
            "created_at_ms": epoch_ms(created_at),
            **_flags(new),
        },
    )


def _flags(new: NewEvidence) -> dict[str, JsonValue]:
    """What the caller says of an item, and what is found in it besides."""
    found = inspect_content(new.content)
    beside: dict[str, JsonValue] = {"tags": list(new.tags), "thread": new.thread}
    in_metadata = inspect_content({**(new.model_extra or {}), **beside}, "$.metadata")
    fields = (*_named_fields(new), *found.pii_fields, *in_metadata.pii_fields)
    return {
        "containsPII": new.containsPII or bool(fields),
        "piiFields": list(dict.fromkeys(fields)),
        "hasCredentials": new.hasCredentials
        or found.has_credentials
        or in_metadata.has_credentials,
        INSTRUCTION_LIKE: is_instruction_like(new.content),
    }


def _named_fields(new: NewEvidence) -> Sequence[str]:
    # Who says that there is personal data but not where means all of it. Without this, a field
    # that we find would pass for the only one.
    return WHOLE_CONTENT if new.containsPII and not new.piiFields else new.piiFields


def _id_of(content: JsonValue, scope: Scope) -> str:
    identity = json.dumps([scope.tenant, scope.project, content], sort_keys=True)
    return f"ev_{hashlib.sha256(identity.encode()).hexdigest()[:32]}"
