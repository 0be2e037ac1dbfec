"""The ways in which a text is read: as it is, and without what a secret in it is disguised with."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from recollect.detection.rules import Finding, without_overlaps
from recollect.language.aligned_text import AlignedText
from recollect.language.folding import fold
from recollect.language.markup import ENTITY, TAG_OF_A_LINE, TAG_WITHIN_A_LINE, decoded

# What a mask says of what it hides says nothing of what stands behind it: "[REDACTED:phone] 100".
# Only names of kinds are no findings: anybody may write a secret into what looks like a mask.
_HIDDEN_KIND = re.compile(r"(?<=\[REDACTED:)[a-z_]{1,40}(?=\])")
_UNSEEN = {"shy": "", "zwj": "", "zwnj": "", "nbsp": " "}


def replaced(
    text: str, pattern: re.Pattern[str], by: Callable[[re.Match[str]], str]
) -> AlignedText | None:
    """`text` with something else for each match of `pattern`, or None where there is none."""
    pieces: list[tuple[str, int, int, bool]] = []
    done = 0
    for match in pattern.finditer(text):
        start, end = match.span()
        pieces += (text[done:start], done, start, True), (by(match), start, end, False)
        done = end
    pieces.append((text[done:], done, len(text), True))
    return AlignedText.joined(pieces) if done else None


def read(text: str, find: Callable[[str], Iterable[Finding]]) -> tuple[Finding, ...]:
    """What `find` finds in `text`; all detection begins here, whatever a text is read through.

    What is found once its entities are resolved, its tags are gone and its disguise is folded is
    meant as it stands in `text`, with all that hid in it.
    """
    text = _HIDDEN_KIND.sub(lambda kind: "x" * len(kind.group()), text)
    return without_overlaps(_found(text, find))


def _found(text: str, find: Callable[[str], Iterable[Finding]]) -> Iterator[Finding]:
    yield from find(text)
    resolved = replaced(text, _markup(), _meant) if "&" in text or "<" in text else None
    plain = resolved.text if resolved else text
    folded = fold(plain)
    if resolved or folded.text != plain:
        for each in find(folded.text):
            span = folded.original_span(each.start, each.end)
            yield Finding(each.kind, *(resolved.original_span(*span) if resolved else span))


@cache
def _markup() -> re.Pattern[str]:
    return re.compile(f"{ENTITY}|(?P<within>{TAG_WITHIN_A_LINE})|{TAG_OF_A_LINE}")


def _meant(markup: re.Match[str]) -> str:
    """The character of an entity; nothing for what nobody sees; of other tags the end of a line."""
    text = markup.group()
    if text.startswith("<"):
        return "" if markup["within"] else "\n"
    return _UNSEEN.get(text[1:-1], decoded(text))
