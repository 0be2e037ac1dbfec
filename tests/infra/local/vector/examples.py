"""What the tests of the index share."""

from collections.abc import Sequence

import numpy as np

from infra.local.emulators.vector.embedders import Matrix
from infra.local.emulators.vector.index import VectorIndex
from infra.local.emulators.vector.records import Hit, Mode, Query, Text

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


def put(index: VectorIndex, namespace: str, texts: dict[str, str]) -> None:
    index.upsert(namespace, [Text(name, text, {"n": name}) for name, text in texts.items()])


def find(
    index: VectorIndex, namespace: str, text: str, mode: Mode = "DENSE", filter_text: str = ""
) -> list[Hit]:
    return index.query(namespace, [Query(mode, text, 10, filter_text)])[0]


def names(hits: Sequence[Hit]) -> list[str]:
    return [hit.record.id for hit in hits]
