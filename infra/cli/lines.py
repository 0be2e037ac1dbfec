"""Files of JSON lines in UTF-8: read a line at a time, in batches that a store takes."""

import codecs
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Generic, TypeVar

from pydantic import ValidationError

from infra.cli.console import CommandError

BATCH_LINES = 100
LINE_LIMIT = 8 * 1024 * 1024
"""Bytes of a line; the longest possible export of a memory is far below."""

_BATCH_BYTES = 512 * 1024

_T = TypeVar("_T")


class InvalidLine(CommandError):
    """A line that is not what the file should hold."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}")


@dataclass(slots=True)
class LineFile(Generic[_T]):
    """A file that is read, and what may be left out; `parse` raises ValidationError."""

    file: BinaryIO
    parse: Callable[[str], _T]
    skip_invalid: bool = False
    on_skip: Callable[[InvalidLine], None] = lambda _: None
    skipped: int = 0

    def lines(self) -> Iterator[tuple[_T, int]]:
        """Each parsed line with its length in bytes. Raises InvalidLine at the first wrong one."""
        return ((line, length) for _, line, length in self._numbered())

    def _numbered(self) -> Iterator[tuple[int, _T, int]]:
        for number, raw in enumerate(_raw_lines(self.file), start=1):
            try:
                line = parse_line(number, raw, self.parse)
            except InvalidLine as invalid:
                if not self.skip_invalid:
                    raise
                self.skipped += 1
                self.on_skip(invalid)
            else:
                if line is not None:
                    yield number, line, len(raw)

    def batches(self) -> Generator[list[_T], None, None]:
        """The lines in batches that a store takes in one request."""
        for batch in self.numbered_batches():
            yield [line for _, line in batch]

    def numbered_batches(self) -> Generator[list[tuple[int, _T]], None, None]:
        """The same batches, each line with its number."""
        batch: list[tuple[int, _T]] = []
        size = 0
        for number, line, length in self._numbered():
            if batch and (len(batch) == BATCH_LINES or size + length > _BATCH_BYTES):
                yield batch
                batch, size = [], 0
            batch.append((number, line))
            size += length
        if batch:
            yield batch


def _raw_lines(file: BinaryIO) -> Iterator[bytes]:
    """Each line, of an endless one only the beginning."""
    while raw := file.readline(LINE_LIMIT + 1):
        end = raw
        while len(end) > LINE_LIMIT and not end.endswith(b"\n"):
            end = file.readline(LINE_LIMIT + 1)
        yield raw


def parse_line(number: int, raw: bytes, parse: Callable[[str], _T]) -> _T | None:
    """Read a line of a file; None if it is blank. Raises InvalidLine if it makes no sense."""
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
        raise InvalidLine(number, _explain(error)) from error


def _explain(error: ValidationError) -> str:
    # Without the input, which may be long and is nobody's business in a log.
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    named = [(".".join(map(str, each["loc"])), each["msg"]) for each in problems[:3]]
    more = [f"and {len(problems) - 3} more"] if len(problems) > len(named) else []
    return "; ".join([*(f"{place}: {what}" if place else what for place, what in named), *more])
