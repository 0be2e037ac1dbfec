"""Find the records of a result, in its objects and in its summaries."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pydantic import JsonValue

from recollect.validation.grammar.folding import folded
from recollect.validation.known.field_kinds import kind_of, label_of
from recollect.validation.known.record_models import Record, ResultValue, Source
from recollect.validation.known.result_texts import ResultText
from recollect.validation.known.values import statuses_in
from recollect.validation.results import ReadResult

_MAX_VALUES: Final = 5_000
_MAX_VALUE_LENGTH: Final = 200
_RECORD_FIELDS: Final = frozenset({"status", "priority", "assignee"})
_DISPLAY_FIELDS: Final = (
    *("display_value", "displayValue", "displayName", "name", "login", "summary", "label", "value"),
)
_NO_IDS: Final = frozenset[str]()
_LABELLED: Final = re.compile(
    r"(?P<lead>[\s\u2022*>-]*)(?P<label>[^:\n|]{1,40}):\**\s+(?P<value>\S.*)"
)
_LIST_ITEM: Final = re.compile(
    r"\s*[\u2022*-]\s+(?:also found:\s*)?(?P<id>[^\s:\u2013()]{2,80})"
    r"(?:\s+[\u2013\u2014-]\s+|:\s+)(?P<rest>\S.*)",
    re.IGNORECASE,
)
_ALSO_FOUND: Final = re.compile(
    r"\s*Also found:\s+(?P<id>[^\s:\u2013()]{2,80})\s+[\u2013\u2014-]\s+(?P<rest>\S.*)",
    re.IGNORECASE,
)
_ITEM_STARTS: Final = ("\u2022", "*", "-", "A", "a")
"""The beginnings of lines that one of these two patterns may match."""

_BRACKETS: Final = re.compile(r"\(([^()]{1,160})\)\s*$")
_TICKET: Final = re.compile(r"\b[a-z]{2,10}\d{4,12}\b")


def records_of(result: ReadResult, texts: Sequence[ResultText]) -> list[Record]:
    """The tickets, items and pods of a result: those in objects, then those only in summaries."""
    records = list(_objects(result))
    by_id = {each: record for record in records for each in record.ids}
    for result_text in texts:
        if "\n" in result_text.text or ":" in result_text.text or not result_text.source.path:
            _read_summary(result_text, records, by_id)
    return [each for each in records if each.fields]


def _objects(result: ReadResult) -> Iterator[Record]:
    """The objects that are records: they have an id and a field, or a field only records have.

    The id may be in an object around them that has nothing else: the key of an issue of Jira.
    """
    waiting: list[tuple[str, JsonValue, frozenset[str]]] = [("", dict(result.content), _NO_IDS)]
    for _ in range(_MAX_VALUES):
        if not waiting:
            return
        path, value, outer_ids = waiting.pop()
        if isinstance(value, dict):
            record = record_of(value, path, result.tool)
            record.ids = record.ids or {*outer_ids}
            ids = _NO_IDS if record.fields else frozenset(record.ids)
            if not _RECORD_FIELDS.isdisjoint(record.fields) or (record.ids and record.fields):
                record.is_listed = path.endswith("]")
                yield record
            waiting += [
                (f"{path}.{key}" if path else key, each, ids if isinstance(each, dict) else _NO_IDS)
                for key, each in reversed(value.items())
                if isinstance(each, (dict, list))
            ]
        elif isinstance(value, list):
            waiting += [
                (f"{path}[{place}]", value[place], _NO_IDS)
                for place in range(len(value) - 1, -1, -1)
                if isinstance(value[place], (dict, list))
            ]


def record_of(value: Mapping[str, JsonValue], path: str, tool: str) -> Record:
    """An object as a record, with those of its fields whose kind is known."""
    record = Record()
    for name, each in value.items():
        kind = kind_of(name)
        text = _shown(each) if kind else ""
        source = Source(tool, f"{path}.{name}" if path else name)
        if kind == "assignee" and each in ("", None):
            record.add("unassigned", ResultValue("nobody", source))
        if not text or len(text) > _MAX_VALUE_LENGTH:
            continue
        record.add(kind, ResultValue(text, source))
    for address in record.fields.get("address", ()):
        record.ids.add(folded(address.text))
    return record


def _shown(value: JsonValue) -> str:
    """The text by which a value is shown; "" if it has none."""
    if isinstance(value, dict):
        return next((_shown(value[name]) for name in _DISPLAY_FIELDS if value.get(name)), "")
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def _read_summary(result_text: ResultText, records: list[Record], by_id: dict[str, Record]) -> None:
    """Add the labelled values of a summary to records.

    An indented line belongs to the item of the list above it, any other to the main record.
    """
    main: Record | None = None
    listed: Record | None = None
    for line in result_text.text.splitlines():
        may_list = line.lstrip().startswith(_ITEM_STARTS)
        item = (_ALSO_FOUND.match(line) or _LIST_ITEM.match(line)) if may_list else None
        if item and _is_id(item["id"]):
            listed = _record_with_id(item["id"], records, by_id)
            _read_brackets(item["rest"], listed, result_text)
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
        value = ResultValue(found["value"].strip()[:_MAX_VALUE_LENGTH], result_text.source)
        if listed is not None and found["lead"].startswith(" "):
            listed.add(kind, value)
            continue
        if main is None:
            main = _main_record(result_text, records)
        main.add("id" if kind == "number" else kind, value)


def _main_record(result_text: ResultText, records: list[Record]) -> Record:
    """The record that a summary is about: the first of its result, else a new one."""
    if records:
        return records[0]
    record = Record()
    for number in _TICKET.findall(result_text.fold[-_MAX_VALUE_LENGTH:]):
        if f"/{number}" in result_text.fold:
            record.ids.add(number)
    records.append(record)
    return record


def _is_id(text: str) -> bool:
    return any(map(str.isdigit, text)) or text.isupper() or "-" in text


def _record_with_id(text: str, records: list[Record], by_id: dict[str, Record]) -> Record:
    name = folded(text)
    if name not in by_id:
        record = Record(ids={name}, is_listed=True)
        records.append(record)
        by_id[name] = record
    return by_id[name]


def _read_brackets(rest: str, record: Record, result_text: ResultText) -> None:
    """Add the values in `(Open, Priority: Low)` at the end of an item of a list to its record."""
    found = _BRACKETS.search(rest)
    for part in found[1].split(",") if found else ():
        label, colon, value = part.partition(":")
        kind = label_of(label) if colon else ("status" if statuses_in(part) else "")
        text = (value if colon else part).strip()
        if kind and kind != "other" and text:
            record.add(kind, ResultValue(text, result_text.source))
