"""The tickets, items and pods that results tell of, from their fields and from their summaries."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pydantic import JsonValue

from recollect.core.lazy import lazy
from recollect.core.remembered import Remembered
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import labels_of_all, spoken
from recollect.validation.known.values import statuses_in
from recollect.validation.results import ReadResult

_MOST_VALUES: Final = 5_000
_MOST_CHARACTERS: Final = 200_000
_LONGEST_VALUE: Final = 200
_NO_LETTER: Final = re.compile(r"[^a-z0-9]+")
_WORD: Final = re.compile(r"\d+|[^\W\d_]+")

_OF_FIELDS: Final[Mapping[str, str]] = {
    name: kind
    for kind, names in {
        "status": "state status casestatus incidentstate operationalstatus ticketstatus",
        "priority": "priority prioritylevel casepriority",
        "assignee": "assignedto assignee assignedtoname owner",
        "group": "assignmentgroup group supportgroup team assignmentgroupname ownergroup",
        "customer": "account customer company client customername accountname",
        "sla": "sla slaremaining",
        "opened": "openedat createdat opened created createdon openedon syscreatedon",
        "updated": "updatedat updated updatedon sysupdatedon lastupdated",
        "closed": "closedat closed resolvedat closedon resolvedon",
        "due": "duedate due",
        "id": "number casenumber incidentnumber ticketnumber name pod fqdn hostname displayname"
        " casenumber caseid ticketid id key",
        "address": "ipaddress ip",
        "restarts": "restarts restartcount",
        "item": "configurationitem cmdbci ci",
        "about": "shortdescription title subject",
        "environment": "environment env",
        "place": "location site",
        "cause": "cause rootcause",
        "reason": "reason",
        "contact": "contact caller",
    }.items()
    for name in names.split()
}
_TELLING: Final = frozenset({"status", "priority", "assignee"})
_SHOWN: Final = ("display_value", "displayValue", "name", "label", "value")
_LABELLED: Final = re.compile(
    r"(?P<lead>[\s\u2022*>-]*)(?P<label>[^:\n|]{1,40}):\**\s+(?P<value>\S.*)"
)
_LISTED: Final = re.compile(
    r"\s*[\u2022*-]\s+(?:also found:\s*)?(?P<id>[^\s:\u2013()]{2,80})"
    r"(?:\s+[\u2013\u2014-]\s+|:\s+)(?P<rest>\S.*)",
    re.IGNORECASE,
)
_ALSO: Final = re.compile(
    r"\s*Also found:\s+(?P<id>[^\s:\u2013()]{2,80})\s+[\u2013\u2014-]\s+(?P<rest>\S.*)",
    re.IGNORECASE,
)
_BRACKETS: Final = re.compile(r"\(([^()]{1,160})\)\s*$")
_TICKET: Final = re.compile(r"\b[a-z]{2,10}\d{4,12}\b")
_PERSON_AND_GROUP: Final = re.compile(
    r"(?P<person>[^()]{1,100}?)\s*\((?P<group>[^()]{1,100})\)\s*$"
)


class Source(NamedTuple):
    """Where a value stands: the tool as it was named, and the path in its result."""

    tool: str
    path: str


class Known(NamedTuple):
    """A value as the result has it."""

    text: str
    source: Source


@dataclass(slots=True)
class Record:
    """A ticket, an item or a pod: what it is called, and the values of its fields, by kind."""

    ids: set[str] = field(default_factory=set)
    fields: dict[str, list[Known]] = field(default_factory=dict)
    is_listed: bool = False
    told: set[tuple[str, str]] = field(default_factory=set)
    """The kinds and texts of its values: what is told again is the same value."""

    def add(self, kind: str, value: Known) -> None:
        """One more value; an assignee may be told with the group, as in `Ann Lee (Network)`."""
        if kind == "id":
            self.ids.add(folded(value.text))
            return
        both = _PERSON_AND_GROUP.match(value.text) if kind == "assignee" else None
        if both:
            self._add("group", Known(both["group"], value.source))
            value = Known(both["person"], value.source)
        self._add(kind, value)

    def _add(self, kind: str, value: Known) -> None:
        if (kind, value.text) not in self.told:
            self.told.add((kind, value.text))
            self.fields.setdefault(kind, []).append(value)

    def values(self, *kinds: str) -> Sequence[Known]:
        """What is known of these fields."""
        return [value for kind in kinds for value in self.fields.get(kind, ())]

    @property
    def statuses(self) -> frozenset[str]:
        """The statuses that it has by its values."""
        return frozenset(
            each for known in self.values("status") for each in statuses_in(known.text)
        )


@dataclass(eq=False)  # a frozen one takes three times as long to make
class ResultText:
    """A text of a result, with where it stands, and the name of its field."""

    text: str
    source: Source
    name: str

    @lazy
    def fold(self) -> str:
        """The text, folded."""
        return folded(self.text)


def texts_of(result: ReadResult) -> Iterator[ResultText]:
    """The texts and numbers of a result, with their paths, up to a bound."""
    room = _MOST_CHARACTERS
    if result.text:
        yield ResultText(result.text[:room], Source(result.tool, ""), "")
        room -= len(result.text)
    waiting: list[tuple[str, str, JsonValue]] = [("", "", dict(result.content))]
    for _ in range(_MOST_VALUES):
        if not waiting or room <= 0:
            return
        path, name, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [
                (f"{path}.{key}" if path else key, key, each)
                for key, each in reversed(value.items())
            ]
        elif isinstance(value, list):
            waiting += [
                (f"{path}[{place}]", name, value[place]) for place in range(len(value) - 1, -1, -1)
            ]
        elif isinstance(value, str) or (
            isinstance(value, (int, float)) and not isinstance(value, bool)
        ):
            text = str(value)[:room]
            room -= len(text)
            yield ResultText(text, Source(result.tool, path[:_LONGEST_VALUE]), name)


def _kind_of(name: str) -> str:
    return _OF_FIELDS.get(_NO_LETTER.sub("", name.casefold()), "")


_kind: Final = Remembered(_kind_of).__getitem__
"""Which field of a ticket or an item a name is; "" if none."""


def is_ticket_like(value: Mapping[str, JsonValue]) -> bool:
    """Whether an object has a priority and somebody, or a group, that it is assigned to."""
    kinds = set(map(_kind, value))
    return "priority" in kinds and not kinds.isdisjoint({"assignee", "group"})


def records_of(result: ReadResult, texts: Sequence[ResultText]) -> list[Record]:
    """The records of a result: its objects first, then what its summaries tell of them."""
    records = list(_objects(result))
    by_id = {each: record for record in records for each in record.ids}
    for told in texts:
        if "\n" in told.text or ":" in told.text or not told.source.path:
            _read_summary(told, records, by_id)
    return [each for each in records if each.fields]


def _objects(result: ReadResult) -> Iterator[Record]:
    waiting: list[tuple[str, JsonValue]] = [("", dict(result.content))]
    for _ in range(_MOST_VALUES):
        if not waiting:
            return
        path, value = waiting.pop()
        if isinstance(value, dict):
            record = _record(value, path, result.tool)
            if not _TELLING.isdisjoint(record.fields) or (record.ids and record.fields):
                record.is_listed = path.endswith("]")
                yield record
            waiting += [
                (f"{path}.{key}" if path else key, each)
                for key, each in reversed(value.items())
                if isinstance(each, (dict, list))
            ]
        elif isinstance(value, list):
            waiting += [
                (f"{path}[{place}]", value[place])
                for place in range(len(value) - 1, -1, -1)
                if isinstance(value[place], (dict, list))
            ]


def _record(value: Mapping[str, JsonValue], path: str, tool: str) -> Record:
    record = Record()
    for name, each in value.items():
        kind = _kind(name)
        text = _shown(each) if kind else ""
        source = Source(tool, f"{path}.{name}" if path else name)
        if kind == "assignee" and each in ("", None):
            record.add("unassigned", Known("nobody", source))
        if not text or len(text) > _LONGEST_VALUE:
            continue
        record.add(kind, Known(text, source))
    for address in record.fields.get("address", ()):
        record.ids.add(folded(address.text))
    return record


def _shown(value: JsonValue) -> str:
    if isinstance(value, dict):
        return next((_shown(value[name]) for name in _SHOWN if value.get(name)), "")
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def _read_summary(told: ResultText, records: list[Record], by_id: dict[str, Record]) -> None:
    """Lines with a label belong to the record that was listed last, else to the first one."""
    main: Record | None = None
    listed: Record | None = None
    for line in told.text.splitlines():
        item = _ALSO.match(line) or _LISTED.match(line)
        if item and _is_id(item["id"]):
            listed = _of_id(item["id"], records, by_id)
            _read_brackets(item["rest"], listed, told)
            continue
        found = _LABELLED.match(line) if ":" in line else None
        if not found:
            listed = listed if line.startswith(" ") else None
            continue
        kind = label_of(found["label"])
        if kind in {"", "other"} or (
            kind == "closed" and not any(map(str.isdigit, found["value"]))
        ):
            continue
        value = Known(found["value"].strip()[:_LONGEST_VALUE], told.source)
        if listed is not None and found["lead"].startswith(" "):
            listed.add(kind, value)
            continue
        if main is None:
            main = _main(told, records)
        main.add("id" if kind == "number" else kind, value)


def label_of(text: str) -> str:
    """Which field a label names, in any of the languages; "" if none."""
    return labels_of_all().get(spoken(_WORD.findall(folded(text))), "")


def kind_of_field(parts: Iterable[str]) -> str:
    """Which field of a ticket or an item a name is, by its words; "" if none."""
    return _OF_FIELDS.get("".join(parts), "")


def _main(told: ResultText, records: list[Record]) -> Record:
    """The record that a summary tells of: the first of its result."""
    if records:
        return records[0]
    record = Record()
    for number in _TICKET.findall(told.fold[-_LONGEST_VALUE:]):
        if f"/{number}" in told.fold:
            record.ids.add(number)
    records.append(record)
    return record


def _is_id(text: str) -> bool:
    return any(map(str.isdigit, text)) or text.isupper() or "-" in text


def _of_id(text: str, records: list[Record], by_id: dict[str, Record]) -> Record:
    name = folded(text)
    if name not in by_id:
        record = Record(ids={name}, is_listed=True)
        records.append(record)
        by_id[name] = record
    return by_id[name]


def _read_brackets(rest: str, record: Record, told: ResultText) -> None:
    """`(Open, Priority: Low)` at the end of a line of a list."""
    found = _BRACKETS.search(rest)
    for part in found[1].split(",") if found else ():
        label, colon, value = part.partition(":")
        kind = label_of(label) if colon else ("status" if statuses_in(part) else "")
        text = (value if colon else part).strip()
        if kind and kind != "other" and text:
            record.add(kind, Known(text, told.source))
