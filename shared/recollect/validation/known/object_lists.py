"""Lists of like objects in results, and how many of a list have a value."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from pydantic import JsonValue

from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import folded
from recollect.validation.known.field_kinds import kind_of
from recollect.validation.known.found_records import record_of
from recollect.validation.known.records import Record, Source
from recollect.validation.known.values import FAMILIES, OVER, levels_in, statuses_in
from recollect.validation.results import ReadResult

_FEWEST: Final = 2
_MOST_ROWS: Final = 100
_MOST_LISTS: Final = 10
_DEEPEST: Final = 4
_LONGEST: Final = 2_000
_MOST_WORDS: Final = 4
_MOST_TEXTS: Final = 6
_NONE: Final[frozenset[str]] = frozenset()
_WORD: Final = re.compile(r"[^\W_]+")
_PLURAL: Final = 4
_NAMES: Final = frozenset(
    {"assignee", "group", "customer", "contact", "environment", "place", "cause"}
)
RUNNING: Final = frozenset({"open", "new", "in_progress", "pending"})
"""The statuses of what is not over."""

_LIKE: Final[Sequence[frozenset[str]]] = (
    OVER,
    frozenset({"down", "maintenance", "retired"}),
    frozenset({"unhealthy", "down"}),
    frozenset({"healthy", "operational"}),
)
"""Statuses of which one may be said for another."""


@dataclass(eq=False)
class ObjectList:
    """Objects of one list: as records, and the words of each text of theirs by its field."""

    source: Source
    values: Sequence[Mapping[str, JsonValue]]
    is_whole: bool
    """Whether nothing beside it counts more than it has."""

    def __len__(self) -> int:
        """How many there are."""
        return len(self.values)

    @lazy
    def records(self) -> Sequence[Record]:
        """The objects as records."""
        return [record_of(each, "", self.source.tool) for each in self.values]

    @lazy
    def _words(self) -> Sequence[Mapping[str, frozenset[str]]]:
        """The words of the texts of each by their fields."""
        return [
            {name: words_in(text) for name, each in row.items() if (text := _text(each))}
            for row in self.values
        ]

    @lazy
    def _telling(self) -> frozenset[str]:
        """The fields by whose values a list is told apart: short ones, some of them alike."""
        found = Counter(name for row in self._words for name in row)
        return frozenset(name for name, count in found.items() if self._is_telling(name, count))

    def _is_telling(self, name: str, count: int) -> bool:
        values = [row[name] for row in self._words if name in row]
        is_short = all(len(each) <= _MOST_WORDS for each in values)
        return is_short and count > len(frozenset(values)) and kind_of(name) != "about"

    def in_state(self, statuses: frozenset[str]) -> "ObjectList":
        """Those that are in one of these statuses."""
        rows = [
            value
            for value, record in zip(self.values, self.records, strict=True)
            if not statuses.isdisjoint(record.statuses)
        ]
        return ObjectList(self.source, rows, self.is_whole)

    def names_some(self, fold: str) -> bool:
        """Whether a text has a word of a value that some of them have, and others not."""
        return not self._apart.isdisjoint(words_in(fold))

    @lazy
    def _apart(self) -> frozenset[str]:
        """The words of values that some of them have, and others not."""
        own = [
            _NONE.union(*(each for name, each in row.items() if name in self._telling))
            for row in self._words
        ]
        words = _NONE.union(*own) - frozenset.intersection(*own)
        return frozenset(each for each in words if len(each) >= _PLURAL)

    def has_named(self, fold: str) -> bool:
        """Whether a text has the whole of a person, team, customer, place or cause of theirs."""
        said = words_in(fold)
        return any(
            each <= said
            for row in self._words
            for name, each in row.items()
            if kind_of(name) in _NAMES
        )

    def unassigned(self) -> frozenset[int] | None:
        """How many nobody has; None where that is not told of all."""
        told = [record.fields.keys() & {"assignee", "unassigned"} for record in self.records]
        return frozenset({sum("assignee" not in each for each in told)}) if all(told) else None

    def assigned(self) -> frozenset[int] | None:
        """How many somebody has; None where that is not told of all."""
        without = self.unassigned()
        return None if without is None else frozenset(len(self) - each for each in without)

    def of_levels(self, levels: frozenset[int]) -> frozenset[int] | None:
        """How many have one of these levels of priority; None where some have none."""
        known = self._levels
        is_told = bool(known) and all(known)
        return frozenset({sum(not levels.isdisjoint(e) for e in known)}) if is_told else None

    @lazy
    def _levels(self) -> Sequence[frozenset[int]]:
        """The levels of priority of each."""
        return [
            frozenset(level for each in record.values("priority") for level in levels_in(each.text))
            for record in self.records
        ]

    def of_statuses(self, statuses: frozenset[str], also: frozenset[str]) -> frozenset[int] | None:
        """How many are in one of these statuses, or in some of those that are called so, `also`.

        None where not all have a status, or these are of other things.
        """
        kinds = {FAMILIES.get(each, each) for means, _ in self._statuses for each in means}
        if kinds.isdisjoint(FAMILIES.get(each, each) for each in statuses):
            return None
        wide = _widely(statuses) | also
        fitting = [count for means, count in self._statuses if not wide.isdisjoint(means)]
        return _sums(fitting[:_MOST_TEXTS]) or frozenset({0})

    @lazy
    def _statuses(self) -> Sequence[tuple[frozenset[str], int]]:
        """What the statuses mean, each with how many have it; nothing where any means nothing."""
        told = [[each.text for each in record.values("status")][:1] for record in self.records]
        counts = Counter(folded(text) for each in told for text in each)
        found = [(statuses_in(text), count) for text, count in counts.items()]
        return found if all(told) and all(means for means, _ in found) else []

    def of_words(self, words: frozenset[str]) -> frozenset[int] | None:
        """How many have a value of these words, or them anywhere; None where no value is such."""
        if not words <= self._vocabulary:
            return None
        if words not in self._of_words:
            self._of_words[words] = self._counted(words)
        return self._of_words[words]

    @lazy
    def _of_words(self) -> dict[frozenset[str], frozenset[int] | None]:
        """What was counted already."""
        return {}

    def _counted(self, words: frozenset[str]) -> frozenset[int] | None:
        """From how many have a value of these words alone to how many have them anywhere."""
        told: set[int] = set()
        for name in self._telling:
            values = [row.get(name, _NONE) for row in self._words]
            told |= {values.count(words), sum(words <= each for each in values)}
        least = min(filter(None, told), default=0)
        most = max(sum(words <= each for each in self._whole_words), self._by_field(words))
        return frozenset(range(least, most + 1)) if least else None

    def _by_field(self, words: frozenset[str]) -> int:
        """How many have a value in a field that is called so: `acknowledgedBy`."""
        starts = tuple(words) if len(words) == 1 else ()
        return sum(
            any(bool(each) and name.casefold().startswith(starts) for name, each in row.items())
            for row in self.values
        )

    @lazy
    def _whole_words(self) -> Sequence[frozenset[str]]:
        """All words of each."""
        return [_NONE.union(*row.values()) for row in self._words]

    @lazy
    def _vocabulary(self) -> frozenset[str]:
        """All words of all."""
        return _NONE.union(*self._whole_words)


def object_lists(results: Iterable[ReadResult]) -> Sequence[ObjectList]:
    """The lists of objects of results, the first ones."""
    found: list[ObjectList] = []
    for result in results:
        for path, values, beside in _lists(result.content, "", 0):
            if len(found) == _MOST_LISTS:
                return found
            is_whole = not any(isinstance(n, int) and n > len(values) for n in beside.values())
            found.append(ObjectList(Source(result.tool, path), values, is_whole))
    return found


def words_in(fold: str) -> frozenset[str]:
    """The words of a folded text, of which many are told as one is."""
    return frozenset(
        each.removesuffix("s") if len(each) > _PLURAL else each for each in _WORD.findall(fold)
    )


_Object = Mapping[str, JsonValue]


def _lists(
    content: _Object, path: str, depth: int
) -> Iterator[tuple[str, Sequence[_Object], _Object]]:
    """Lists of objects, with where they stand and the object that has them."""
    for name, value in content.items():
        place = f"{path}.{name}" if path else name
        if isinstance(value, dict) and depth < _DEEPEST:
            yield from _lists(value, place, depth + 1)
        elif isinstance(value, list) and _FEWEST <= len(value) <= _MOST_ROWS:
            rows = [each for each in value if isinstance(each, dict)]
            if len(rows) == len(value):
                yield place, rows, content


def _text(value: JsonValue) -> str:
    """A short text, folded; the name of an object that has one."""
    if isinstance(value, dict):
        value = value.get("display_value") or value.get("name")
    return folded(value) if isinstance(value, str) and len(value) <= _LONGEST else ""


def _widely(statuses: frozenset[str]) -> frozenset[str]:
    """Statuses with those that are called so, too."""
    like = [each for each in _LIKE if not statuses.isdisjoint(each)]
    if not statuses.isdisjoint({"open", "in_progress"}):
        like.append(RUNNING)
    elif "new" in statuses:
        like.append(frozenset({"new", "open"}))
    return statuses.union(*like)


def _sums(counts: Sequence[int]) -> frozenset[int]:
    """The sums of some of these."""
    return frozenset(
        sum(each) for size in range(len(counts)) for each in combinations(counts, size + 1)
    )
