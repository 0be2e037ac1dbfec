"""The embedding models that can run here, by name."""

from collections.abc import Mapping
from typing import Final

from infra.local.emulators.vector.bge import BgeEmbedder
from infra.local.emulators.vector.embedder_names import ModelName
from infra.local.emulators.vector.minilm import MiniLmEmbedder

MODELS: Final[Mapping[ModelName, type[MiniLmEmbedder | BgeEmbedder]]] = {
    "minilm": MiniLmEmbedder,
    "bge-small": BgeEmbedder,
}
