"""The embedding models that can run here: their names, folders and loaders."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from infra.local.emulators.vector import bge, minilm
from infra.local.emulators.vector.embedder_names import ModelName
from infra.local.emulators.vector.embedders import Embedder


@dataclass(frozen=True, slots=True)
class Model:
    """A model that can run here.

    `folder` returns the folder of its weights, and raises `EmbedderMissingError` if they are not
    installed; `load` reads them.
    """

    name: str
    dimension: int
    folder: Callable[[], Path]
    load: Callable[[], Embedder]


MODELS: Final[Mapping[ModelName, Model]] = {
    "minilm": Model(minilm.NAME, minilm.DIMENSION, minilm.model_folder, minilm.MiniLmEmbedder),
    "bge-small": Model(bge.NAME, bge.DIMENSION, bge.model_folder, bge.BgeEmbedder),
}
