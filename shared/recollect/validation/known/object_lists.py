"""Lists of objects in results, and how many of their objects have a value: `three are critical`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from pydantic import JsonValue

from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import WORD, folded
from recollect.validation.grammar.words import word_set
from recollect.validation.known.field_kinds import kind_of
from recollect.validation.known.found_records import record_of
from recollect.validation.known.record_models import Record, Source
from recollect.validation.known.values import FAMILIES, OVER, RUNNING, levels_in, statuses_in
from recollect.validation.results import ReadResult

_MAX_TEXT_LENGTH: Final = 2_000
_MAX_VALUE_WORDS: Final = 4
_MAX_SUMMED_COUNTS: Final = 6
_NONE: Final[frozenset[str]] = frozenset()
_MIN_WORD_LENGTH: Final = 4
_NAME_KINDS: Final = word_set("assignee group customer contact environment place cause")
_INTERCHANGEABLE: Final[Sequence[frozenset[str]]] = (
    OVER,
    frozenset({"down", "maintenance", "retired"}),
    frozenset({"unhealthy", "down"}),
    frozenset({"healthy", "operational"}),
)
"""Statuses that writers use for one another."""

_MIN_ROWS: Final = 2
_MAX_ROWS: Final = 100
_MAX_LISTS: Final = 10
_MAX_DEPTH: Final = 4
_Row = Mapping[str, JsonValue]


@dataclass(eq=False)
class ObjectList:
    """The objects of a list, as records, and by the words of the texts in their fields.

    Counts are sets of the numbers that are right for a writer, who may count in several ways.
    """

    source: Source
    values: Sequence[Mapping[str, JsonValue]]
    is_whole: bool
    """Whether no number beside the list in the result is greater than the list's length."""

    def __len__(self) -> int:
        """The number of objects."""
        return len(self.values)

    @lazy
    def records(self) -> Sequence[Record]:
        """The objects as records."""
        return [record_of(each, "", self.source.tool) for each in self.values]

    @lazy
    def _words(self) -> Sequence[Mapping[str, frozenset[str]]]:
        """For each object, the words of its texts by field."""
        return [
            {name: words_in(text) for name, each in row.items() if (text := _text(each))}
            for row in self.values
        ]

    @lazy
    def _distinguishing_fields(self) -> frozenset[str]:
        """The fields whose values divide the objects into groups: short values that repeat."""
        found = Counter(name for row in self._words for name in row)
        return frozenset(
            name for name, count in found.items() if self._is_distinguishing(name, count)
        )

    def _is_distinguishing(self, name: str, count: int) -> bool:
        values = [row[name] for row in self._words if name in row]
        is_short = all(len(each) <= _MAX_VALUE_WORDS for each in values)
        return is_short and count > len(frozenset(values)) and kind_of(name) != "about"

    def in_state(self, statuses: frozenset[str]) -> "ObjectList":
        """The objects that are in one of these statuses."""
        rows = [
            value
            for value, record in zip(self.values, self.records, strict=True)
            if not statuses.isdisjoint(record.statuses)
        ]
        return ObjectList(self.source, rows, self.is_whole)

    def names_some(self, fold: str) -> bool:
        """Whether a text has a word of a value that some of the objects have, and others not."""
        return not self._distinguishing_words.isdisjoint(words_in(fold))

    @lazy
    def _distinguishing_words(self) -> frozenset[str]:
        """The words of values that some of the objects have, and others not."""
        own = [
            _NONE.union(
                *(each for name, each in row.items() if name in self._distinguishing_fields)
            )
            for row in self._words
        ]
        words = _NONE.union(*own) - frozenset.intersection(*own)
        return frozenset(each for each in words if len(each) >= _MIN_WORD_LENGTH)

    def has_named(self, fold: str) -> bool:
        """Whether a text has the whole name of a person, team, customer, place or cause in it."""
        words = words_in(fold)
        return any(
            each <= words
            for row in self._words
            for name, each in row.items()
            if kind_of(name) in _NAME_KINDS
        )

    def unassigned(self) -> frozenset[int] | None:
        """How many are assigned to nobody; None if an object does not say whether it is."""
        known = [record.fields.keys() & {"assignee", "unassigned"} for record in self.records]
        return frozenset({sum("assignee" not in each for each in known)}) if all(known) else None

    def assigned(self) -> frozenset[int] | None:
        """How many are assigned to somebody; None if an object does not say whether it is."""
        without = self.unassigned()
        return None if without is None else frozenset(len(self) - each for each in without)

    def of_levels(self, levels: frozenset[int]) -> frozenset[int] | None:
        """How many have one of these levels of priority; None if an object has none."""
        known = self._levels
        all_known = bool(known) and all(known)
        return frozenset({sum(not levels.isdisjoint(e) for e in known)}) if all_known else None

    @lazy
    def _levels(self) -> Sequence[frozenset[int]]:
        """The levels of priority of each object."""
        return [
            frozenset(level for each in record.values("priority") for level in levels_in(each.text))
            for record in self.records
        ]

    def of_statuses(self, statuses: frozenset[str], also: frozenset[str]) -> frozenset[int] | None:
        """How many are in one of these statuses, in a strict or in a wide sense of the words.

        In a wide sense a status includes those that writers use for it, and those in `also`. None
        if not all objects have a status, or if theirs are of another family.
        """
        kinds = {FAMILIES.get(each, each) for means, _ in self._statuses for each in means}
        if kinds.isdisjoint(FAMILIES.get(each, each) for each in statuses):
            return None
        wide = _with_interchangeable(statuses) | also
        fitting = [count for means, count in self._statuses if not wide.isdisjoint(means)]
        return _sums(fitting[:_MAX_SUMMED_COUNTS]) or frozenset({0})

    @lazy
    def _statuses(self) -> Sequence[tuple[frozenset[str], int]]:
        """The meanings of each status, and how many have it; empty if one is missing or unknown."""
        texts = [[each.text for each in record.values("status")][:1] for record in self.records]
        counts = Counter(folded(text) for each in texts for text in each)
        found = [(statuses_in(text), count) for text, count in counts.items()]
        return found if all(texts) and all(means for means, _ in found) else []

    def of_words(self, words: frozenset[str]) -> frozenset[int] | None:
        """How many have a value of exactly these words, or have the words anywhere.

        None if no value of the distinguishing fields has these words.
        """
        if not words <= self._vocabulary:
            return None
        if words not in self._of_words:
            self._of_words[words] = self._counted(words)
        return self._of_words[words]

    @lazy
    def _of_words(self) -> dict[frozenset[str], frozenset[int] | None]:
        """The counts so far, by words."""
        return {}

    def _counted(self, words: frozenset[str]) -> frozenset[int] | None:
        """All numbers from that of a value with just these words to that of the words anywhere."""
        counts: set[int] = set()
        for name in self._distinguishing_fields:
            values = [row.get(name, _NONE) for row in self._words]
            counts |= {values.count(words), sum(words <= each for each in values)}
        least = min(filter(None, counts), default=0)
        most = max(sum(words <= each for each in self._whole_words), self._by_field(words))
        return frozenset(range(least, most + 1)) if least else None

    def _by_field(self, words: frozenset[str]) -> int:
        """How many have a value in a field whose name begins with the word: `acknowledgedBy`."""
        starts = tuple(words) if len(words) == 1 else ()
        return sum(
            any(bool(each) and name.casefold().startswith(starts) for name, each in row.items())
            for row in self.values
        )

    @lazy
    def _whole_words(self) -> Sequence[frozenset[str]]:
        """All words of each object."""
        return [_NONE.union(*row.values()) for row in self._words]

    @lazy
    def _vocabulary(self) -> frozenset[str]:
        """All words of all objects."""
        return _NONE.union(*self._whole_words)


