"""What is kept under keys, and how somebody is taken from it: one rule for every key.

Copies of answers go whole; a directory's entry and a solved case that are about somebody, too. From
counts, votes and histories of records only the places go that name them: the counts stay.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, Protocol

from pydantic import JsonValue, ValidationError

from recollect.core.concurrency import every
from recollect.erasure.masking import MARK, masked_text, masked_value, texts_of_json
from recollect.erasure.relation import relation
from recollect.erasure.spelling import Find
from recollect.erasure.subject import Kind
from recollect.erasure.walk import ErasurePage
from recollect.knowledge.business_contexts import BusinessContext
from recollect.knowledge.solved_cases import RunKey, SolvedCases

_COPIES: Final[Mapping[str, Kind]] = {"once": "answers", "h4r": "answers", "pack": "packs"}
_OPENER: Final = "opened by"
Reading = Literal["text", "fields", "members", "history", "name"]
_PARTS: Final[Mapping[str, Reading]] = {
    "voters": "fields",
    "voted_at": "fields",
    "influence": "fields",
    "writers": "members",
    "log": "history",
}
_TELLING: Final = frozenset({"actor", "details"})
# What is said in words in the hash of a memory; a name is taken from the rest with its field.
_SAID: Final = frozenset({"correction", "category", "at work in"})
# Judges, a line each: how many they are goes on counting.
_SIDES: Final = frozenset({"supporters", "opponents"})
_NAMING: Final = _SAID | _SIDES | {"writer", _OPENER}
# Runs counted by their category, which the name of the field holds.
_IN_CONTEXT: Final = "in context "


class HistoryEntry(NamedTuple):
    """An entry of a history."""

    id: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class KeptKey:
    """What is kept under a key: a text, fields, members or a history."""

    name: str
    text: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    members: Sequence[str] = ()
    entries: Sequence[HistoryEntry] = ()


@dataclass(frozen=True, slots=True)
class Scrub:
    """What is to be done with a key. A text is `reworded` where it still says the first of two."""

    name: str
    kind: Kind
    is_removed: bool = False
    fields: Sequence[str] = ()
    reworded: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    members: Sequence[str] = ()
    entries: Sequence[HistoryEntry] = ()
    """Entries of the history as they are to be."""

    @property
    def changes(self) -> int:
        """At how many places of the key."""
        parts = (self.fields, self.reworded, self.members, self.entries)
        return int(self.is_removed) + sum(map(len, parts))


class Keyspace(Protocol):
    """All keys there are. Raises StoreError."""

    async def page(self, cursor: str, limit: int) -> tuple[int, Sequence[KeptKey], str]:
        """About `limit` keys after `cursor`, in three parts.

        How many there are, what is kept under those that may name somebody, and where it goes on
        ("" at the end). A key that is there from the beginning to the end is met.
        """

    async def scrub(self, scrubs: Sequence[Scrub]) -> None:
        """Do it; of what has changed or gone meanwhile, nothing."""


@dataclass(frozen=True, slots=True)
class ErasableKeys:
    """All keys. They come behind the records, which take with them what hangs on them."""

    find: Find
    keyspace: Keyspace
    cases: SolvedCases
    reaches: Callable[[str], bool]

    @property
    def name(self) -> str:
        """A name behind those of records, and before those of solved cases."""
        return "4 keys"

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor`."""
        asked, kept, following = await self.keyspace.page(cursor, limit)
        within = [each for each in kept if self.reaches(each.name)]
        scrubs = [each for each in (scrub_of(key, self.find) for key in within) if each is not None]
        removed: dict[Kind, int] = {}
        masked: dict[Kind, int] = {}
        for each in scrubs:
            counts = removed if each.is_removed else masked
            counts[each.kind] = counts.get(each.kind, 0) + 1

        async def erase() -> None:
            cases = [each for each in scrubs if each.kind == "solved_cases"]
            gone = [each for each in cases if each.is_removed]
            # With what is searched of them, and what knows of them.
            await self.cases.forget_runs([run_of(each.name) for each in gone])
            await self.keyspace.scrub([each for each in scrubs if each not in gone])
            await every(self.cases.follow(run_of(each.name)) for each in cases)

        return ErasurePage(asked, following, removed, masked, erase)


def run_of(key: str) -> RunKey:
    """The run whose case a key is of."""
    _, prefix, slug, run_id = key.split(":", 3)
    return f"{prefix}:{slug}", run_id


