"""An item as it is sent, and its size, which is part of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, ConfigDict, JsonValue, PrivateAttr

from recollect.core.messages import Omittable
from recollect.retrieval.items import LIFTED_BY, string_of
from recollect.retrieval.ranked import Ranked
from recollect.retrieval.visibility import Sight
from recollect.slicing.redaction import MASKED_TEXTS

NEVER_SHOWN: Final = frozenset(
    {
        # The content stands beside the metadata; the others are for policies and stores.
        "content",
        "hasCredentials",
        "piiFields",
        MASKED_TEXTS,
        "restrictedToGroups",
        "created_at_ms",
        "last_validated_at_ms",
        # The items that it supersedes say so themselves, if the reader may see them.
        "supersedes",
        # The answer sets these itself.
        "sources",
        "redacted",
        "byteSize",
    }
)
"""Metadata fields that no answer shows as they are stored, and no filter may ask for."""
NEVER_ASKED: Final = NEVER_SHOWN | {LIFTED_BY}
"""Metadata fields that no filter may ask for: the value of the last is for auditors."""

# The item's own source is shown under another name.
_LEFT_OUT: Final = NEVER_SHOWN | {"source"}
# The answer around it adds further levels, and serializing fails beyond 255.
_MAX_DEPTH: Final = 128
_SIZE: Final = '"byteSize":'


class SlicedItem(BaseModel):
    """A piece of evidence for a specialist, exactly as in the seed.

    `score` and `embedding` are there only when requested; `title` and `url` if the item has them;
    `superseded_by`, `duplicates` and `conflicts_with` if there are any. `metadata` is the item's
    own without internal fields, then `source` (of the search; the item's own is `origin`),
    `sources` if several found it, `redacted`, and `byteSize`: the bytes of this item's JSON, its
    own digits included.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, allow_inf_nan=False)

    id: str
    title: Omittable[str] = None
    url: Omittable[str] = None
    content: JsonValue
    superseded_by: Omittable[str] = None
    duplicates: Omittable[tuple[str, ...]] = None
    conflicts_with: Omittable[tuple[str, ...]] = None
    score: Omittable[float] = None
    metadata: dict[str, JsonValue]
    embedding: Omittable[tuple[float, ...]] = None

    _text: str = PrivateAttr("")

    @property
    def json_text(self) -> str:
        """The item's JSON, for use in a larger one: the text from which its size was computed.

        A model that contains sliced items produces the same, but serializes them again.
        """
        return self._text or self.model_dump_json()

    @property
    def byte_size(self) -> int:
        """The bytes of `json_text` in UTF-8."""
        return len(self.json_text.encode())

    @classmethod
    def sized(cls, fields: Mapping[str, object], metadata: Mapping[str, JsonValue]) -> "SlicedItem":
        """Make an item with its size. Raises ValueError when it cannot be sent as JSON."""
        draft = cls.model_validate({**fields, "metadata": {**metadata, "byteSize": 0}})
        text = draft.model_dump_json()
        if _depth_exceeds(draft, text):
            raise ValueError("nested too deeply")
        size = _with_own_digits(len(text.encode()) - 1)
        # Only the numbers of an embedding can follow the last match.
        before, _, after = text.rpartition(f"{_SIZE}0")
        item = draft.model_copy(update={"metadata": {**draft.metadata, "byteSize": size}})
        item._text = f"{before}{_SIZE}{size}{after}"  # noqa: SLF001  # its own
        return item


@dataclass(frozen=True, slots=True)
class Including:
    """What an item is sent with: its score, its embedding."""

    scores: bool
    embeddings: bool


def sliced(ranked: Ranked, sight: Sight, including: Including) -> SlicedItem:
    """What a specialist sees of a candidate, as it is sent. Raises ValueError if that fails.

    If a policy wanted something hidden there is no embedding, since it was made from that, too.
    """
    candidate, relations = ranked.candidate, ranked.relations
    whole = not sight.masked and not sight.unmatched
    embedding = candidate.embedding if including.embeddings and whole else None
    found = {
        "superseded_by": relations.superseded_by,
        "duplicates": relations.duplicates or None,
        "conflicts_with": relations.conflicts_with or None,
        "score": ranked.score if including.scores else None,
        "embedding": embedding,
    }
    return _sized(sight, candidate.sources, found)


def seen_item(sight: Sight, source: str) -> SlicedItem:
    """What a reader sees of an item that was not searched. ValueError when it cannot be sent."""
    return _sized(sight, (source,), {})


def _sized(sight: Sight, sources: tuple[str, ...], found: Mapping[str, object]) -> SlicedItem:
    item = sight.item
    return SlicedItem.sized(
        {"id": item.id, **_beside(item.metadata), "content": item.content, **found},
        _metadata(item.metadata, sources, redacted=sight.masked),
    )


def _metadata(
    own: Mapping[str, JsonValue], sources: tuple[str, ...], *, redacted: bool
) -> dict[str, JsonValue]:
    beside = {name for name, value in _beside(own).items() if value is not None}
    metadata = {
        name: value for name, value in own.items() if name not in _LEFT_OUT and name not in beside
    }
    if "source" in own:
        metadata["origin"] = own["source"]
    metadata["source"] = sources[0] if sources else None
    if len(sources) > 1:
        metadata["sources"] = list(sources)
    metadata["redacted"] = redacted
    return metadata


def _beside(own: Mapping[str, JsonValue]) -> Mapping[str, str | None]:
    """The fields that stand beside the metadata: the title, and the link to the item.

    Only a link with http or https, which is safe to open, becomes `url`.
    """
    url = string_of(own.get("url")) or ""
    is_link = url.startswith(("https://", "http://"))
    return {"title": string_of(own.get("title")), "url": url if is_link else None}


def _with_own_digits(rest: int) -> int:
    """The n for which n = `rest` + the number of n's digits."""
    digits = 1
    while len(str(rest + digits)) > digits:
        digits += 1
    return rest + digits


def _depth_exceeds(item: SlicedItem, text: str) -> bool:
    if text.count("[") + text.count("{") <= _MAX_DEPTH:  # nearly always, and quickly known
        return False
    level: list[JsonValue] = [item.content, item.metadata]
    for _ in range(_MAX_DEPTH):
        level = [child for one in level for child in _children(one)]
        if not level:
            return False
    return True


def _children(value: JsonValue) -> list[JsonValue]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
