"""What the tests of the index share."""

from collections.abc import Sequence

import numpy as np
from pydantic import JsonValue

from infra.local.emulators.vector.embedders import Matrix
from infra.local.emulators.vector.index import EmulatedIndex
from infra.local.emulators.vector.payloads import Mode, TextQuery, UpdateBody, UpsertItem
from infra.local.emulators.vector.records import Hit

TEXTS = {
    "dns": "DNS resolution fails for the payment gateway",
    "disk": "Disk of the database host is full",
    "cert": "The TLS certificate of the gateway expired",
    "mail": "Outgoing mail is delayed",
}


class Axes:
    """An embedder of another name: each letter a, b, c, d is an axis."""

    name = "axes"
    dimension = 4

    def embed(self, texts: Sequence[str]) -> Matrix:
        return np.array([[text.count(c) for c in "abcd"] for text in texts], np.float32)


def put(index: EmulatedIndex, namespace: str, texts: dict[str, str]) -> None:
    items = [UpsertItem(id=name, data=text, metadata={"n": name}) for name, text in texts.items()]
    index.upsert(namespace, items)


def patch(index: EmulatedIndex, namespace: str, name: str, change: dict[str, JsonValue]) -> bool:
    return index.update(namespace, UpdateBody(id=name, metadata=change, metadataUpdateMode="PATCH"))


def query(mode: Mode, text: str, top_k: int = 10, filter_text: str = "") -> TextQuery:
    body: dict[str, object] = {
        "queryMode": mode,
        "data": text,
        "topK": top_k,
        "filter": filter_text,
    }
    if mode == "SPARSE":
        body["weightingStrategy"] = "IDF"
    return TextQuery.model_validate(body)


def find(
    index: EmulatedIndex, namespace: str, text: str, mode: Mode = "DENSE", filter_text: str = ""
) -> list[Hit]:
    return index.query(namespace, [query(mode, text, 10, filter_text)])[0]


def names(hits: Sequence[Hit]) -> list[str]:
    return [hit.record.id for hit in hits]
