"""An embedder turns texts into vectors, in place of the models that Upstash hosts."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors. The same text always gives the same vector."""

    @property
    def name(self) -> str:
        """The name of the model and its version; vectors of different models cannot be compared."""

    @property
    def dimension(self) -> int:
        """The length of the vectors."""

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return one L2-normalised row for each text; the zero row for a text without words."""
