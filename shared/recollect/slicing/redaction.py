"""What a specialist may not see of an item is replaced, wherever its paths lead.

A text in which detection found personal data, and of which nobody said that all of it is, keeps
the rest: only what was found is masked, where it stands.

Paths come from whoever stored the item, or from a policy that repeats them. So one that cannot be
read, leads to too many places or hits the whole item withholds the item, and one that leads
nowhere is reported.
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
"""The metadata field with the paths of texts that are masked in their midst; ours to write."""
MOST_PATHS: Final = 200
MOST_VALUES: Final = 20_000
"""Values that all paths of an item may pass together; less than 100 ms."""
MOST_WORK: Final = 60_000
"""The work of all redactions of a request, about 0.3 s."""
MOST_WORK_STORED: Final = 2_000
"""The work that an item may ask for when it is stored: thirty of the worst fit into a request."""

_SHOWN = 200
# What reading a path takes, making the place that it leads to, and masking a text: as values.
_CHARACTERS_A_VALUE, _STEPS_A_VALUE, _MASKED_A_VALUE = 8, 8, 4
_PLAIN = re.compile(r"[\w.$*\[\]:-]*")


@dataclass(frozen=True, slots=True)
class Redacted:
    """What is left of an item, how many values were `replaced`, and the paths that match none.

    With a `problem`, which names no content, the item must be withheld, and nothing is left of it.
    """

    content: JsonValue = None
    metadata: Metadata = field(default_factory=dict)
    replaced: int = 0
    unmatched: tuple[str, ...] = ()
    problem: str = ""


@dataclass(slots=True)
class RedactionBudget:
    """The work that all redactions of a request may still do, in JSON values visited."""

    left: int = MOST_WORK

    @property
    def is_used_up(self) -> bool:
        """Whether more was asked for than there was."""
        return self.left < 0

    def spend(self, values: int) -> None:
        """Take from it. Raises ValueError where so much is not left."""
        self.left = max(self.left - values, -1)
        if self.is_used_up:
            raise ValueError("leads to too much work")

    def takes(self, values: int) -> bool:
        """Take from it where so much is left, and say whether it was."""
        is_there = values <= self.left
        self.left -= values if is_there else 0
        return is_there


def is_costly(item: Item, paths: Sequence[str]) -> bool:
    """Whether these paths ask for more work than an item that is stored may ask for."""
    work = RedactionBudget(MOST_WORK_STORED)
    redact(item, paths, work)
    return work.is_used_up


def redact(item: Item, paths: Sequence[str], work: RedactionBudget | None = None) -> Redacted:
    """Replace every value that `paths` match in `{id, content, metadata}` by "[REDACTED]".

    In a text that the item's `piiTexts` name, only the personal data is, by "[REDACTED:kind]". The
    item stays as it is: what changes is copied. `work` is shared by the items of a request; one for
    whose paths it does not suffice is withheld, and a text for which it does not is replaced whole.
    """
    if not paths:
        return Redacted(item.content, item.metadata)
    if len(paths) > MOST_PATHS:
        return Redacted(problem=f"more than {MOST_PATHS} redaction paths")
    document: dict[str, JsonValue] = {
        "id": item.id,
        "content": item.content,
        "metadata": dict(item.metadata),
    }
    found: dict[str, list[Location]] = {}
    own, shared = RedactionBudget(MOST_VALUES), work or RedactionBudget()
    for path in paths:
        try:
            found[path] = _locations(path, document, (own, shared))
        except ValueError:
            return Redacted(problem=f"the redaction path {shown(path)} cannot be applied")
    return _replaced(document, found, _Marks(item, found, shared))


def shown(path: str) -> str:
    """A path as a warning may quote it: names and places, not what a filter compares with."""
    if not _PLAIN.fullmatch(path):
        return "(with a filter or a quoted name)"
    return repr(path if len(path) <= _SHOWN else f"{path[:_SHOWN]}…")


def _locations(
    path: str, document: JsonValue, works: Collection[RedactionBudget]
) -> list[Location]:
    """Where `path` leads. Raises ValueError when it cannot be read, or is too much for a work."""
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
    """What stands in an item in place of what its redaction paths lead to."""

    def __init__(
        self, item: Item, found: Mapping[str, list[Location]], work: RedactionBudget
    ) -> None:
        texts = item.metadata.get(MASKED_TEXTS)
        named = texts if isinstance(texts, list) else ()
        # A path that is not one of a text replaces what it leads to, whatever others say of it.
        self._whole = {each for path in found if path not in named for each in found[path]}
        self._item = item
        self._work = work

    def instead_of(self, value: JsonValue, place: Location) -> JsonValue:
        """A text without the personal data in it; all is replaced where none is found now."""
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
    """A copy of `value` in which marks stand in place of what is at `places`."""
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
