"""The parts of which summaries consist: short texts, sentences, labelled lines, and sections."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from recollect.detection.injection import without_injections
from recollect.detection.injection_cuts import ends_without_injection
from recollect.language.abridging import without_form
from recollect.language.sentences import split_sentences
from recollect.language.texts import SHOWN, collapsed
from recollect.language.wrapping import unwrapped
from recollect.tools.plain import plain

DASH: Final = "\u2013"
"""The sign between a name and the text about it."""

_BULLETS = ("• ", "- ", "* ")
_STOPS = " .,;"
_CLOSERS = "\"'”’»)]>%"
_UNSPACED = "\u3040"  # from here on kana, Han and hangul, which have full stops of their own
_WIDE_STOPS = "\u3002\uff01\uff1f"


def brief(text: str, limit: int = SHOWN) -> str:
    """The text made readable, on one line of at most `limit` characters, without injections.

    A longer text is cut to its two ends, without greetings and other forms of a letter.
    """
    safe_text = without_injections(plain(text))
    whole = collapsed(_on_one_line(safe_text.splitlines()))
    if len(whole) <= limit:
        return whole
    return ends_without_injection(whole, limit, _on_one_line(without_form(safe_text).splitlines()))


def _on_one_line(given: Sequence[str]) -> str:
    """Join lines: items of a list get semicolons between them, and a colon before the first."""
    if len(given) <= 1:
        return "".join(given)
    whole = ""
    after_point = False
    for part in given:
        is_point = part.startswith(_BULLETS)
        text = part[2:].lstrip() if is_point else part
        if after_point:
            whole = f"{whole.rstrip(_STOPS)}; {text}"
        elif is_point and whole and whole[-1].isalnum():
            whole = f"{whole}: {text}"
        else:
            whole = f"{whole} {text}"
        after_point = is_point
    return whole


def label(text: str) -> str:
    """A label such as a state; "" if it is only a number, which is an internal code."""
    shown = brief(text, 120)
    return shown if any(map(str.isalpha, shown)) else ""


def line(name: str, value: str) -> str:
    """`name: value`, or "" without a value."""
    return f"{name}: {value}" if value else ""


def lines(*given: str) -> str:
    """The texts that are not empty, one a line."""
    return "\n".join(filter(None, given))


def as_sentence(text: str) -> str:
    """The text with a full stop added if it ends with a letter, a digit or a bracket."""
    last = text[-1:]
    if last < _UNSPACED and (last.isalnum() or (last and last in _CLOSERS)):
        return f"{text}."
    return text


def sentences(text: str, room: int | None = None) -> Iterator[str]:
    """The sentences of a text, which may be HTML, without injections.

    A line end ends a sentence, unless the line was wrapped to a width. If the text is longer than
    `room`, sentences that are only the form of a letter are left out.
    """
    safe_text = without_injections(unwrapped(plain(text)))
    return split_sentences(
        safe_text if room is None or len(safe_text) <= room else without_form(safe_text)
    )


def joined(given: Iterable[str], limit: int = SHOWN) -> str:
    """Join sentences, each with a full stop; a text longer than `limit` is cut to its two ends."""
    text = " ".join(map(as_sentence, given))
    for stop in _WIDE_STOPS:
        text = text.replace(f"{stop} ", stop)
    return ends_without_injection(text.rstrip(" :"), limit)


def compared(text: str) -> str:
    """The letters and digits of a text, in lower case, to compare it with others."""
    return "".join(filter(str.isalnum, text.casefold()))


def outlined(sections: Iterable[tuple[str, str]]) -> str:
    """Headings and bodies, separated by empty lines; a heading without a body is left out."""
    return "\n\n".join(f"{heading}\n\n{body}" for heading, body in sections if body)
