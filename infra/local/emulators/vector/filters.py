"""Upstash Vector's filter language: text in, predicate out.

    filter      = conjunction { OR conjunction }
    conjunction = condition { AND condition }
    condition   = "(" filter ")" | HAS [NOT] FIELD path | path comparison
    comparison  = ("=" | "!=") literal | ("<" | "<=" | ">" | ">=") number
                | [NOT] GLOB string | [NOT] IN "(" literal { "," literal } ")"
                | [NOT] CONTAINS literal
    literal     = string | number | TRUE | FALSE

Keywords are case-insensitive. Upstash documents that strings stand in single or double quotes and
not how a quote gets into one: here it is doubled, as in SQL, and nothing else is special.
"""

import re
from dataclasses import dataclass
from typing import Final

from infra.local.emulators.vector.globs import GlobSyntaxError, glob_pieces
from infra.local.emulators.vector.predicates import (
    ORDERINGS,
    AllOf,
    AnyOf,
    Compares,
    Contains,
    Equals,
    FromEnd,
    Globs,
    HasField,
    Literal,
    OneOf,
    Path,
    Predicate,
)

MAX_LENGTH: Final = 64 * 1024
MAX_DEPTH: Final = 32

_TOKEN = re.compile(
    r"""
    (?P<string>'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*")
    |(?P<number>[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,3})?(?![\w.]))
    |(?P<word>[A-Za-z_][A-Za-z_0-9.\[\]\#-]*)
    |(?P<symbol><=|>=|!=|[=<>(),])
    """,
    re.VERBOSE | re.ASCII,
)
_SPACE = re.compile(r"\s*")
_STEP = re.compile(r"\.?(?P<key>[A-Za-z_0-9-]+)|\[(?P<index>\d{1,9})\]|\[#-(?P<from_end>\d{1,9})\]")


class FilterError(ValueError):
    """A filter that cannot be read; `position` is where in it, counted from 0."""

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

    def is_symbol(self, *symbols: str) -> bool:
        return self.kind == "symbol" and self.text in symbols


def parse_filter(text: str) -> Predicate:
    """Read a filter. Raises `FilterError`, and nothing else, when it is not one."""
    if len(text) > MAX_LENGTH:
        raise FilterError(f"longer than {MAX_LENGTH} characters", MAX_LENGTH)
    parser = _Parser(_tokens(text))
    predicate = parser.disjunction(depth=0)
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

    def disjunction(self, depth: int) -> Predicate:
        """Read conditions joined by OR, which binds weaker than AND."""
        if depth > MAX_DEPTH:
            raise self._error(f"nested deeper than {MAX_DEPTH} levels")
        parts = [self._conjunction(depth)]
        while self._accept_word("OR"):
            parts.append(self._conjunction(depth))
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def expect_end(self) -> None:
        """Fail when something follows the filter."""
        if self._next.kind != "end":
            raise self._error("expected AND, OR or the end")

    def _conjunction(self, depth: int) -> Predicate:
        parts = [self._condition(depth)]
        while self._accept_word("AND"):
            parts.append(self._condition(depth))
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def _condition(self, depth: int) -> Predicate:
        if self._accept_symbol("("):
            inner = self.disjunction(depth + 1)
            self._expect_symbol(")")
            return inner
        # `has` may also be a key: only HAS FIELD and HAS NOT FIELD make it a keyword.
        if self._next.is_word("HAS") and self._tokens[self._at + 1].kind == "word":
            return self._has_field()
        path = self._path()
        if self._next.is_symbol("=", "!=", *ORDERINGS):
            return self._comparison(path)
        return self._named_operator(path)

    def _has_field(self) -> Predicate:
        self._advance()
        negated = self._accept_word("NOT")
        if not self._accept_word("FIELD"):
            raise self._error("expected FIELD")
        return HasField(self._path(), negated)

    def _comparison(self, path: Path) -> Predicate:
        symbol = self._advance().text
        if symbol == "=":
            return Equals(path, self._literal())
        if symbol == "!=":
            return OneOf(path, frozenset([self._literal()]), negated=True)
        if self._next.kind != "number":
            raise self._error(f"expected a number after {symbol}")
        return Compares(path, ORDERINGS[symbol], self._number())

    def _named_operator(self, path: Path) -> Predicate:
        negated = self._accept_word("NOT")
        if self._accept_word("GLOB"):
            return self._glob(path, negated=negated)
        if self._accept_word("IN"):
            return OneOf(path, self._literal_list(), negated)
        if self._accept_word("CONTAINS"):
            return Contains(path, self._literal(), negated)
        raise self._error("expected GLOB, IN or CONTAINS" if negated else "expected an operator")

    def _glob(self, path: Path, *, negated: bool) -> Predicate:
        token = self._next
        if token.kind != "string":
            raise self._error("expected a string after GLOB")
        try:
            return Globs(path, glob_pieces(self._string()), negated)
        except GlobSyntaxError as error:
            raise FilterError(str(error), token.position) from error

    def _literal_list(self) -> frozenset[Literal]:
        self._expect_symbol("(")
        literals = [self._literal()]
        while self._accept_symbol(","):
            literals.append(self._literal())
        self._expect_symbol(")")
        return frozenset(literals)

    def _literal(self) -> Literal:
        if self._next.kind == "string":
            return self._string()
        if self._next.kind == "number":
            return self._number()
        if self._accept_word("TRUE"):
            return True
        if self._accept_word("FALSE"):
            return False
        raise self._error("expected a string, a number or a boolean")

    def _string(self) -> str:
        text = self._advance().text
        quote = text[0]
        return text[1:-1].replace(quote * 2, quote)

    def _number(self) -> int | float:
        text = self._advance().text
        try:
            return int(text)
        except ValueError:
            return float(text)

    def _path(self) -> Path:
        token = self._next
        if token.kind != "word":
            raise self._error("expected a field name")
        self._advance()
        return Path(_steps(token))

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
        found = self._next.is_symbol(symbol)
        self._at += found
        return found

    def _expect_symbol(self, symbol: str) -> None:
        if not self._accept_symbol(symbol):
            raise self._error(f"expected {symbol!r}")

    def _error(self, message: str) -> FilterError:
        found = repr(self._next.text) if self._next.text else "the end"
        return FilterError(f"{message}, found {found}", self._next.position)


def _steps(token: _Token) -> tuple[str | int | FromEnd, ...]:
    steps: list[str | int | FromEnd] = []
    at = 0
    while at < len(token.text):
        found = _STEP.match(token.text, at)
        # A dot parts keys and nothing else: none before the first, none left out between two.
        if found is None or (found["key"] and found.group().startswith(".") is (at == 0)):
            raise FilterError(f"malformed field {token.text!r}", token.position + at)
        at = found.end()
        if found["key"]:
            steps.append(found["key"])
        elif found["index"]:
            steps.append(int(found["index"]))
        else:
            steps.append(FromEnd(int(found["from_end"])))
    return tuple(steps)