def reading_of(name: str) -> Reading | None:
    """How a key of this name is read, if what is kept under it may name somebody.

    The rest are numbers, hashes and ids, and go with the records that they are of.
    """
    match name.split(":"):
        case ["mem", "support", _, _, part]:
            reading = _PARTS.get(part)
        case (
            ["mem", "support", _, _]
            | ["mem", "evidence", _, _, _]
            | ["mem", "cases", _]
            | ["run" | "exposures" | "case", "support", _, _, *_]
            | ["business", _]
        ):
            reading = "fields"
        case [kind, first, *_] if kind in _COPIES and first not in {"op", "claim"}:
            reading = "text"
        case ["thread", _, _, _]:
            reading = "name"
        case _:
            reading = None
    return reading


def scrub_of(key: KeptKey, find: Find) -> Scrub | None:
    """What is to be done with a key, if it names somebody."""
    kind = key.name.partition(":")[0]
    if kind in _COPIES:
        found = any(map(find, texts_of_json(key.text)))
        return Scrub(key.name, _COPIES[kind], is_removed=True) if found else None
    if kind == "case":
        return _of_case(key, find)
    if find.fields:
        return None  # all else goes with the records whose fields they are
    if kind == "business":
        return _of_business(key, find)
    if kind == "thread":
        return Scrub(key.name, "traces", is_removed=True) if find(key.name.split(":")[1]) else None
    scrub = _of_counts(key, find)
    return scrub if scrub.changes else None


def _of_business(key: KeptKey, find: Find) -> Scrub | None:
    context = key.fields.get("context", "")
    if not context:
        return None
    told: dict[str, JsonValue] = json.loads(context)
    named = [str(told.get("entityName", "")), *map(str, _listed(told.get("aliases")))]
    related = relation(find, key.name.partition(":")[2], {}, named, [told])
    if related is None:
        return _without_writer(key, find)
    masked = json.dumps(masked_value(told, find), ensure_ascii=False)
    # Names lead to it, and so go with it; a text with masks may be longer than one can be.
    if related == "about" or any(map(find, named)) or not _is_context(masked):
        return Scrub(key.name, "directory", is_removed=True)
    return Scrub(key.name, "directory", reworded={"context": (context, masked)})


def _without_writer(key: KeptKey, find: Find) -> Scrub | None:
    named = find(key.fields.get("writer", ""))
    return Scrub(key.name, "traces", fields=["writer"]) if named else None


def _is_context(text: str) -> bool:
    try:
        BusinessContext.model_validate_json(text)
    except ValidationError:
        return False
    return True


def _of_case(key: KeptKey, find: Find) -> Scrub | None:
    situation, opener = key.fields.get("situation", ""), key.fields.get(_OPENER, "")
    parts: list[JsonValue] = [situation, opener]
    bearing: dict[str, JsonValue] = {"user": opener, "run": run_of(key.name)[1]}
    related = relation(find, "", bearing, [situation], parts)
    if related is None:
        return None
    if related == "about" or not situation:
        return Scrub(key.name, "solved_cases", is_removed=True)
    masked = {"situation": (situation, masked_text(situation, find))}
    return Scrub(key.name, "solved_cases", reworded=masked)


def _of_counts(key: KeptKey, find: Find) -> Scrub:
    """Of a memory, an item or a run: votes, writers, openers, what was said, and the history."""
    is_part = key.name.rpartition(":")[2] in _PARTS
    named = {
        name: value
        for name, value in key.fields.items()
        if (is_part or name in _NAMING or name.startswith(_IN_CONTEXT))
        and any(map(find, (*_parts(name), *_parts(value), *_lines(name, value))))
    }
    said = {
        name: (value, _masked_lines(value, find) if name in _SIDES else masked_text(value, find))
        for name, value in named.items()
        if name in _SAID | _SIDES
    }
    return Scrub(
        key.name,
        "traces",
        fields=[name for name in named if name not in said],
        reworded=said,
        members=[each for each in key.members if find(each)],
        entries=[
            HistoryEntry(each.id, {name: _masked_json(told[name], find) for name in told})
            for each in key.entries
            if (told := {name: each.fields[name] for name in _TELLING & each.fields.keys()})
            and any(map(find, (text for one in told.values() for text in texts_of_json(one))))
        ],
    )


def _parts(text: str) -> Sequence[str]:
    """A field as a whole, and the judge or voter that it ends with: `vote 2026-01-31 ann`."""
    return [text.split(" ", count)[-1] for count in range(3)]


def _lines(*texts: str) -> list[str]:
    return [line for text in texts for line in text.splitlines()]


def _masked_lines(text: str, find: Find) -> str:
    return "\n".join(MARK if find(line) else line for line in text.split("\n"))


def _masked_json(text: str, find: Find) -> str:
    if text[:1] != "{":
        return MARK if find(text) else text
    return json.dumps(masked_value(json.loads(text), find), ensure_ascii=False)


def _listed(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, list) else []
