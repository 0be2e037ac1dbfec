"""Make snippets: the parts of a memory's text that may be shown.

They have no secrets, personal data, log lines or prompt injections.
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
"""The least characters of a snippet that can inform a reader."""

_MAX_READ: Final = 4_000
# A text is read up to the end of a word, if one is near: half a secret may not be detected.
_MAX_WORD_LENGTH: Final = 200
_KEY: Final = "-----"
_EDGES: Final = f"{ELLIPSIS} =,;:"
_MAX_ROUNDS: Final = 4
_LONG_RUN: Final = r"[A-Za-z0-9+/_=-]{40,}"
_UNBROKEN: Final = r"[A-Za-z0-9]{40}"
_VARIED: Final = (r"[a-z]", r"[A-Z]", r"[0-9]")


def snippet(text: str, limit: int, most_read: int = _MAX_READ) -> str:
    """The snippet of `text`, which may be HTML: one line of at most `limit` characters.

    A text that is too long is cut to its two ends. No more than `most_read` characters are read.
    "" if nothing may be shown.
    """
    whole = readable(text)
    read = without_injections(_both_ends_read(whole, most_read))
    # A key of several lines is only detected as a whole, and some of its lines look like log lines.
    prose = without_log_lines(masked(read) if _KEY in read else read)
    line = masked(collapsed(prose))
    if prose != whole:  # removed text may have separated the parts of an injection
        line = without_injections(line)
    prose = re.sub(_LONG_RUN, _without_encoded, line)
    if prose == line == shortened(line, limit):
        return prose
    return shown(ends_without_injection(prose, limit), limit) if prose.strip(_EDGES) else ""


def shown(text: str, limit: int) -> str:
    """`text` on one line of at most `limit` characters, in which the detectors find nothing.

    It is masked again, since joined lines, or a text without its end, may look like a secret.
    """
    for _ in range(_MAX_ROUNDS):
        line = shortened(text, limit)
        text = masked(line)
        if text == line:
            return line
    return ""


def _both_ends_read(text: str, most: int) -> str:
    """The text; if it is too long, its two ends, each of whole words.

    The end is masked before it is cut, since the words that announce a password precede it.
    """
    if len(text) <= most:
        return text
    half = most // 2
    end = masked(text[-half - _MAX_WORD_LENGTH :])
    # The end of a text is the beginning of the reversed text.
    end = _beginning(end[-half - 1 :][::-1], half)[::-1]
    return f"{_beginning(text, half)}\n{ELLIPSIS}\n{end}"


def _beginning(text: str, most: int) -> str:
    read = text[:most]
    tail = re.search(r"\s\S*$", read[-_MAX_WORD_LENGTH:])
    return read[: len(read) - _MAX_WORD_LENGTH + tail.start()] if tail else read


def _without_encoded(run: re.Match[str]) -> str:
    """An ellipsis for a hash, a key or an encoded file, which no reader understands."""
    text = run.group()
    varied = all(re.search(each, text) for each in _VARIED)
    return ELLIPSIS if varied or re.search(_UNBROKEN, text) else text
