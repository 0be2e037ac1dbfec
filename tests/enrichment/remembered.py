"""Calls with what was remembered before them, and what each should be given: data, and its reading.

`data/remembered_calls.jsonl` was written before the rules of the choice were, half of it laid aside
until they stood. Each line is a call, what is remembered (by `key`, so many `days` before), and
what is `expected`: that the tool is given nothing (`silent`), or which memories come `first`, which
`must` be there, which `never`, at `most` how many, and which texts are to be `absent`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from recollect.core.customers import ALL_CUSTOMERS
from recollect.enrichment.keeping import conversation_record, execution_record, incident_record
from recollect.enrichment.memories import ToolMemoryRecord
from recollect.enrichment.models import NewConversation, NewExecution, NewIncident

NOW: Final = datetime(2026, 6, 15, 12, tzinfo=UTC)
_FILE: Final = Path(__file__).parent / "data" / "remembered_calls.jsonl"


@dataclass(frozen=True, slots=True)
class RememberedCall:
    """A call, its memories by key, oldest first, and what it should be given."""

    name: str
    half: str
    tool: str
    arguments: Mapping[str, Any]
    session: str
    records: Mapping[str, ToolMemoryRecord]
    expected: Mapping[str, Any]

    def faults(self, ids: Sequence[str], told: str) -> list[str]:
        """The faults of giving these memories in these words; none if they help."""
        keys = [self._key(each) for each in ids]
        want = self.expected
        if want.get("silent"):
            return ["silence was right"] if keys else []
        faults = [f"{key} is missing" for key in want.get("must", ()) if not self._has(key, keys)]
        faults += [f"{key} is there" for key in want.get("never", ()) if self._has(key, keys)]
        faults += [f"{text!r} is told" for text in want.get("absent", ()) if text in told]
        if want.get("first") and not any(self._has(key, keys[:1]) for key in want["first"]):
            faults.append(f"first is {keys[:1]}")
        if len(keys) > want.get("most", 3):
            faults.append(f"{len(keys)} are too many")
        return faults

    def _key(self, memory_id: str) -> str:
        return next(key for key, record in self.records.items() if record.id == memory_id)

    def _has(self, key: str, keys: Sequence[str]) -> bool:
        """Whether a memory is given, perhaps under the key of an identical record."""
        return any(self.records[each].id == self.records[key].id for each in keys)


def remembered_calls() -> Iterator[RememberedCall]:
    """All of them, in the order of the file."""
    with _FILE.open(encoding="utf-8") as lines:
        for line in lines:
            told = json.loads(line)
            call = told["call"]
            yield RememberedCall(
                told["name"],
                told["half"],
                call["tool"],
                call["arguments"],
                call["sessionId"],
                _records(told["remembered"]),
                told["expected"],
            )


def _records(remembered: Sequence[Mapping[str, Any]]) -> Mapping[str, ToolMemoryRecord]:
    records: dict[str, ToolMemoryRecord] = {}
    for each in sorted(remembered, key=lambda one: -one["days"]):
        supersedes = [records[key].id for key in each.get("supersedes", ())]
        at = NOW - timedelta(days=each["days"])
        records[each["key"]] = _record({**each, "supersedes": supersedes}, at)
    return records


def _record(each: Mapping[str, Any], at: datetime) -> ToolMemoryRecord:
    corrects = {"supersedes": each["supersedes"]}
    if "incident" in each:
        return incident_record(NewIncident.model_validate({**each["incident"], **corrects}), at)
    if "conversation" in each:
        said = NewConversation.model_validate({**each["conversation"], **corrects})
        return conversation_record(said, at)
    run = dict(each["execution"])
    tool = run.pop("tool")
    return execution_record(
        tool, NewExecution.model_validate({**run, **corrects}), at, ALL_CUSTOMERS
    )
