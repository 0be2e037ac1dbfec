"""The part of Upstash Vector's filter language that Recollect uses: parse text into a predicate.

    filter      = conjunction { OR conjunction }
    conjunction = condition { AND condition }
    condition   = "(" filter ")" | HAS NOT FIELD name [ "[" index "]" ] | name comparison
    comparison  = "=" literal | ("<=" | ">=") number
                | IN "(" literal { "," literal } ")" | CONTAINS literal
    literal     = string | number | TRUE | FALSE

The rest of Upstash's language (GLOB, NOT, !=, <, >, HAS FIELD, paths into objects) is an error
here. Keywords are case-insensitive. Upstash documents that strings are in single or double quotes,
but not how to write a quote in a string: here it is doubled, as in SQL; nothing else is special.

Some cases that the documentation leaves open are decided as its wording suggests: if the field is
missing, only HAS NOT FIELD holds; `<=` and `>=` hold only for numbers, CONTAINS only for arrays;
"boolean literals are represented as 1 or 0", so `true` and `1` are the same literal.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from infra.local.emulators.vector.errors import VectorRequestError

MAX_LENGTH: Final = 64 * 1024
MAX_DEPTH: Final = 32

Literal = str | int | float
Predicate = Callable[[Mapping[str, object]], bool]
T = TypeVar("T")

_TOKEN = re.compile(
    r"""
    (?P<string>'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*")
    |(?P<number>[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,3})?(?![\w.]))
    |(?P<word>[A-Za-z_][A-Za-z_0-9-]*(?:\[\d{1,9}\])?)
    |(?P<symbol><=|>=|[=(),])
    """,
    re.VERBOSE | re.ASCII,
)
_SPACE = re.compile(r"\s*")


class FilterError(VectorRequestError):
    """A filter that cannot be read; `position` is the position of the error, from 0."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(f"Invalid filter at position {position}: {message}")
        self.position = position


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    position: int

    def is_word(self, keyword: str) -> bool:
        return self.kind == "word" and self.text.upper() == keyword


def parse_filter(text: str) -> Predicate:
    """Read a filter. Raises `FilterError`, and nothing else, if it is invalid."""
    if len(text) > MAX_LENGTH:
        raise FilterError(f"longer than {MAX_LENGTH} characters", MAX_LENGTH)
    parser = _Parser(_tokens(text))
    predicate = parser.disjunction()
    parser.expect_end()
    return predicate


def _tokens(text: str) -> list[_Token]:
    tokens = []
    at = _skip_space(text, 0)
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            unclosed = text[at] in "'\""
            raise FilterError("unclosed string" if unclosed else f"unexpected {text[at]!r}", at)
        tokens.append(_Token(str(found.lastgroup), found.group(), at))
        at = _skip_space(text, found.end())
    return [*tokens, _Token("end", "", len(text))]


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


class _Parser:
    """Recursive descent over the tokens; the last one is always `end`."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def disjunction(self) -> Predicate:
        """Read conditions joined by OR, which binds weaker than AND."""
        parts = self._separated(self._conjunction, lambda: self._accept_word("OR"))
        return lambda metadata: any(part(metadata) for part in parts)

    def expect_end(self) -> None:
        """Raise `FilterError` if something follows the filter."""
        if self._next.kind != "end":
            raise self._error("expected AND, OR or the end")

    def _conjunction(self) -> Predicate:
        parts = self._separated(self._condition, lambda: self._accept_word("AND"))
        return lambda metadata: all(part(metadata) for part in parts)

    def _separated(self, read: Callable[[], T], accept_separator: Callable[[], bool]) -> list[T]:
        parts = [read()]
        while accept_separator():
            parts.append(read())
        return parts

    def _condition(self) -> Predicate:
        if self._accept_symbol("("):
            return self._in_parentheses()
        # `has` may also be a field: only HAS NOT FIELD makes it a keyword.
        if self._next.is_word("HAS") and self._tokens[self._at + 1].is_word("NOT"):
            return self._has_not_field()
        if "[" in self._next.text:
            raise self._error("expected a field name without an index")
        return self._comparison(self._name())

    def _comparison(self, name: str) -> Predicate:
        if self._accept_symbol("="):
            return _equals(name, self._literal())
        if self._accept_symbol("<="):
            return _between(name, float("-inf"), self._number())
        if self._accept_symbol(">="):
            return _between(name, self._number(), float("inf"))
        if self._accept_word("IN"):
            return _is_one_of(name, self._literals())
        if self._accept_word("CONTAINS"):
            return _contains(name, self._literal())
        raise self._error("expected =, <=, >=, IN or CONTAINS, which are all that is emulated")

    def _in_parentheses(self) -> Predicate:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(f"nested deeper than {MAX_DEPTH} levels")
        inner = self.disjunction()
        self._depth -= 1
        self._expect_symbol(")")
        return inner

    def _has_not_field(self) -> Predicate:
        self._at += 2
        if not self._accept_word("FIELD"):
            raise self._error("expected FIELD")
        return _lacks(self._name())

    def _name(self) -> str:
        if self._next.kind != "word":
            raise self._error("expected a field name")
        return self._advance().text

    def _literals(self) -> list[Literal]:
        self._expect_symbol("(")
        literals = self._separated(self._literal, lambda: self._accept_symbol(","))
        self._expect_symbol(")")
        return literals

    def _literal(self) -> Literal:
        if self._next.kind == "string":
            text = self._advance().text
            return text[1:-1].replace(text[0] * 2, text[0])
        if self._next.kind == "number":
            return self._number()
        if self._accept_word("TRUE"):
            return True
        if self._accept_word("FALSE"):
            return False
        raise self._error("expected a string, a number or a boolean")

    def _number(self) -> int | float:
        if self._next.kind != "number":
            raise self._error("expected a number")
        text = self._advance().text
        try:
            return int(text)
        except ValueError:
            return float(text)

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _advance(self) -> _Token:
        token = self._next
        self._at += 1
        return token

    def _accept_word(self, keyword: str) -> bool:
        found = self._next.is_word(keyword)
        self._at += found
        return found

    def _accept_symbol(self, symbol: str) -> bool:
        found = self._next.kind == "symbol" and self._next.text == symbol
        self._at += found
        return found

    def _expect_symbol(self, symbol: str) -> None:
        if not self._accept_symbol(symbol):
            raise self._error(f"expected {symbol!r}")

    def _error(self, message: str) -> FilterError:
        found = repr(self._next.text) if self._next.text else "the end"
        return FilterError(f"{message}, found {found}", self._next.position)


def _lacks(name: str) -> Predicate:
    field, bracket, index = name.rstrip("]").partition("[")

    def holds(metadata: Mapping[str, object]) -> bool:
        value = metadata.get(field)
        if not bracket:
            return field not in metadata
        return not isinstance(value, list) or int(index) >= len(value)

    return holds


def _equals(name: str, literal: Literal) -> Predicate:
    return lambda metadata: name in metadata and metadata[name] == literal


def _is_one_of(name: str, literals: list[Literal]) -> Predicate:
    return lambda metadata: name in metadata and metadata[name] in literals


def _contains(name: str, literal: Literal) -> Predicate:
    def holds(metadata: Mapping[str, object]) -> bool:
        value = metadata.get(name)
        return isinstance(value, list) and literal in value

    return holds


def _between(name: str, lowest: float, highest: float) -> Predicate:
    def holds(metadata: Mapping[str, object]) -> bool:
        value = metadata.get(name)
        if not isinstance(value, int | float) or isinstance(value, bool):
            return False
        return lowest <= value <= highest

    return holds
