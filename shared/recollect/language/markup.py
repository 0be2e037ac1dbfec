"""Turns text that may be HTML into text as people read it."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from recollect.core.lru_cache import LruCache
from recollect.language.html_tables import table_in_markdown
from recollect.language.tags import (
    ANY_TAG,
    BLOCKS,
    CELLS,
    UNSEEN,
    decoded,
    is_html,
    stripped,
    tag_pattern,
)
from recollect.language.texts import collapsed

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

# A parser takes half a second for 20,000 elements inside each other.
MAX_PARSED_CHARS: Final = 20_000
"""The most characters of a text that are parsed."""
# Tables may be nested, and the cells of an outer one are read first.
_MAX_TABLES: Final = 50
_BULLET: Final = "•"
_HEADINGS: Final = {f"h{level}": "#" * level for level in range(1, 7)}
_PARAGRAPHS: Final = frozenset({"div", "p"})
_ELEMENTS_FOR_PROGRAMS: Final = ("head", "noscript", "script", "style", "svg", "template")
_FOR_PROGRAMS = re.compile(
    rf"<(?:!--|({'|'.join(_ELEMENTS_FOR_PROGRAMS)})(?=[\s/>]))", re.IGNORECASE
)
_ENDS: Final = {
    "--": re.compile("-->"),
    **{name: re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in _ELEMENTS_FOR_PROGRAMS},
}
_OPENING = re.compile("<")
_NAMED = re.compile(r"</?([a-z][a-z0-9]*)[\s/>]", re.IGNORECASE)
_CODE = re.compile(r"\[(/?)code\]", re.IGNORECASE)
# Characters of the texts in each cache; a readable text is about as long as its original.
_CACHED_CHARS: Final = 2_000_000


def readable(text: str) -> str:
    """A text that begins like HTML as lines that people read; any other text as it is.

    HTML of which nothing would be shown although it says something (`<script> is blocked`) stays as
    it is, too. If it is too long even without its styles and scripts, only its tags are removed. A
    tab separates the cells of a table row.
    """
    return _shown(text) if is_html(text) else text


def readable_in_sections(text: str) -> str:
    """Like `readable`, with headings marked as in Markdown: `## Restart`."""
    return _shown_in_sections(text) if is_html(text) else text


def whole_in_sections(text: str) -> str:
    """Like `readable_in_sections` for HTML of any length: 0.2 s for a million characters."""
    return lines_of(_seen(text), _cells_apart, with_headings=True, most=len(text))


def lines_of(
    text: str,
    line_as_read: Callable[[str], str],
    *,
    with_headings: bool = False,
    most: int = MAX_PARSED_CHARS,
) -> str:
    """The readable lines of a text, none of them empty; "" if there is nothing to read.

    HTML becomes text, with a line for each block and a bullet for each list entry; what only looks
    like HTML (`a < b`, `<user@example.org>`) stays. Only the first `most` characters are read. With
    headings, these are marked as in Markdown.
    """
    marks = _HEADINGS if with_headings else {}
    lines = "".join(_parts(text[:most], marks)).splitlines()
    return "\n".join(_with_bullets(filter(None, map(line_as_read, lines))))


def _as_read(text: str, *, with_headings: bool = False) -> str:
    if len(text) > MAX_PARSED_CHARS:
        text = _seen(text)
    if len(text) > MAX_PARSED_CHARS:
        return stripped(text)
    read = lines_of(text, _cells_apart, with_headings=with_headings)
    return read or (text if ANY_TAG.sub("", text).strip() else "")


def _seen(text: str) -> str:
    """HTML without comments and without elements that only programs read, if these are closed."""
    kept: list[str] = []
    endless: set[str] = set()
    start = at = 0
    while begin := _FOR_PROGRAMS.search(text, at):
        name, at = (begin[1] or "--").lower(), begin.end()
        end = None if name in endless else _ENDS[name].search(text, at)
        if end is None:
            endless.add(name)
            continue
        kept.append(text[start : begin.start()])
        start = at = end.end()
    return "".join((*kept, text[start:]))


def _as_read_in_sections(text: str) -> str:
    return _as_read(text, with_headings=True)


def _cells_apart(line: str) -> str:
    """A line with its spaces collapsed, and a tab between the cells of a row, also empty ones."""
    cells = "\t".join(map(collapsed, line.split("\t")))
    return cells.removeprefix("\t") if cells.strip() else ""


def _parts(text: str, marks: Mapping[str, str]) -> Iterator[str]:
    """The text in pieces; ServiceNow marks HTML in a journal with [code], and has none outside."""
    if not _CODE.search(text):
        yield _read(text, marks)
        return
    inside = False
    start = 0
    for mark in _CODE.finditer(text):
        piece = text[start : mark.start()]
        yield _read(piece, marks) if inside else decoded(piece)
        inside, start = not mark.group(1), mark.end()
    yield _read(text[start:], marks)


def _read(text: str, marks: Mapping[str, str]) -> str:
    if "<" not in text or not tag_pattern().search(text):
        return decoded(text)
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415  # only where there is HTML

    if (
        any(each.group(1).lower() in BLOCKS for each in _NAMED.finditer(text))
        and "<pre" not in text.lower()
    ):
        text = text.replace("\r", " ").replace("\n", " ")
    tags = {match.start() for match in tag_pattern().finditer(text)}
    source = _OPENING.sub(lambda found: "<" if found.start() in tags else "&lt;", text)
    root = LexborHTMLParser(source).root
    return "" if root is None else "".join(_walk(root, marks))


def _walk(root: "LexborNode", marks: Mapping[str, str]) -> Iterator[str]:
    """The text of a tree in order; without recursion, since a tree may be deep."""
    node, depth, tables = root, 0, _MAX_TABLES if marks else 0
    while True:
        tag, table = node.tag or "", ""
        if tag == "table" and tables:
            table, tables = table_in_markdown(node, _on_one_line), tables - 1
        yield f"\n{table}" if table else _before(tag, node, marks)
        child = None if table or tag in UNSEEN else node.first_child
        if child is not None:
            node, depth = child, depth + 1
            continue
        while (following := node.next) is None or depth == 0:
            parent = node.parent
            if depth == 0 or parent is None:
                return
            node, depth = parent, depth - 1
            yield "\n" if _ends_line(node) else ""
        node = following


def _on_one_line(node: "LexborNode") -> str:
    return collapsed(" ".join("".join(_walk(node, {})).split("\n")))


def _before(tag: str, node: "LexborNode", marks: Mapping[str, str]) -> str:
    if tag == "-text":
        return (node.text_content or "").replace("\t", " ")
    if tag == "li":
        return f"\n{_BULLET} "
    if tag in marks:
        return f"\n{marks[tag]} "
    if _ends_line(node):
        return "\n"
    return "\t" if tag in CELLS else ""


def _ends_line(node: "LexborNode") -> bool:
    """Whether a node is a block, and not a paragraph that is the whole content of a table cell."""
    parent = node.parent
    if node.tag in _PARAGRAPHS and parent is not None and parent.tag in CELLS:
        before, behind = node.prev, node.next
        return not (
            (before is None or (_is_blank(before) and before.prev is None))
            and (behind is None or (_is_blank(behind) and behind.next is None))
        )
    return node.tag in BLOCKS


def _is_blank(node: "LexborNode") -> bool:
    return node.tag == "-text" and not (node.text_content or "").strip()


def _with_bullets(lines: Iterator[str]) -> Iterator[str]:
    """Lines, with a bullet that stands alone joined to the line behind it."""
    alone = False
    for line in lines:
        if line == _BULLET:
            alone = True
            continue
        yield f"{_BULLET} {line}" if alone and not line.startswith(_BULLET) else line
        alone = False


_shown: Final = LruCache(_as_read, len, _CACHED_CHARS)
_shown_in_sections: Final = LruCache(_as_read_in_sections, len, _CACHED_CHARS)
