"""UNIX globs as Upstash has them: `*`, `?`, `[abc]`, `[a-z]`, `[^abc]`; case-sensitive."""

import re
from dataclasses import dataclass

# One member of a set: a range, or a single character.
_MEMBER = re.compile(r".-.|.", re.DOTALL)


class GlobSyntaxError(ValueError):
    """A pattern that is not a glob."""


@dataclass(frozen=True, slots=True)
class GlobPiece:
    """The part of a glob between two stars: it matches strings of exactly `length` characters."""

    pattern: re.Pattern[str]
    length: int


def glob_pieces(glob: str) -> tuple[GlobPiece, ...]:
    """Cut a glob at its stars; n stars make n + 1 pieces. Raises `GlobSyntaxError`."""
    pieces: list[list[str]] = [[]]
    at = 0
    while at < len(glob):
        if glob[at] == "*":
            pieces.append([])
            at += 1
        elif glob[at] == "[":
            atom, at = _set(glob, at)
            pieces[-1].append(atom)
        else:
            pieces[-1].append("." if glob[at] == "?" else re.escape(glob[at]))
            at += 1
    return tuple(GlobPiece(re.compile("".join(p), re.DOTALL), len(p)) for p in pieces)


def glob_matches(pieces: tuple[GlobPiece, ...], value: str) -> bool:
    """Say whether the whole value fits.

    Each piece between two stars is taken where it first fits, so that a hostile pattern costs no
    more than (pattern x value) steps; a single regular expression could cost far more.
    """
    if len(pieces) == 1:
        return pieces[0].pattern.fullmatch(value) is not None
    first, *middle, last = pieces
    found = first.pattern.match(value)
    for piece in middle:
        if found is not None:
            found = piece.pattern.search(value, found.end())
    start = len(value) - last.length
    return (
        found is not None
        and start >= found.end()
        and last.pattern.fullmatch(value, start) is not None
    )


def _set(glob: str, start: int) -> tuple[str, int]:
    """Read `[…]` from `start`; return it as a regular expression, and where it ends."""
    at = start + 1
    negated = glob[at : at + 1] == "^"
    at += negated
    # A bracket that comes first stands for itself.
    end = glob.find("]", at + 1)
    if end < 0:
        raise GlobSyntaxError("the pattern has a '[' that is not closed")
    members = "".join(_member(found.group()) for found in _MEMBER.finditer(glob, at, end))
    return f"[{'^' if negated else ''}{members}]", end + 1


def _member(text: str) -> str:
    low, high = text[0], text[-1]
    if low > high:
        raise GlobSyntaxError(f"the range {text} in the pattern is empty")
    return f"{re.escape(low)}-{re.escape(high)}"
