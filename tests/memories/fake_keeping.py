"""What the counting store in memory keeps, and what all its scripts share (`lua/prelude.lua`)."""

from collections import defaultdict
from dataclasses import dataclass, field

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import iso
from recollect.memories.model import HistoryEvent, Vote
from recollect.memories.record import Record, Standing, standing_of


@dataclass(slots=True)
class Kept:
    """What is kept of one memory; a fresh one when there is none."""

    fields: dict[str, str] = field(default_factory=dict)
    voters: dict[str, Vote] = field(default_factory=dict)
    log: list[HistoryEvent] = field(default_factory=list)
    answers: set[str] = field(default_factory=set)

    @property
    def standing(self) -> Standing:
        return standing_of(dict(self.fields))

    @property
    def exists(self) -> bool:
        return "created_at" in self.fields

    @property
    def condemned(self) -> bool:
        return "condemned" in self.fields

    def count(self, name: str, by: int = 1) -> None:
        self.fields[name] = str(int(self.fields.get(name, "0")) + by)

    def record(self, operation: Operation, kind: str, **details: str | None) -> None:
        said = {name: value for name, value in details.items() if value is not None}
        self.count("revision")
        self.log.append(
            HistoryEvent(at=iso(operation.at), type=kind, actor=operation.actor, details=said)
        )

    def decide(self, name: str, value: str, stamp: str) -> None:
        if self.fields.get(f"{name}_at", "") <= stamp:
            self.fields |= {name: value, f"{name}_at": stamp}


class FakeKeeping:
    """The keys of the counting store."""

    def __init__(self) -> None:
        self.answers: dict[str, str] = {}
        self._gone: set[Key] = set()
        self._doomed: set[Key] = set()
        self._memories: defaultdict[Key, Kept] = defaultdict(Kept)
        self._claims: dict[Key, str] = {}
        self._operations: dict[tuple[str, Key], str] = {}
        self._runs: defaultdict[Key, dict[str, tuple[str, str]]] = defaultdict(dict)
        self._conversations: defaultdict[Key, set[str]] = defaultdict(set)

    def kept(self, key: Key) -> Kept:
        return self._memories[key]

    def is_gone(self, key: Key) -> bool:
        return key in self._gone or self._memories[key].condemned

    def traces_of(self, key: Key) -> set[str]:
        """The names of everything that is kept of a memory, and of whatever names it."""
        collection, memory_id = key
        memory = self._memories[key]
        here = {
            "fields": bool(memory.fields),
            "voters": bool(memory.voters),
            "log": bool(memory.log),
            "answers": bool(memory.answers),
            "claim": self._holder(key) is not None,
            "doomed": key in self._doomed,
            "runs": any(
                memory_id in ids for (owner, _), ids in self._runs.items() if owner == collection
            ),
            "conversations": any(
                memory_id in ids
                for (owner, _), ids in self._conversations.items()
                if owner == collection
            ),
        }
        return {name for name, there in here.items() if there}

    def _holder(self, key: Key) -> str | None:
        return self._claims.get(key)

    def _holds(self, key: Key, token: str) -> bool:
        return self._holder(key) == token

    def _take(self, key: Key, token: str) -> bool:
        if self._holder(key) is None:
            self._claims[key] = token
        return self._holds(key, token)

    def _let_go(self, key: Key, token: str) -> None:
        if self._holds(key, token):
            del self._claims[key]

    def _erase(self, key: Key) -> int:
        collection, memory_id = key
        memory = self._memories.pop(key, Kept())
        linked = 0
        for (owner, _), run in self._runs.items():
            linked += owner == collection and run.pop(memory_id, None) is not None
        for (owner, _), members in self._conversations.items():
            if owner == collection and memory_id in members:
                members.discard(memory_id)
                linked += 1
        answers = [self.answers.pop(each, None) for each in memory.answers]
        return linked + len(answers) + sum(map(bool, (memory.fields, memory.voters, memory.log)))

    def _begin(self, record: Record) -> Kept:
        """Make way for a memory that begins: what a removal left, and the mark of one."""
        key = record.key
        if self._memories[key].condemned:
            self._erase(key)
        self._gone.discard(key)
        self._doomed.discard(key)
        self._memories[key].fields["created_at"] = str(record.metadata["created_at_ms"])
        return self._memories[key]

    def _join_conversation(self, record: Record) -> None:
        if conversation_id := record.metadata.get("conversation_id"):
            self._conversations[record.collection, str(conversation_id)].add(record.id)
