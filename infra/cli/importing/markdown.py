"""Rows of Markdown: a section under a heading is an item, with the title of its document."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from infra.cli.importing.rows import FileRow, FileRows, WrongRow, path_id
from recollect.core.invisible import composed

# A blank line after the dashes makes them a rule.
_FRONT: Final = re.compile(r"\A---[ \t]*\n(?![ \t]*\n)(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_LINE: Final = re.compile(r"([A-Za-z][\w -]{0,40}):[ \t]*(.*)")
_HEADING: Final = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*")
_UNDERLINE: Final = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_UNDERLINED: Final = re.compile(r" {0,3}(?![-*+>|#=]|\d+[.)] )\S")
"""A line of a paragraph: no list, quote or table."""
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_NO_ANCHOR: Final = re.compile(r"[^\w\- ]")
_DATES: Final = ("date", "updated", "last_updated", "created")


@dataclass(frozen=True, slots=True)
class Section:
    """A text with the headings that it stands under, outermost first."""

    headings: tuple[str, ...]
    text: str


def markdown_rows(name: str, written: str) -> FileRows:
    """The sections of a document as evidence; `name` is its path, which their ids begin with."""
    name, written = composed(name), composed(written)  # macOS parts letters from their marks
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
    date = next((front[each] for each in _DATES if each in front), None)
    known = {
        "id": f"{path_id(name)}#{anchor}",
        "title": ": ".join(headings) or None,
        "content": section.text,
        "url": f"{url}#{anchor}" if url and section.headings else url,
        "created_at": date,
    }
    return {field: value for field, value in known.items() if value}


def _anchor(section: Section, taken: dict[str, int]) -> str:
    """The name of a section within its document, as GitHub makes it of a heading."""
    heading = section.headings[-1] if section.headings else "top"
    anchor = _NO_ANCHOR.sub("", heading.lower()).replace(" ", "-") or "section"
    times = taken.get(anchor, 0)
    taken[anchor] = times + 1
    return f"{anchor}-{times}" if times else anchor


def front_matter(written: str) -> tuple[dict[str, str], str]:
    """The plain `name: value` lines between the dashes at the top, and what comes after them."""
    found = _FRONT.match(written)
    if not found:
        return {}, written
    lines = (_LINE.fullmatch(line) for line in found[1].split("\n"))
    named = {line[1].strip().lower(): line[2].strip().strip("\"'") for line in lines if line}
    return {name: value for name, value in named.items() if value}, written[found.end() :]


def sections(body: str) -> Iterator[Section]:
    """The texts under each heading that has one; what stands in fences is no heading."""
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
    """Level and text of a heading that `line` is, or makes of the line `before`, which it takes."""
    if found := _HEADING.fullmatch(line):
        return len(found[1]), found[2]
    alone = not any(map(str.strip, before[-2:-1]))
    if _UNDERLINE.fullmatch(line) and before and alone and _UNDERLINED.match(before[-1]):
        return (1 if "=" in line else 2), before.pop().strip()
    return None


def _fence(line: str, opened: str) -> str:
    """The fence that is open after a line: "" for none."""
    marker = _FENCE.match(line)
    if not marker:
        return opened
    if not opened:
        return marker[1]
    closes = marker[1][0] == opened[0] and len(marker[1]) >= len(opened)
    return "" if closes else opened