def words_in(fold: str) -> frozenset[str]:
    """The words of a folded text, without the `s` of plurals."""
    return frozenset(
        each.removesuffix("s") if len(each) > _MIN_WORD_LENGTH else each
        for each in WORD.findall(fold)
    )


def _text(value: JsonValue) -> str:
    """A text that is not too long, or the name of an object, folded; "" for anything else."""
    if isinstance(value, dict):
        value = value.get("display_value") or value.get("name")
    return folded(value) if isinstance(value, str) and len(value) <= _MAX_TEXT_LENGTH else ""


def _with_interchangeable(statuses: frozenset[str]) -> frozenset[str]:
    """The statuses, and those that writers use for them."""
    like = [each for each in _INTERCHANGEABLE if not statuses.isdisjoint(each)]
    if not statuses.isdisjoint({"open", "in_progress"}):
        like.append(RUNNING)
    elif "new" in statuses:
        like.append(frozenset({"new", "open"}))
    return statuses.union(*like)


def _sums(counts: Sequence[int]) -> frozenset[int]:
    """The sums of any one or more of these counts."""
    return frozenset(
        sum(each) for size in range(len(counts)) for each in combinations(counts, size + 1)
    )


def object_lists(results: Iterable[ReadResult]) -> Sequence[ObjectList]:
    """The first lists of objects in results."""
    found: list[ObjectList] = []
    for result in results:
        for path, values, beside in _lists_of_objects(result.content, "", 0):
            if len(found) == _MAX_LISTS:
                return found
            is_whole = not any(isinstance(n, int) and n > len(values) for n in beside.values())
            found.append(ObjectList(Source(result.tool, path), values, is_whole))
    return found


def _lists_of_objects(
    content: _Row, path: str, depth: int
) -> Iterator[tuple[str, Sequence[_Row], _Row]]:
    """The lists of objects, each with its path and the object that holds it."""
    for name, value in content.items():
        place = f"{path}.{name}" if path else name
        if isinstance(value, dict) and depth < _MAX_DEPTH:
            yield from _lists_of_objects(value, place, depth + 1)
        elif isinstance(value, list) and _MIN_ROWS <= len(value) <= _MAX_ROWS:
            rows = [each for each in value if isinstance(each, dict)]
            if len(rows) == len(value):
                yield place, rows, content
