"""What the keys of Upstash Redis hold that may name somebody, as `recollect.erasure` knows it.

The keys and fields are those of `docs/data.md`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from recollect.adapters.upstash.redis import mapping_from_pairs
from recollect.core.field_prefixes import BOUNDED_IN_CONTEXT_PREFIX, IN_CONTEXT_PREFIX
from recollect.erasure.kept import (
    HistoryEntry,
    KeptCase,
    KeptCopy,
    KeptEntity,
    KeptField,
    KeptThread,
    KeptTraces,
    KeptUnderKey,
)
from recollect.erasure.reach import OF_ANY
from recollect.knowledge.solved_cases import RunKey

KeyForm = Literal["text", "fields", "members", "history", "name"]
"""How a key is read."""

_COPIES: Final[Mapping[str, Literal["answers", "packs"]]] = {
    "once": "answers",
    "h4r": "answers",
    "pack": "packs",
}
_OPENER: Final = "opened by"
_PARTS: Final[Mapping[str, KeyForm]] = {
    "voters": "fields",
    "voted_at": "fields",
    "influence": "fields",
    "writers": "members",
    "log": "history",
}
# What is said in words in the hash of a memory; a name is taken from the rest with its field.
_SAID: Final = frozenset({"correction", "category", "at work in"})
# Judges, a line each: how many they are goes on counting.
_SIDES: Final = frozenset({"supporters", "opponents"})
_NAMING: Final = _SAID | _SIDES | {"writer", _OPENER}
# By whose word it is believed how a run ended, a line each. The name of anybody may end so, too.
_JUDGES: Final = re.compile(r"(?:ended|(?:ended |mem:).*) (?:success|failure) judge", re.DOTALL)


def reading_of(key: str) -> KeyForm | None:
    """How a key of this name is read, if what is kept under it may name somebody.

    The rest are numbers, hashes and ids, and go with the records that they are of.
    """
    match key.split(":"):
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


def project_of(key: str) -> str | None:
    """The namespace of the evidence of the project that a key belongs to, if it is one's own.

    What counts its versions is not among them: by that it is told that what is kept of its answers
    is no longer true.
    """
    match key.split(":"):
        case ["mem" | "listed" | "reads" | "turns", "evidence", tenant, project, *_]:
            return f"evidence:{tenant}:{project}"
        case _:
            return None


def run_of(key: str) -> RunKey | None:
    """The run whose case is kept under a key, if one is."""
    match key.split(":"):
        case ["case", "support", app, *run] if run:
            return f"support:{app}", ":".join(run)
        case _:
            return None


def kept_under(key: str, reading: KeyForm, answer: Any) -> KeptUnderKey:
    """What is kept under a key, from what Redis answers to the command that reads it."""
    kind, _, rest = key.partition(":")
    if kind in _COPIES:
        return KeptCopy(key, OF_ANY, _COPIES[kind], str(answer or ""))
    if kind == "thread":
        return KeptThread(key, "", reader=rest.split(":")[0])
    if kind == "business":
        fields = mapping_from_pairs(answer)
        return KeptEntity(key, "", rest, fields.get("context", ""), fields.get("writer", ""))
    namespace = _namespace_of(rest)
    if (run := run_of(key)) is not None:
        fields = mapping_from_pairs(answer)
        opening = fields.get("situation", ""), fields.get(_OPENER, "")
        judges = [_field(*each) for each in fields.items() if _JUDGES.fullmatch(each[0])]
        return KeptCase(key, namespace, run, *opening, judges)
    return _traces(key, namespace, reading, answer)


def _namespace_of(rest: str) -> str:
    """The namespace of the record or run that a key is of."""
    parts = rest.split(":")
    return ":".join(parts[: {"support": 2, "evidence": 3}.get(parts[0], 1)])


def _traces(key: str, namespace: str, reading: KeyForm, answer: Any) -> KeptTraces:
    if reading == "members":
        return KeptTraces(key, namespace, members=[str(each) for each in answer])
    if reading == "history":
        entries = [(str(each[0]), mapping_from_pairs(each[1])) for each in answer]
        return KeptTraces(
            key,
            namespace,
            entries=[
                HistoryEntry(entry_id, fields.get("actor", ""), fields.get("details", ""))
                for entry_id, fields in entries
            ],
        )
    is_part = key.rpartition(":")[2] in _PARTS
    return KeptTraces(
        key,
        namespace,
        fields=[
            _field(name, text)
            for name, text in mapping_from_pairs(answer).items()
            # Runs are counted by their category, too, which the name of the field holds.
            if is_part
            or name in _NAMING
            or name.startswith((IN_CONTEXT_PREFIX, BOUNDED_IN_CONTEXT_PREFIX))
            or _JUDGES.fullmatch(name)
        ],
    )


def _field(name: str, text: str) -> KeptField:
    lines = (name, text, *name.splitlines(), *text.splitlines())
    names = [end for line in dict.fromkeys(lines) for end in _ends(line)]
    if name in _SIDES or _JUDGES.fullmatch(name):
        return KeptField(name, text, names, "lines")
    return KeptField(name, text, names, "words" if name in _SAID else "count")


def _ends(text: str) -> Sequence[str]:
    """A line as a whole, and the judge or voter that it ends with: `2026-01-31 upvote 0…0 ann`."""
    return [text.split(" ", count)[-1] for count in range(4)]
