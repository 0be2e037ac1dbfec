"""What is kept beside records that may name somebody, and what is to be done with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from recollect.erasure.subject import ErasedKind
from recollect.knowledge.solved_cases import RunKey


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """A copy of what somebody was answered, in a text of JSON."""

    key: str
    namespace: str
    kind: Literal["answers", "packs"]
    text: str


@dataclass(frozen=True, slots=True)
class KeptCase:
    """The case of a run: in which situation it was, whose it is, and by whom it was judged."""

    key: str
    namespace: str
    run: RunKey
    situation: str
    opener: str
    judges: Sequence["KeptField"] = ()


@dataclass(frozen=True, slots=True)
class KeptEntity:
    """An entry of the directory: what is known of an entity, as JSON, and who said so."""

    key: str
    namespace: str
    entity: str
    context: str
    writer: str


@dataclass(frozen=True, slots=True)
class KeptThread:
    """What somebody, or everybody ("") who relays, knows of a thread."""

    key: str
    namespace: str
    reader: str


class KeptField(NamedTuple):
    """A field that may name somebody by one of its `names`.

    Of one in `words` the words are masked, of `lines` the whole line, so that there stay as many;
    `count` says that it goes.
    """

    name: str
    text: str
    names: Sequence[str]
    form: Literal["words", "lines", "count"]


class HistoryEntry(NamedTuple):
    """An entry of a history: who did something, and the details in a text of JSON."""

    id: str
    actor: str = ""
    details: str = ""


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
    """What is to be done with a key. A text is `reworded` where it still says the first of two."""

    key: str
    kind: ErasedKind
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


@dataclass(frozen=True, slots=True)
class OwnKeys:
    """Keys that belong to a project, each with the namespace of its evidence; and runs with cases.

    Of what is kept of a run only its case says whose evidence it needed.
    """

    owned: Sequence[tuple[str, str]]
    runs: Sequence[RunKey]


class Keyspace(Protocol):
    """All keys there are. Raises StoreError.

    Their pages have about `limit` keys after `cursor`. A key that is there from the beginning to
    the end is met. The answer begins with how many there are, and ends with where it goes on ("" at
    the end).
    """

    async def page(self, cursor: str, limit: int) -> tuple[int, Sequence[KeptUnderKey], str]:
        """What is kept under the keys of a page that may name somebody."""

    async def names(self, cursor: str, limit: int) -> tuple[int, OwnKeys, str]:
        """What of a page is told by the names of its keys alone."""

    async def scrub(self, scrubs: Sequence[Scrub]) -> None:
        """Do it; of what has changed or gone meanwhile, nothing."""
