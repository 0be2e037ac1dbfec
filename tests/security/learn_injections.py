"""Learns what the signs of a prompt injection weigh: `python -m tests.security.learn_injections`.

A logistic regression over the signs that a sentence has, alone and in pairs, kept small by a
penalty on each weight (L1 and L2, solved by FISTA). Of an injection in several sentences only the
one that weighs most counts, since the others are the harmless text around it. The examples are
those of this folder, and harmless texts of corpora whose files (JSON lines with a `text`) are
named as arguments; the table that is kept was learned with every second text of the four public
retrieval corpora. The same examples give the same weights.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recollect import detection
from recollect.detection.injection_words import NAMES, signs_of
from recollect.language.sentences import split_sentences
from tests.security.injection_examples import Example, examples

Numbers = NDArray[np.float64]

_SINGLE_PENALTY, _PAIR_PENALTY, _SQUARE_PENALTY = 0.1, 0.4, 0.3
_MIN_EXAMPLES_OF_A_SIGN = 4
_STEPS = 300
_ROUNDS = 3
_BACKGROUND_WEIGHT, _NEARLY_AN_INJECTION, _SENTENCES_AT_ONCE, _MAX_READ_CHARACTERS = (
    0.4,
    -1.5,
    2000,
    16_384,
)
_SETS = ("development", "own", "first", "later", "desk")
_FIRSTS, _SECONDS = np.triu_indices(len(NAMES), 1)


def main() -> None:
    """Learn from the examples of `_SETS`, and from the texts of the named files."""
    background = [
        text
        for path in sys.argv[1:]
        for text in _texts_to_learn_from(Path(path).read_text("utf-8"))
    ]
    learned = learn([each for name in _SETS for each in examples(name)], background)
    path = Path(detection.__file__).with_name("injection_weights.txt")
    path.write_text("\n".join(learned) + "\n", encoding="ascii")


def _texts_to_learn_from(lines: str) -> Iterator[str]:
    """Every second text of a harmless corpus; the others are kept to check what was learned."""
    for line in lines.splitlines()[::2]:
        yield json.loads(line)["text"][:_MAX_READ_CHARACTERS]


def learn(given: Sequence[Example], background: Iterable[str]) -> list[str]:
    """The lines of the table."""
    signs = [[signs_of(each) for each in split_sentences(one.text)] or [0] for one in given]
    harmless = sorted({signs_of(each) for text in background for each in split_sentences(text)})
    heaviest: list[int] | None = None
    hard: set[int] = set()
    for _ in range(_ROUNDS):
        rows = sorted(hard)
        injections = [False] * len(rows)
        weights = [_BACKGROUND_WEIGHT] * len(rows)
        for place, (one, sentences) in enumerate(zip(given, signs, strict=True)):
            if not one.injection:
                used = sentences
            elif len(sentences) == 1 or heaviest is None:
                used = sentences if len(sentences) == 1 else []
            else:
                used = [sentences[heaviest[place]]]
            rows += used
            injections += [one.injection] * len(used)
            weights += [len(used) ** -0.5 for _ in used]
        table, bias = _fitted(_columns(rows), np.array(injections, float), np.array(weights))
        heaviest = [int(np.argmax(_columns(each) @ table)) for each in signs]
        # Only sentences that look like an injection teach anything.
        hard |= {each for each, by in _weighed(harmless, table) if by + bias > _NEARLY_AN_INJECTION}
    return list(_lines(table, bias))


def _weighed(signs: Sequence[int], table: Numbers) -> Iterator[tuple[int, float]]:
    for start in range(0, len(signs), _SENTENCES_AT_ONCE):
        part = signs[start : start + _SENTENCES_AT_ONCE]
        yield from zip(part, map(float, _columns(part) @ table), strict=True)


def _columns(signs: Iterable[int]) -> Numbers:
    singles = np.array(
        [[each >> place & 1 for place in range(len(NAMES))] for each in signs], float
    )
    return np.hstack([singles, singles[:, _FIRSTS] * singles[:, _SECONDS]])


def _fitted(columns: Numbers, injections: Numbers, weights: Numbers) -> tuple[Numbers, float]:
    often = columns.sum(0) + (columns * injections[:, None]).sum(0) >= _MIN_EXAMPLES_OF_A_SIGN
    seen = columns[:, often]
    penalty = np.where(np.nonzero(often)[0] < len(NAMES), _SINGLE_PENALTY, _PAIR_PENALTY)
    step = 1 / (_steepest(seen, weights) + _SQUARE_PENALTY + weights.sum() / 4)
    table = ahead = np.zeros(seen.shape[1])
    bias = bias_ahead = -1.0
    pace = 1.0
    for _ in range(_STEPS):
        wrong = weights * (1 / (1 + np.exp(-(seen @ ahead + bias_ahead))) - injections)
        moved = ahead - step * (seen.T @ wrong + _SQUARE_PENALTY * ahead)
        moved = np.sign(moved) * np.maximum(np.abs(moved) - step * penalty, 0)
        bias_moved = bias_ahead - step * wrong.sum()
        quicker = (1 + (1 + 4 * pace * pace) ** 0.5) / 2
        ahead = moved + (pace - 1) / quicker * (moved - table)
        bias_ahead = bias_moved + (pace - 1) / quicker * (bias_moved - bias)
        table, bias, pace = moved, bias_moved, quicker
    whole = np.zeros(columns.shape[1])
    whole[often] = table
    return whole, float(bias)


def _steepest(seen: Numbers, weights: Numbers) -> float:
    """A bound of the curvature, by the power method."""
    direction = np.ones(seen.shape[1])
    for _ in range(20):
        direction = seen.T @ (weights * (seen @ direction))
        direction /= np.linalg.norm(direction)
    return float(0.25 * 1.1 * np.linalg.norm(seen.T @ (weights * (seen @ direction))))


def _lines(table: Numbers, bias: float) -> Iterable[str]:
    """The bias; then each sign with its weight and those of its pairs, in thousandths."""
    alone, together = np.split(np.rint(1000 * table).astype(int), [len(NAMES)])
    yield f"bias {round(1000 * bias)}"
    for first, (name, weight) in enumerate(zip(NAMES, alone, strict=True)):
        own = first == _FIRSTS
        others = zip(_SECONDS[own], together[own], strict=True)
        pairs = [f"{NAMES[second]} {both}" for second, both in others if both]
        if weight or pairs:
            yield " ".join((name, str(weight), *pairs))


if __name__ == "__main__":
    main()
