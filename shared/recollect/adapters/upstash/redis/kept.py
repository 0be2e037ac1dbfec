"""What the keys of Upstash Redis hold that may name somebody, in the types of `recollect.erasure`.

`docs/data.md` describes the keys and fields.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from recollect.adapters.upstash.redis.client import mapping_from_pairs
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
from recollect.memories.stored.private import FREE_TEXT_FIELDS

KeyForm = Literal["text", "fields", "members", "history", "name"]
"""How a key is read: its text, fields, members or history, or only whether it exists ("name")."""

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
_HISTORY_FIELDS: Final = ("actor", "details", "type")
# Fields of a memory's or run's hash that hold free text, in which a name is masked. Of other fields
# that hold a name, the whole field is removed.
_FREE_TEXT: Final = frozenset({*FREE_TEXT_FIELDS, "at work in"})
# Fields that hold judges, one a line. A line is masked and not removed: their number still counts.
_JUDGE_LINES: Final = frozenset({"supporters", "opponents"})
_NAMING: Final = _FREE_TEXT | _JUDGE_LINES | {"writer", _OPENER}
# Fields that hold the judges by whose word the outcome of a run is believed, one a line. The
# pattern may also match a field that holds somebody's name, which may end with the same words.
_JUDGES: Final = re.compile(r"(?:ended|(?:ended |mem:).*) (?:success|failure) judge", re.DOTALL)


def reading_of(key: str) -> KeyForm | None:
    """How a key is read, or None if what it holds cannot name anybody.

    Such keys hold numbers, hashes and ids, and are removed with the records that they belong to.
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
    """The namespace of the evidence of the project that a key belongs to, or None.

    None, too, for the key that counts the versions of a project's knowledge: it must stay, since
    the version shows that cached answers are outdated.
    """
    match key.split(":"):
        case ["mem" | "listed" | "reads" | "turns", "evidence", tenant, project, *_]:
            return f"evidence:{tenant}:{project}"
        case _:
            return None


def run_of(key: str) -> RunKey | None:
    """The run whose case a key holds, or None if it is not the key of a case."""
    match key.split(":"):
        case ["case", "support", app, *run] if run:
            return f"support:{app}", ":".join(run)
        case _:
            return None


def kept_under(key: str, reading: KeyForm, answer: Any) -> KeptUnderKey:
    """What a key holds, from Redis's answer to the command that reads it."""
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
        judges = [_field(*pair) for pair in fields.items() if _JUDGES.fullmatch(pair[0])]
        return KeptCase(key, namespace, run, *opening, judges)
    return _traces(key, namespace, reading, answer)


def _namespace_of(rest: str) -> str:
    """The namespace of the record or run that a key belongs to; `rest` is the key without kind."""
    parts = rest.split(":")
    return ":".join(parts[: {"support": 2, "evidence": 3}.get(parts[0], 1)])


def _traces(key: str, namespace: str, reading: KeyForm, answer: Any) -> KeptTraces:
    if reading == "members":
        return KeptTraces(key, namespace, members=[str(each) for each in answer])
    if reading == "history":
        entries = [(str(entry[0]), mapping_from_pairs(entry[1])) for entry in answer]
        return KeptTraces(
            key,
            namespace,
            entries=[
                HistoryEntry(entry_id, *(fields.get(each, "") for each in _HISTORY_FIELDS))
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
            # Runs are also counted by category, which stands in the name of the field.
            if is_part
            or name in _NAMING
            or name.startswith((IN_CONTEXT_PREFIX, BOUNDED_IN_CONTEXT_PREFIX))
            or _JUDGES.fullmatch(name)
        ],
    )


def _field(name: str, text: str) -> KeptField:
    lines = (name, text, *name.splitlines(), *text.splitlines())
    names = [end for line in dict.fromkeys(lines) for end in _ends(line)]
    if name in _JUDGE_LINES or _JUDGES.fullmatch(name):
        return KeptField(name, text, names, "lines")
    return KeptField(name, text, names, "words" if name in _FREE_TEXT else "count")


def _ends(text: str) -> Sequence[str]:
    """A line as a whole, and without its first word, its first two, and its first three.

    One of these may be a name, since the judge or voter stands last: `2026-01-31 upvote 0…0 ann`.
    """
    return [text.split(" ", count)[-1] for count in range(4)]
