"""The readings of a text: as it is, and without the disguise that a secret in it may have."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from recollect.detection.rules import Finding, without_overlaps
from recollect.language.aligned_text import AlignedText
from recollect.language.folding import fold
from recollect.language.tags import ENTITY, TAG_OF_A_LINE, TAG_WITHIN_A_LINE, decoded

# The kind in a mask says nothing about the text behind the mask: "[REDACTED:phone] 100". Only what
# looks like the name of a kind is hidden: anybody may write a secret into a text in this form.
_HIDDEN_KIND = re.compile(r"(?<=\[REDACTED:)[a-z_]{1,40}(?=\])")
_UNSEEN = {"shy": "", "zwj": "", "zwnj": "", "nbsp": " "}


def replaced(
    text: str, pattern: re.Pattern[str], by: Callable[[re.Match[str]], str]
) -> AlignedText | None:
    """`text` with `by(match)` in place of each match of `pattern`, or None without a match."""
    pieces: list[tuple[str, int, int, bool]] = []
    done = 0
    for match in pattern.finditer(text):
        start, end = match.span()
        pieces += (text[done:start], done, start, True), (by(match), start, end, False)
        done = end
    pieces.append((text[done:], done, len(text), True))
    return AlignedText.joined(pieces) if done else None


def read(text: str, find: Callable[[str], Iterable[Finding]]) -> tuple[Finding, ...]:
    """The findings of `find` in all readings of `text`; every detection starts here.

    Besides the text itself, `find` reads it with entities resolved, tags removed and disguises
    folded. Spans always refer to `text`, and include what disguised the finding.
    """
    text = _HIDDEN_KIND.sub(lambda kind: "x" * len(kind.group()), text)
    return without_overlaps(_found(text, find))


def _found(text: str, find: Callable[[str], Iterable[Finding]]) -> Iterator[Finding]:
    yield from find(text)
    resolved = replaced(text, _markup(), _plain_text) if "&" in text or "<" in text else None
    plain = resolved.text if resolved else text
    folded = fold(plain)
    if resolved or folded.text != plain:
        for each in find(folded.text):
            span = folded.original_span(each.start, each.end)
            yield Finding(each.kind, *(resolved.original_span(*span) if resolved else span))


@cache
def _markup() -> re.Pattern[str]:
    return re.compile(f"{ENTITY}|(?P<within>{TAG_WITHIN_A_LINE})|{TAG_OF_A_LINE}")


def _plain_text(markup: re.Match[str]) -> str:
    """The plain text of markup: an entity's character, "" for an invisible one or a tag in a line.

    A tag that ends a line, such as that of a block or a cell, is a line break.
    """
    text = markup.group()
    if text.startswith("<"):
        return "" if markup["within"] else "\n"
    return _UNSEEN.get(text[1:-1], decoded(text))
