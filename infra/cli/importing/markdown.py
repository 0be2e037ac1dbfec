"""Read Markdown as rows: each section under a heading, titled with the headings above it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from infra.cli.importing.rows import FileRow, FileRows, WrongRow, path_id
from recollect.core.invisible import composed

# Dashes before a blank line are a horizontal rule, not the start of front matter.
_FRONT_MATTER: Final = re.compile(r"\A---[ \t]*\n(?![ \t]*\n)(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_MATTER_LINE: Final = re.compile(r"([A-Za-z][\w -]{0,40}):[ \t]*(.*)")
_HEADING: Final = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*")
_UNDERLINE: Final = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_UNDERLINED_TEXT: Final = re.compile(r" {0,3}(?![-*+>|#=]|\d+[.)] )\S")
"""A line that an underline makes a heading: of a paragraph, not of a list, quote or table."""
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_NOT_IN_AN_ANCHOR: Final = re.compile(r"[^\w\- ]")
_DATE_FIELDS: Final = ("date", "updated", "last_updated", "created")


@dataclass(frozen=True, slots=True)
class Section:
    """A text with the headings above it, outermost first."""

    headings: tuple[str, ...]
    text: str


def markdown_rows(name: str, written: str) -> FileRows:
    """The sections of a document as evidence; their ids begin with its path, `name`."""
    name, written = composed(name), composed(written)  # macOS separates letters and their accents
    front, body = front_matter(written.replace("\r\n", "\n"))
    found = 0
    taken: dict[str, int] = {}
    for section in sections(body):
        found += 1
        anchor = _anchor(section, taken)
        yield FileRow(f"{name}#{anchor}", _item(name, anchor, section, front))
    if not found:
        yield WrongRow(name, "has no text")


def _item(name: str, anchor: str, section: Section, front: dict[str, str]) -> dict[str, JsonValue]:
    headings = section.headings
    document = front.get("title")
    if document and headings[:1] != (document,):
        headings = (document, *headings)
    url = front.get("url")
    date = next((front[each] for each in _DATE_FIELDS if each in front), None)
    known = {
        "id": f"{path_id(name)}#{anchor}",
        "title": ": ".join(headings) or None,
        "content": section.text,
        "url": f"{url}#{anchor}" if url and section.headings else url,
        "created_at": date,
    }
    return {field: value for field, value in known.items() if value}


def _anchor(section: Section, taken: dict[str, int]) -> str:
    """The anchor of a section within its document, as GitHub derives it from the heading."""
    heading = section.headings[-1] if section.headings else "top"
    anchor = _NOT_IN_AN_ANCHOR.sub("", heading.lower()).replace(" ", "-") or "section"
    times = taken.get(anchor, 0)
    taken[anchor] = times + 1
    return f"{anchor}-{times}" if times else anchor


def front_matter(written: str) -> tuple[dict[str, str], str]:
    """The plain `name: value` lines between the `---` lines at the top, and the text after them."""
    found = _FRONT_MATTER.match(written)
    if not found:
        return {}, written
    lines = (_FRONT_MATTER_LINE.fullmatch(line) for line in found[1].split("\n"))
    named = {line[1].strip().lower(): line[2].strip().strip("\"'") for line in lines if line}
    return {name: value for name, value in named.items() if value}, written[found.end() :]


def sections(body: str) -> Iterator[Section]:
    """The headings' texts, without empty ones; a line within a code fence is no heading."""
    headings: list[tuple[int, str]] = []
    lines: list[str] = []
    fence = ""
    for line in body.split("\n"):
        heading = None if fence else _heading(line, lines)
        if heading is None:
            lines.append(line)
            fence = _fence(line, fence)
            continue
        yield from _section(headings, lines)
        headings = [*(each for each in headings if each[0] < heading[0]), heading]
        lines = []
    yield from _section(headings, lines)


def _section(headings: list[tuple[int, str]], lines: list[str]) -> Iterator[Section]:
    if content := "\n".join(lines).strip():
        yield Section(tuple(title for _, title in headings), content)


def _heading(line: str, before: list[str]) -> tuple[int, str] | None:
    """Level and text of a heading: of `line`, or of the line before it that `line` underlines.

    An underlined line is removed from `before`.
    """
    if found := _HEADING.fullmatch(line):
        return len(found[1]), found[2]
    alone = not any(map(str.strip, before[-2:-1]))
    if _UNDERLINE.fullmatch(line) and before and alone and _UNDERLINED_TEXT.match(before[-1]):
        return (1 if "=" in line else 2), before.pop().strip()
    return None


def _fence(line: str, opened: str) -> str:
    """The code fence that is open after a line, "" if none is; `opened` is the one before it."""
    marker = _FENCE.match(line)
    if not marker:
        return opened
    if not opened:
        return marker[1]
    closes = marker[1][0] == opened[0] and len(marker[1]) >= len(opened)
    return "" if closes else opened
