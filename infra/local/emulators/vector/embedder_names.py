"""The names of the embedders that can run here. Importing them loads no numpy."""

from typing import Literal

ModelName = Literal["minilm", "bge-small"]
EmbedderName = Literal["hashed", "minilm", "bge-small"]


class EmbedderMissingError(RuntimeError):
    """The packages of an optional embedder are not installed."""
