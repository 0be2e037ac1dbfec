"""Snippets: what may be shown of a memory's text.

No secrets, personal data, lines of logs, or prompt injections.
"""

import re
from typing import Final

from recollect.detection.injection import without_injections
from recollect.detection.injection_cuts import ends_without_injection
from recollect.detection.mask import masked
from recollect.enrichment.log_lines import without_log_lines
from recollect.language.markup import readable
from recollect.language.texts import ELLIPSIS, collapsed, shortened

READABLE: Final = 20
"""The fewest characters that tell a reader anything."""

_MOST_READ: Final = 4_000
# A text is read up to a word's end, if one is near: half a secret is not known for one.
_NEAR_WORD: Final = 200
_KEY: Final = "-----"
_SIGNS: Final = f"{ELLIPSIS} =,;:"
_ROUNDS: Final = 4
_LONG_RUN: Final = r"[A-Za-z0-9+/_=-]{40,}"
_UNBROKEN: Final = r"[A-Za-z0-9]{40}"
_VARIED: Final = (r"[a-z]", r"[A-Z]", r"[0-9]")


def snippet(text: str, limit: int, most_read: int = _MOST_READ) -> str:
    """What may be shown of `text`, which may be HTML: a line of at most `limit`, by both its ends.

    No more than `most_read` characters are read. "" where nothing is left.
    """
    whole = readable(text)
    read = without_injections(_both_ends_read(whole, most_read))
    # A key of many lines is known by all of them, some of which look like lines of a log.
    prose = without_log_lines(masked(read) if _KEY in read else read)
    line = masked(collapsed(prose))
    if prose != whole:  # What is left out may have parted an injection.
        line = without_injections(line)
    prose = re.sub(_LONG_RUN, _without_encoded, line)
    if prose == line == shortened(line, limit):
        return prose
    return shown(ends_without_injection(prose, limit), limit) if prose.strip(_SIGNS) else ""


def shown(text: str, limit: int) -> str:
    """`text` on a line of at most `limit` characters, in which nothing is found that is masked.

    Lines put together, and a text without its end, may look like what neither looked like before.
    """
    for _ in range(_ROUNDS):
        line = shortened(text, limit)
        text = masked(line)
        if text == line:
            return line
    return ""


def _both_ends_read(text: str, most: int) -> str:
    """A text, of one that is too long its two ends, each of whole words.

    The end is masked before it is cut: what a password is called stands before it.
    """
    if len(text) <= most:
        return text
    half = most // 2
    end = masked(text[-half - _NEAR_WORD :])
    # Read backwards, an end is a beginning.
    end = _beginning(end[-half - 1 :][::-1], half)[::-1]
    return f"{_beginning(text, half)}\n{ELLIPSIS}\n{end}"


def _beginning(text: str, most: int) -> str:
    read = text[:most]
    tail = re.search(r"\s\S*$", read[-_NEAR_WORD:])
    return read[: len(read) - _NEAR_WORD + tail.start()] if tail else read


def _without_encoded(run: re.Match[str]) -> str:
    """An ellipsis for a hash, a key or an encoded file, which no reader understands."""
    text = run.group()
    varied = all(re.search(each, text) for each in _VARIED)
    return ELLIPSIS if varied or re.search(_UNBROKEN, text) else text
