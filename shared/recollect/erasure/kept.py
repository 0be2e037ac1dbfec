"""The port to the keys beside records that may name a person, and what to do with each key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from recollect.erasure.subject import ErasedKind
from recollect.knowledge.solved_cases import RunKey


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """A copy of an answer, as a JSON text."""

    key: str
    namespace: str
    kind: Literal["answers", "packs"]
    text: str


@dataclass(frozen=True, slots=True)
class KeptCase:
    """The case of a run: its situation, who opened it, and who judged it."""

    key: str
    namespace: str
    run: RunKey
    situation: str
    opener: str
    judges: Sequence["KeptField"] = ()


@dataclass(frozen=True, slots=True)
class KeptEntity:
    """An entry of the directory: what is known about an entity, as JSON, and who wrote it."""

    key: str
    namespace: str
    entity: str
    context: str
    writer: str


@dataclass(frozen=True, slots=True)
class KeptThread:
    """What a reader, or everybody who may relay (""), knows of a thread."""

    key: str
    namespace: str
    reader: str


class KeptField(NamedTuple):
    """A field that may name a person by one of its `names`.

    `form` says how to erase the person: in `words` the name is masked; in `lines` the whole line,
    so that the number of lines stays; a `count` is removed.
    """

    name: str
    text: str
    names: Sequence[str]
    form: Literal["words", "lines", "count"]


class HistoryEntry(NamedTuple):
    """An entry of a history: who did something, the details as a JSON text, and what it was."""

    id: str
    actor: str = ""
    details: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class KeptTraces:
    """Counts, votes, members or the history of a memory, an item or a run."""

    key: str
    namespace: str
    fields: Sequence[KeptField] = ()
    members: Sequence[str] = ()
    entries: Sequence[HistoryEntry] = ()


KeptUnderKey = KeptCopy | KeptCase | KeptEntity | KeptThread | KeptTraces


@dataclass(frozen=True, slots=True)
class Scrub:
    """What to do with a key: remove it whole, or change parts of it.

    `reworded` maps a field to its text before and after; it is changed only if it still has the
    text before.
    """

    key: str
    kind: ErasedKind
    is_removed: bool = False
    fields: Sequence[str] = ()
    reworded: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    members: Sequence[str] = ()
    entries: Sequence[HistoryEntry] = ()
    """Entries of the history as they should be afterwards."""

    @property
    def changes(self) -> int:
        """How many places of the key are changed."""
        parts = (self.fields, self.reworded, self.members, self.entries)
        return int(self.is_removed) + sum(map(len, parts))


@dataclass(frozen=True, slots=True)
class OwnKeys:
    """Keys that belong to a project, each with the namespace of its evidence; and runs with cases.

    The name of a case's key does not tell whose evidence its run needed, so the case must be read.
    """

    owned: Sequence[tuple[str, str]]
    runs: Sequence[RunKey]


class Keyspace(Protocol):
    """All keys of the store. Raises StoreError.

    A page has about `limit` keys after `cursor`. A key that exists during the whole walk is met.
    An answer begins with how many keys the page has, and ends with the next cursor ("" at the end).
    """

    async def page(self, cursor: str, limit: int) -> tuple[int, Sequence[KeptUnderKey], str]:
        """What is kept under those keys of a page that may name a person."""

    async def names(self, cursor: str, limit: int) -> tuple[int, OwnKeys, str]:
        """What the names alone of a page's keys tell."""

    async def scrub(self, scrubs: Sequence[Scrub]) -> None:
        """Apply the scrubs; parts that changed or were removed meanwhile are left alone."""
