"""Read the rows of JSON Lines, of JSON in one piece and of CSV; decode files into text."""

import codecs
import csv
import io
import re
from typing import IO, BinaryIO, Final

from pydantic import JsonValue, TypeAdapter
from pydantic_core import from_json

from infra.cli.importing.rows import MAX_FILE_BYTES, FileRow, FileRows, UnknownFormat, WrongRow
from infra.cli.lines import LINE_LIMIT, InvalidLine, parse_line, raw_lines
from recollect.language.charsets import is_wide

LISTS: Final = ("results", "memories", "tickets", "issues")
"""The names under which a JSON object may have the list of its items."""

_OBJECT: Final = TypeAdapter(dict[str, JsonValue])
_DELIMITERS: Final = ",;\t"
_DELIMITER_LINE: Final = re.compile(r'"?sep=([,;\t|])"?\r?\n', re.IGNORECASE)
"""A first line that tells Excel the delimiter; Excel does not show it."""


def json_lines(file: BinaryIO) -> FileRows:
    """The rows of JSON Lines: one object a line."""
    for number, raw in enumerate(raw_lines(file), start=1):
        try:
            fields = parse_line(number, raw, _OBJECT.validate_json)
        except InvalidLine as invalid:
            yield WrongRow(f"line {number}", invalid.reason)
        else:
            if fields is not None:
                yield FileRow(f"line {number}", fields)


def json_items(file: BinaryIO) -> FileRows:
    """The items of a JSON list, or of an object's list under a name of LISTS, else the object.

    Raises UnknownFormat.
    """
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
    """The items of a list, or of a list in an object; None if the object itself is the item."""
    if isinstance(whole, list):
        return whole
    if not isinstance(whole, dict):
        raise UnknownFormat("is JSON of no object and no list")
    lists = (whole.get(name) for name in LISTS)
    return next((each for each in lists if isinstance(each, list)), None)


def comma_separated(file: BinaryIO) -> FileRows:
    """The rows of a table under its header; a name that the header repeats gets a list of values.

    Raises UnknownFormat.
    """
    csv.field_size_limit(LINE_LIMIT)  # for the whole process; the csv module has no other way
    written = decoded(read_whole(file))
    delimiter_line = _DELIMITER_LINE.match(written)
    header, _, _ = written.partition("\n")
    delimiter = delimiter_line[1] if delimiter_line else max(_DELIMITERS, key=header.count)
    lines = list(io.StringIO(written, newline=""))
    reader = csv.reader(lines, delimiter=delimiter)
    if delimiter_line:
        next(reader)
    try:
        names = [name.strip() for name in next(reader, [])]
        began = reader.line_num
        for number, values in enumerate(reader, start=3 if delimiter_line else 2):
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
    """The whole content of a file. Raises UnknownFormat if it is too large to read at once."""
    content = file.read(MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        raise UnknownFormat(
            f"has more than {MAX_FILE_BYTES} bytes: send it in parts, or as JSON Lines"
        )
    return content


def in_utf8(file: BinaryIO) -> BinaryIO:
    """The file at its beginning, or a copy in UTF-8 if it is in UTF-16."""
    mark = file.read(4)
    file.seek(0)
    return io.BytesIO(decoded(read_whole(file)).encode()) if is_wide(mark) else file


def decoded(content: bytes) -> str:
    """Decode UTF-8, or UTF-16 with a byte order mark. Raises UnknownFormat for anything else."""
    try:
        return content.decode("utf-16" if is_wide(content) else "utf-8-sig")
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8 (byte {error.start + 1}): save it as UTF-8"
        raise UnknownFormat(reason) from error
