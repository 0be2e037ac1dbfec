"""Makes an item from a request: its id, its times, and the flags that it needs."""

from datetime import datetime

from pydantic import JsonValue

from recollect.core.ids import content_id
from recollect.core.timestamps import CLOCKS_APART, epoch_ms, in_utc, iso
from recollect.core.writer import Writer
from recollect.detection.content_inspection import inspect_content
from recollect.detection.injection import is_instruction_like
from recollect.knowledge.indexing import PLAIN, Declared
from recollect.knowledge.requests import LIFT, NewEvidence
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import (
    INSTRUCTION_LIKE,
    LIFTED_AT,
    LIFTED_BY,
    Item,
    Metadata,
    shown_of,
)
from recollect.slicing.policy import WHOLE_CONTENT
from recollect.slicing.redaction import MASKED_TEXTS

# Every item has these lists, mostly empty; their names are ours, so they reveal nothing.
_OUR_LISTS = frozenset({"caused_by", "derived_from", "tags"})
_LEFT_OUT_IF_EMPTY = ("aliases", "supersedes")


def evidence_item(new: NewEvidence, scope: Scope, now: datetime, writer: Writer) -> Item:
    """The item of a request, with at most the trust and importance that its writer may give.

    Without an id in the request, the same content of the same writer always gets the same id.
    """
    new = writer.bounded(new)
    left_out = {"id", "content", "created_at", LIFT}
    named = new.model_dump(mode="json", exclude=left_out, exclude_none=True)
    created_at = new.created_at
    # Newer texts pass older ones, so one from the future would pass all that come until then.
    if created_at is None or created_at > now + CLOCKS_APART:
        created_at = in_utc(now)
    times = {"last_validated_at": new.last_validated_at, "valid_from": new.valid_from}
    times |= {"valid_until": new.valid_until}
    metadata: dict[str, JsonValue] = {
        **{name: named[name] for name in named if named[name] or name not in _LEFT_OUT_IF_EMPTY},
        **{name: iso(time) for name, time in times.items() if time},
        "created_at": iso(created_at),
        "created_at_ms": epoch_ms(created_at),
    }
    place = (scope.tenant, scope.project)
    item_id = new.id or content_id("ev", *place, new.content, *writer.id_parts)
    item = flagged(Item(item_id, new.content, metadata), declared_by(new))
    return lifted(item, writer.subject, iso(now)) if new.lift_instruction_like else item


def declared_by(new: NewEvidence) -> Declared:
    """What a request declares to be hidden in its item."""
    # A caller that declares personal data but not where means the whole content. Otherwise a field
    # that detection finds would be taken for the only one.
    fields = WHOLE_CONTENT if new.containsPII and not new.piiFields else new.piiFields
    return Declared(fields, new.hasCredentials)


def flagged(item: Item, declared: Declared) -> Item:
    """The item with the flags that it needs: by what is declared, and by what detection finds.

    Nobody has lifted a flag of it: that was said of the text as it was.
    """
    found = inspect_content(item.content)
    metadata = without_lift(item.metadata)
    beside = {
        name: value
        for name, value in metadata.items()
        if name not in PLAIN and (value or name not in _OUR_LISTS)
    }
    in_metadata = inspect_content(beside, "$.metadata")
    fields = (*declared.pii_fields, *found.pii_fields, *in_metadata.pii_fields)
    named = set(declared.pii_fields)
    texts = [each for each in (*found.pii_texts, *in_metadata.pii_texts) if each not in named]
    flags: dict[str, JsonValue] = {
        "containsPII": bool(fields),
        "piiFields": list(dict.fromkeys(fields)),
        MASKED_TEXTS: list[JsonValue](texts),
        "hasCredentials": declared.has_credentials
        or found.has_credentials
        or in_metadata.has_credentials,
        INSTRUCTION_LIKE: is_instruction_like(shown_of(Item(item.id, item.content, beside))),
    }
    return Item(item.id, item.content, {**metadata, **flags})


def lifted(item: Item, by: str, at: str) -> Item:
    """The item without the mark of one that gives orders; says who lifted that, and when."""
    lift: Metadata = {INSTRUCTION_LIKE: False, LIFTED_BY: by, LIFTED_AT: at}
    return Item(item.id, item.content, {**item.metadata, **lift})


def without_lift(metadata: Metadata) -> Metadata:
    """The metadata without the fields that say that somebody lifted a mark."""
    return {name: metadata[name] for name in metadata if name not in {LIFTED_AT, LIFTED_BY}}
