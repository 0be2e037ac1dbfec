"""The texts and numbers of a result, each with where it stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import folded
from recollect.validation.known.records import Source
from recollect.validation.results import ReadResult

_MOST_VALUES: Final = 5_000
_MOST_CHARACTERS: Final = 200_000
_LONGEST_PATH: Final = 200


@dataclass(eq=False)  # a frozen one takes three times as long to make
class ResultText:
    """A text of a result, with where it stands, and the name of its field."""

    text: str
    source: Source
    name: str

    @lazy
    def fold(self) -> str:
        """The text, folded."""
        return folded(self.text)


def texts_of(result: ReadResult) -> Iterator[ResultText]:
    """The texts and numbers of a result, with their paths, up to a bound."""
    room = _MOST_CHARACTERS
    if result.text:
        yield ResultText(result.text[:room], Source(result.tool, ""), "")
        room -= len(result.text)
    waiting: list[tuple[str, str, JsonValue]] = [("", "", dict(result.content))]
    for _ in range(_MOST_VALUES):
        if not waiting or room <= 0:
            return
        path, name, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [
                (f"{path}.{key}" if path else key, key, each)
                for key, each in reversed(value.items())
            ]
        elif isinstance(value, list):
            waiting += [
                (f"{path}[{place}]", name, value[place]) for place in range(len(value) - 1, -1, -1)
            ]
        elif isinstance(value, str) or (
            isinstance(value, (int, float)) and not isinstance(value, bool)
        ):
            text = str(value)[:room]
            room -= len(text)
            yield ResultText(text, Source(result.tool, path[:_LONGEST_PATH]), name)
