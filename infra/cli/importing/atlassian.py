"""Texts as Jira's API gives them: in Atlassian's document format, or in wiki markup."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from pydantic import JsonValue

from infra.cli.importing.rows import field, objects, text
from infra.cli.importing.wiki_markup import without_markup

_INLINE: Final = frozenset(
    "text hardBreak mention emoji inlineCard date status mediaInline inlineExtension".split()
)
_CHIPS: Final = frozenset(("inlineCard", "date", "status"))
_SHOWN: Final = ("text", "shortName", "url", "alt", "title")
"""The attributes by which a node without a text shows itself, the best first."""


def document(value: JsonValue) -> str:
    """A text without its markup, or those of a document: a block a line, bars between cells."""
    if not isinstance(value, dict):
        return without_markup(text(value))
    return "\n".join(_lines(value))


def _lines(node: Mapping[str, JsonValue]) -> list[str]:
    children = objects(node.get("content"))
    if any(each.get("type") in _INLINE for each in children):
        shown = "".join(map(_apart, children))
        return [(shown if node.get("type") == "codeBlock" else shown.replace("  ", " ")).strip()]
    if node.get("type") == "tableRow":
        return [" | ".join(" ".join(_lines(each)) for each in children)]
    lines = (_shown(node), *(line for each in children for line in _lines(each)))
    return [line for line in lines if line.strip()]


def _apart(node: Mapping[str, JsonValue]) -> str:
    """What a node shows, with blanks around what is shown as a thing of its own."""
    return f" {_shown(node)} " if node.get("type") in _CHIPS else _shown(node)


def _shown(node: Mapping[str, JsonValue]) -> str:
    """What a node shows besides what it holds."""
    if node.get("type") == "hardBreak":
        return "\n"
    if isinstance(written := node.get("text"), str):
        return f"{written}{_target(node, written)}"
    shown = (field(node, f"attrs.{name}") for name in _SHOWN)
    return next((each for each in shown if isinstance(each, str)), _day(node))


def _target(node: Mapping[str, JsonValue], written: str) -> str:
    """Where a text leads, if it does not say so itself."""
    targets = (field(mark, "attrs.href") for mark in objects(node.get("marks")))
    found = next((each for each in targets if isinstance(each, str)), written)
    return "" if found == written else f" ({found})"


def _day(node: Mapping[str, JsonValue]) -> str:
    """The day of a date, which comes as milliseconds; "" for anything else."""
    stamp = text(field(node, "attrs.timestamp"))
    if not (stamp.isascii() and stamp.isdigit() and len(stamp) <= len("253402300799999")):
        return ""
    return datetime.fromtimestamp(int(stamp) / 1000, UTC).date().isoformat()
