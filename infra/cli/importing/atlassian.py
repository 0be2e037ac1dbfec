"""Plain text from Jira's API, which writes Atlassian's document format or wiki markup."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from pydantic import JsonValue

from infra.cli.importing.rows import field, objects, text
from infra.cli.importing.wiki_markup import without_markup

_INLINE_TYPES: Final = frozenset(
    "text hardBreak mention emoji inlineCard date status mediaInline inlineExtension".split()
)
_CHIP_TYPES: Final = frozenset(("inlineCard", "date", "status"))
_SHOWN_ATTRIBUTES: Final = ("text", "shortName", "url", "alt", "title")
"""The attributes that hold what a node without `text` shows, the best first."""


def document(value: JsonValue) -> str:
    """The plain text of wiki markup or of a document: a line a block, ` | ` between table cells."""
    if not isinstance(value, dict):
        return without_markup(text(value))
    return "\n".join(_lines(value))


def _lines(node: Mapping[str, JsonValue]) -> list[str]:
    children = objects(node.get("content"))
    if any(each.get("type") in _INLINE_TYPES for each in children):
        shown = "".join(map(_with_spaces, children))
        return [(shown if node.get("type") == "codeBlock" else shown.replace("  ", " ")).strip()]
    if node.get("type") == "tableRow":
        return [" | ".join(" ".join(_lines(each)) for each in children)]
    lines = (_shown(node), *(line for each in children for line in _lines(each)))
    return [line for line in lines if line.strip()]


def _with_spaces(node: Mapping[str, JsonValue]) -> str:
    """The text that a node shows; a chip (card, date or status) gets spaces around it."""
    return f" {_shown(node)} " if node.get("type") in _CHIP_TYPES else _shown(node)


def _shown(node: Mapping[str, JsonValue]) -> str:
    """The text that a node itself shows, without its children."""
    if node.get("type") == "hardBreak":
        return "\n"
    if isinstance(written := node.get("text"), str):
        return f"{written}{_link_target(node, written)}"
    shown = (field(node, f"attrs.{name}") for name in _SHOWN_ATTRIBUTES)
    return next((each for each in shown if isinstance(each, str)), _day(node))


def _link_target(node: Mapping[str, JsonValue], written: str) -> str:
    """The target of a linked text, in parentheses; "" without one, or if the text is the target."""
    targets = (field(mark, "attrs.href") for mark in objects(node.get("marks")))
    found = next((each for each in targets if isinstance(each, str)), written)
    return "" if found == written else f" ({found})"


def _day(node: Mapping[str, JsonValue]) -> str:
    """The day of a date node, whose timestamp is in milliseconds; "" for any other node."""
    stamp = text(field(node, "attrs.timestamp"))
    if not (stamp.isascii() and stamp.isdigit() and len(stamp) <= len("253402300799999")):
        return ""
    return datetime.fromtimestamp(int(stamp) / 1000, UTC).date().isoformat()
