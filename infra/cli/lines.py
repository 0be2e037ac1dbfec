"""Read files of JSON Lines in UTF-8, a line at a time."""

import codecs
from collections.abc import Callable, Iterator
from typing import IO, TypeVar

from pydantic import ValidationError

from infra.cli.console import CommandError
from recollect.core.field_errors import field_errors

_MAX_SHOWN_ERRORS = 3
LINE_LIMIT = 8 * 1024 * 1024
"""The most bytes of a line; the longest possible export of a memory is far below."""

_T = TypeVar("_T")


class InvalidLine(CommandError):
    """A line that cannot be read or is not what the file should hold."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}")
        self.reason = reason


def parsed_lines(file: IO[bytes], parse: Callable[[str], _T]) -> Iterator[_T]:
    """The parsed lines, without blank ones. Raises InvalidLine at the first wrong line.

    `parse` turns a line's text into an object, or raises ValidationError.
    """
    for number, raw in enumerate(raw_lines(file), start=1):
        line = parse_line(number, raw, parse)
        if line is not None:
            yield line


def raw_lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines; the rest of a line after LINE_LIMIT + 1 bytes is skipped."""
    while raw := file.readline(LINE_LIMIT + 1):
        end = raw
        while len(end) > LINE_LIMIT and not end.endswith(b"\n"):
            end = file.readline(LINE_LIMIT + 1)
        yield raw


def parse_line(number: int, raw: bytes, parse: Callable[[str], _T]) -> _T | None:
    """Parse the line with this number, from 1; None if it is blank. Raises InvalidLine."""
    if len(raw) > LINE_LIMIT:
        raise InvalidLine(number, f"is longer than {LINE_LIMIT} bytes")
    content = (raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw).strip()
    if not content:
        return None
    try:
        return parse(content.decode())
    except UnicodeDecodeError as error:
        raise InvalidLine(number, f"is not UTF-8 (byte {error.start + 1})") from error
    except ValidationError as error:
        raise InvalidLine(number, explained(error)) from error


def explained(error: ValidationError) -> str:
    """What is wrong with the first few fields, and how many others are wrong, in one line."""
    errors = list(map(str, field_errors(error)))
    more = (
        [f"and {len(errors) - _MAX_SHOWN_ERRORS} more"] if len(errors) > _MAX_SHOWN_ERRORS else []
    )
    return "; ".join([*errors[:_MAX_SHOWN_ERRORS], *more])
