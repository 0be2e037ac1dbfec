"""Parse results of tools in any form: objects, JSON in texts, MCP blocks, envelopes, plain text.

Spelling and prefixes of a tool's name do not matter: `get_case`, `GetCase`, `desk.get-case` and
`mcp__desk__getCase` are all `getCase`.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeGuard

from pydantic import JsonValue

from recollect.tools.contract import SUMMARY_FIELDS
from recollect.validation.grammar.field_names import plain_name
from recollect.validation.models import ToolCall
from recollect.validation.text_tables import text_tables

_MAX_DEPTH: Final = 8
_EMPTY_VALUES: Final[Sequence[JsonValue]] = (None, "", [], {})
_STRUCTURED: Final = ("structuredContent", "structured_content")
_ENVELOPES: Final = (
    *(*_STRUCTURED, "result", "results", "data", "output"),
    *("response", "payload", "body", "content", "toolResult", "tool_result", "value", "text"),
    *("message", "json"),
)
_LOOKS_LIKE_JSON: Final = re.compile(r'"\s*[{\["]|\{\s*(?:"|\}|$)|\[\s*(?:["\[{\]\d]|$)')
_FENCED: Final = re.compile(r"```[a-z]*\n(.*)\n?```", re.DOTALL)
_QUALIFIER: Final = re.compile(r"__|[./:]")


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A result as far as it could be read.

    `contract` is the tool's name in `SUMMARY_FIELDS`, None if it is not there. `content` is the
    object in the result, {} if it has none, and `text` its plain text. `is_readable` is false if
    the result has something that could not be parsed; `failed` is true if the tool itself says that
    it failed.
    """

    tool: str
    contract: str | None
    content: Mapping[str, JsonValue]
    text: str = ""
    is_readable: bool = True
    failed: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether it holds nothing: null, an empty list or text, or an object of such values."""
        has_value = any(value not in _EMPTY_VALUES for value in self.content.values())
        return self.is_readable and not (has_value or self.text or self.failed)


class _Unreadable(ValueError):
    """A value could not be parsed."""


@dataclass(slots=True)
class _Reading:
    """A result while it is being read: the fields (`content`) and plain texts found so far."""

    contract: str | None
    content: dict[str, JsonValue] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    failed: bool = False

    def read(self, value: JsonValue, depth: int = 0) -> None:
        """Read a value and everything in it. Raises _Unreadable."""
        if value is None:
            return
        if depth > _MAX_DEPTH or isinstance(value, (bool, int, float)):
            raise _Unreadable
        if isinstance(value, str):
            self._read_text(value.strip(), depth)
        elif isinstance(value, list):
            self._read_list(value, depth)
        else:
            self._read_object(value, depth)

    def _read_text(self, text: str, depth: int) -> None:
        fenced = _FENCED.fullmatch(text)
        inner = fenced[1].strip() if fenced else text
        if not _LOOKS_LIKE_JSON.match(inner):
            if text:
                self.texts.append(text)
            return
        try:
            parsed: JsonValue = json.loads(inner)
        except (ValueError, RecursionError) as error:
            self.texts.append(text)
            raise _Unreadable from error
        self.read(parsed, depth + 1)

    def _read_list(self, value: list[JsonValue], depth: int) -> None:
        """Read blocks and texts one by one, and keep all other elements as a list of items."""
        blocks = [each for each in value if isinstance(each, str) or _is_block(each)]
        items: list[JsonValue] = [
            each for each in value if not (isinstance(each, str) or _is_block(each))
        ]
        if items:
            self.content.setdefault("items", items)
        for block in blocks:
            self.read(block, depth + 1)

    def _read_object(self, value: dict[str, JsonValue], depth: int) -> None:
        if _is_block(value):
            if not isinstance(value.get("text"), str):
                raise _Unreadable
            self.read(value["text"], depth + 1)
            return
        self.failed = self.failed or value.get("isError") is True
        envelope = next(_envelopes(value, self.contract), None)
        if envelope is None:
            for name, each in value.items():
                self.content.setdefault(name, each)
            return
        self.read(value[envelope], depth + 1)
        if envelope in _STRUCTURED and _is_content(value.get("content")):
            self.read(value["content"], depth + 1)
        for name, each in value.items():
            if name not in _ENVELOPES and name not in {"isError", "_meta"}:
                self.content.setdefault(name, each)


def read_results(calls: Sequence[ToolCall]) -> tuple[ReadResult, ...]:
    """Parse the result of each call, in order: JSON in text, envelopes, MCP blocks, plain text."""
    return tuple(map(read_result, calls))


def read_result(call: ToolCall) -> ReadResult:
    """Parse the result of a call as far as possible, with the tables in its texts as lists."""
    contract = contract_of(call.tool_name)
    found = _Reading(contract)
    readable = True
    try:
        found.read(call.result)
    except _Unreadable:
        readable = False
    text = "\n".join(found.texts)
    for name, rows in text_tables(text, found.content):
        found.content.setdefault(name, rows)
    return ReadResult(call.tool_name, contract, found.content, text, readable, found.failed)


def contract_of(tool: str) -> str | None:
    """The contract's name of a tool, in whatever spelling; None if the contract lacks the tool."""
    names = _contract_names()
    if found := names.get(plain_name(tool)):
        return found
    return names.get(plain_name(_QUALIFIER.split(tool)[-1]))


def same_name(one: str, other: str) -> bool:
    """Whether two names of fields are equal but for case and signs, such as underscores."""
    return one == other or plain_name(one) == plain_name(other)


@cache
def _contract_names() -> Mapping[str, str]:
    return {plain_name(name): name for name in SUMMARY_FIELDS}


def is_text_or_number(value: JsonValue) -> TypeGuard[str | int | float]:
    """Whether a value is a text or a number; `true` and `false` are neither."""
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _envelopes(value: Mapping[str, JsonValue], contract: str | None) -> Iterator[str]:
    """The keys that hold the actual result; none if the object has a summary, so is the result."""
    fields = SUMMARY_FIELDS.get(contract or "", ())
    if any(same_name(name, field) for name in value for field in fields):
        return
    for name in _ENVELOPES:
        inner = value.get(name)
        if (
            (isinstance(inner, dict) and inner)
            or (
                isinstance(inner, str)
                and inner.strip()
                and (contract or _LOOKS_LIKE_JSON.match(inner))
            )
            or _is_content(inner)
            or (isinstance(inner, list) and len(inner) == 1)
        ):
            yield name


def _is_content(value: JsonValue) -> bool:
    """Whether this is a list of content blocks or texts."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(each, str) or _is_block(each) for each in value)
    )


def _is_block(value: JsonValue) -> bool:
    """Whether this is a content block of MCP or of a chat."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("type"), str)
        and ("text" in value or "data" in value or "resource" in value or "image_url" in value)
        and value["type"]
        in {"text", "image", "audio", "resource", "output_text", "input_text", "json"}
    )
