"""Replaces what a specialist may not see of an item, at the places its redaction paths lead to.

If detection found personal data in a text, and nobody marked the whole text as personal, only what
was found is masked, in place.

Paths come from whoever stored the item, or from a policy that repeats them. So an item is withheld
if one of its paths cannot be read, leads to too many places or hits the whole item; a path that
matches nothing is reported.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue

from recollect.core.json_paths import Location, children, parse_path
from recollect.detection.mask import masked_personal_data
from recollect.retrieval.items import Item, Metadata

REDACTED: Final = "[REDACTED]"
MASKED_TEXTS: Final = "piiTexts"
"""The metadata field with the paths of texts in which only personal data is masked; we write it."""
MAX_PATHS: Final = 200
MAX_VISITED_VALUES: Final = 20_000
"""The most values that all paths of an item may visit together; less than 100 ms."""
MAX_REQUEST_WORK: Final = 60_000
"""The most work of all redactions of a request, about 0.3 s."""
MAX_ITEM_WORK: Final = 2_000
"""The most work of an item when it is stored: thirty of the worst fit into a request."""

_SHOWN = 200
# The work of parsing a path, of building a location, and of masking a text, in visited values.
_CHARACTERS_A_VALUE, _STEPS_A_VALUE, _MASKED_A_VALUE = 8, 8, 4
_PLAIN = re.compile(r"[\w.$*\[\]:-]*")


@dataclass(frozen=True, slots=True)
class Redacted:
    """What is left of an item, how many values were `replaced`, and the paths that match none.

    With a `problem`, which quotes no content, the item must be withheld, and nothing is left of it.
    """

    content: JsonValue = None
    metadata: Metadata = field(default_factory=dict)
    replaced: int = 0
    unmatched: tuple[str, ...] = ()
    problem: str = ""


@dataclass(slots=True)
class RedactionBudget:
    """The work that all redactions of a request may still do, in JSON values visited."""

    left: int = MAX_REQUEST_WORK

    @property
    def is_used_up(self) -> bool:
        """Whether more work was needed than was left."""
        return self.left < 0

    def spend(self, values: int) -> None:
        """Spend work. Raises ValueError if so much is not left."""
        self.left -= values
        if self.is_used_up:
            raise ValueError("leads to too much work")

    def takes(self, values: int) -> bool:
        """Spend work if so much is left, and say whether it was."""
        is_there = values <= self.left
        self.left -= values if is_there else 0
        return is_there


def is_costly(item: Item, paths: Sequence[str]) -> bool:
    """Whether these paths need more work than a stored item may need."""
    work = RedactionBudget(MAX_ITEM_WORK)
    redact(item, paths, work)
    return work.is_used_up


def redact(item: Item, paths: Sequence[str], work: RedactionBudget | None = None) -> Redacted:
    """Replace every value that `paths` match in `{id, content, metadata}` by "[REDACTED]".

    In a text that the item's `piiTexts` name, only the personal data is replaced, by
    "[REDACTED:kind]". The item is not changed but copied. `work` is shared by the items of a
    request; an item whose paths exceed it is withheld, and a text that exceeds it is replaced
    whole.
    """
    if not paths:
        return Redacted(item.content, item.metadata)
    if len(paths) > MAX_PATHS:
        return Redacted(problem=f"more than {MAX_PATHS} redaction paths")
    document: dict[str, JsonValue] = {
        "id": item.id,
        "content": item.content,
        "metadata": dict(item.metadata),
    }
    found: dict[str, list[Location]] = {}
    own, shared = RedactionBudget(MAX_VISITED_VALUES), work or RedactionBudget()
    for path in paths:
        try:
            found[path] = _locations(path, document, (own, shared))
        except ValueError:
            return Redacted(problem=f"the redaction path {shown(path)} cannot be applied")
    return _replaced(document, found, _Marks(item, found, shared))


def shown(path: str) -> str:
    """A path as a warning may quote it: names and positions, but no values of a filter."""
    if not _PLAIN.fullmatch(path):
        return "(with a filter or a quoted name)"
    return repr(path if len(path) <= _SHOWN else f"{path[:_SHOWN]}…")


def _locations(
    path: str, document: JsonValue, works: Collection[RedactionBudget]
) -> list[Location]:
    """Where `path` leads. Raises ValueError when it cannot be read, or exceeds a work budget."""
    for work in works:
        work.spend(1 + len(path) // _CHARACTERS_A_VALUE)
    reached: list[tuple[Location, JsonValue]] = [((), document)]
    for depth, step in enumerate(parse_path(path)):
        reached = [
            ((*location, key), child)
            for location, value in reached
            for key, child in children(value, step)
        ]
        for work in works:
            work.spend(len(reached) * (1 + depth // _STEPS_A_VALUE))
    return [location for location, _ in reached]


def _replaced(
    document: dict[str, JsonValue],
    found: Mapping[str, list[Location]],
    marks: "_Marks",
) -> Redacted:
    for path, locations in found.items():
        if () in locations or ("id",) in locations:
            return Redacted(
                problem=f"the redaction path {shown(path)} hits the whole item or its id"
            )
    places = {place for locations in found.values() for place in locations}
    content, metadata = (
        _without(
            document[name], [place[1:] for place in places if place[0] == name], marks, (name,)
        )
        for name in ("content", "metadata")
    )
    return Redacted(
        content=content,
        metadata=metadata if isinstance(metadata, dict) else {},
        replaced=len(places),
        unmatched=tuple(path for path, locations in found.items() if not locations),
    )


class _Marks:
    """The replacements for the values of an item that its redaction paths lead to."""

    def __init__(
        self, item: Item, found: Mapping[str, list[Location]], work: RedactionBudget
    ) -> None:
        texts = item.metadata.get(MASKED_TEXTS)
        named = texts if isinstance(texts, list) else ()
        # A path that `piiTexts` lacks replaces its value whole, even if another path masks it.
        self._whole = {each for path in found if path not in named for each in found[path]}
        self._item = item
        self._work = work

    def instead_of(self, value: JsonValue, place: Location) -> JsonValue:
        """A text without its personal data; "[REDACTED]" if none is found, and for other values."""
        if not isinstance(value, str) or place in self._whole:
            return REDACTED
        text = self._masked(value, place)
        return REDACTED if text == value else text

    def _masked(self, text: str, place: Location) -> str:
        if place == ("content",) and self._item.masked is not None:
            return self._item.masked
        is_affordable = self._work.takes(len(text) // _MASKED_A_VALUE)
        return masked_personal_data(text) if is_affordable else REDACTED


def _without(
    value: JsonValue, places: Collection[Location], marks: _Marks, at: Location
) -> JsonValue:
    """A copy of `value` in which marks replace the values at `places`."""
    if () in places:
        return marks.instead_of(value, at)
    below: dict[str | int, list[Location]] = {}
    for place in places:
        below.setdefault(place[0], []).append(place[1:])
    if not below:
        return value
    if isinstance(value, dict):
        changed = {
            name: _without(value[name], below[name], marks, (*at, name))
            for name in value.keys() & below
        }
        return {**value, **changed}
    elements = value if isinstance(value, list) else []
    return [
        _without(each, below.get(index, ()), marks, (*at, index))
        for index, each in enumerate(elements)
    ]
