"""How long rules take for texts made to be slow and for twice as long ones: linear rules double."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from recollect.detection.pressing import presses
from recollect.discovery.mentions import mentions_in
from recollect.relevance.named_items import named_in
from tests.detection.test_pressing import HOSTILE
from tests.discovery.test_mentions import SLOW


@dataclass(frozen=True, slots=True)
class Hostile:
    """The times of one rule for a text that repeats one piece, in milliseconds."""

    rule: str
    piece: str
    characters: int
    once: float
    doubled: float


def measure_hostile() -> list[Hostile]:
    """Measure all pieces."""
    return [
        *(_measured("orders in a text", presses, piece, 16_384) for piece in HOSTILE),
        *(
            _measured("mentions", lambda text: mentions_in([text]), piece, 200_000)
            for piece in SLOW
        ),
        *(_measured("names in a query", _named, piece, 4_096) for piece in ("a ", "abcde ")),
    ]


def _named(query: str) -> object:
    word = query.partition(" ")[0]
    return named_in(query, [(f"{word} {n}", " ".join([word] * (1 + n % 16))) for n in range(500)])


def _measured(rule: str, read: Callable[[str], object], piece: str, characters: int) -> Hostile:
    text = piece * (characters // len(piece))
    return Hostile(rule, piece, characters, _fastest(read, text), _fastest(read, text * 2))


def _fastest(read: Callable[[str], object], text: str) -> float:
    """The fastest of three runs, so that other work on the machine does not count."""
    times = []
    for _ in range(3):
        started = time.perf_counter()
        read(text)
        times.append((time.perf_counter() - started) * 1000)
    return min(times)
