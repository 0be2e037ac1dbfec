"""Rows of JSON Lines, of JSON in one piece and of comma-separated values."""

import codecs
import csv
import io
import re
from typing import IO, BinaryIO, Final

from pydantic import JsonValue, TypeAdapter
from pydantic_core import from_json

from infra.cli.importing.rows import MOST_BYTES, FileRow, FileRows, UnknownFormat, WrongRow
from infra.cli.lines import LINE_LIMIT, InvalidLine, parse_line, raw_lines

LISTS: Final = ("results", "memories", "tickets", "issues")
"""What an object calls the list of its items."""

_AS_MEANT: Final = dict.fromkeys(("iso-8859-1", "iso8859-1", "latin-1", "latin1"), "cp1252")
"""Charsets that are told and others that are written, as browsers have it."""

_OBJECT: Final = TypeAdapter(dict[str, JsonValue])
_DELIMITERS: Final = ",;\t"
_TOLD_DELIMITER: Final = re.compile(r'"?sep=([,;\t|])"?\r?\n', re.IGNORECASE)
"""A first line for Excel, which it shows to nobody."""


def json_lines(file: BinaryIO) -> FileRows:
    """An object a line."""
    for number, raw in enumerate(raw_lines(file), start=1):
        try:
            fields = parse_line(number, raw, _OBJECT.validate_json)
        except InvalidLine as invalid:
            yield WrongRow(f"line {number}", invalid.reason)
        else:
            if fields is not None:
                yield FileRow(f"line {number}", fields)


def json_items(file: BinaryIO) -> FileRows:
    """The items of a list, or of that which an object has under one of the usual names."""
    try:
        whole: JsonValue = from_json(read_whole(file).removeprefix(codecs.BOM_UTF8))
    except ValueError as error:
        raise UnknownFormat(f"is no JSON: {error}") from error
    items = _items(whole)
    if items is None:
        yield FileRow("line 1", _OBJECT.validate_python(whole))
        return
    for number, item in enumerate(items, start=1):
        if isinstance(item, dict):
            yield FileRow(f"item {number}", item)
        else:
            yield WrongRow(f"item {number}", "is no object")


def _items(whole: JsonValue) -> list[JsonValue] | None:
    """What a list holds, also one that an object has; None where an object is all there is."""
    if isinstance(whole, list):
        return whole
    if not isinstance(whole, dict):
        raise UnknownFormat("is JSON of no object and no list")
    lists = (whole.get(name) for name in LISTS)
    return next((each for each in lists if isinstance(each, list)), None)


def comma_separated(file: BinaryIO) -> FileRows:
    """A row of a table under a header; a name that the header has again has all its values."""
    csv.field_size_limit(LINE_LIMIT)  # of this process; the module has no other way
    written = decoded(read_whole(file))
    told = _TOLD_DELIMITER.match(written)
    header, _, _ = written.partition("\n")
    delimiter = told[1] if told else max(_DELIMITERS, key=header.count)
    lines = list(io.StringIO(written, newline=""))
    reader = csv.reader(lines, delimiter=delimiter)
    if told:
        next(reader)
    try:
        names = [name.strip() for name in next(reader, [])]
        began = reader.line_num
        for number, values in enumerate(reader, start=3 if told else 2):
            row, began = lines[began : reader.line_num], reader.line_num
            if began == len(lines) and _is_open(row, delimiter):
                yield WrongRow(f"row {number}", "has a quotation mark that nothing closes after it")
            elif len(values) > len(names):
                yield WrongRow(f"row {number}", "has more fields than the first row has names")
            elif any(value.strip() for value in values):
                yield FileRow(f"row {number}", _named(names, values))
    except csv.Error as error:
        raise UnknownFormat(f"is no table: {error}, in line {reader.line_num}") from error


def _is_open(row: list[str], delimiter: str) -> bool:
    """Whether the lines of a row end within quotation marks."""
    *_, last = csv.reader([*row, '"\n', "x\n"], delimiter=delimiter)
    return last == ["x"]


def _named(names: list[str], values: list[str]) -> dict[str, JsonValue]:
    fields: dict[str, JsonValue] = {}
    for name, value in zip(names, values, strict=False):
        kept = fields.get(name)
        if not value.strip():
            continue
        if kept is None:
            fields[name] = value
        elif isinstance(kept, list):
            kept.append(value)
        else:
            fields[name] = [kept, value]
    return fields


def read_whole(file: IO[bytes]) -> bytes:
    """All of a file. Raises UnknownFormat if that is more than can be held."""
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise UnknownFormat(f"has more than {MOST_BYTES} bytes: send it in parts, or as JSON Lines")
    return content


def in_utf8(file: BinaryIO) -> BinaryIO:
    """A file from its beginning; one in UTF-16 as it would be in UTF-8."""
    mark = file.read(4)
    file.seek(0)
    return io.BytesIO(decoded(read_whole(file)).encode()) if _is_wide(mark) else file


def _is_wide(content: bytes) -> bool:
    # The mark of UTF-32 begins with that of UTF-16.
    is_wider = content.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE))
    return content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and not is_wider


def decoded(content: bytes) -> str:
    """UTF-8 with or without its mark, or UTF-16 with it. Raises UnknownFormat for anything else."""
    try:
        return content.decode("utf-16" if _is_wide(content) else "utf-8-sig")
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8 (byte {error.start + 1}): save it as UTF-8"
        raise UnknownFormat(reason) from error


def decoded_as(content: bytes, charset: str | None) -> str:
    """The same of what is told to be in a charset, which may be wrong or unknown: none is refused.

    What is not in it is read as UTF-8, or else as Windows writes it.
    """
    told = (charset or "utf-8").lower()
    marked = "utf-16" if _is_wide(content) else _AS_MEANT.get(told, told)
    for each in (marked, "utf-8", "cp1252"):
        try:
            return content.decode(each).removeprefix("\ufeff")
        except (LookupError, ValueError):
            continue
    return content.decode("latin-1")
