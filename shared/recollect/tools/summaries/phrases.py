"""What summaries put their lines together from: short texts, sentences, lines with a label."""

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
"""Between a name and what follows about it."""

_POINTS = ("• ", "- ", "* ")
_STOPS = " .,;"
_CLOSERS = "\"'”’»)]>%"
_UNSPACED = "\u3040"  # from here on: kana, Han, hangul, which have stops of their own
_WIDE_STOPS = "\u3002\uff01\uff1f"


def brief(text: str, limit: int = SHOWN) -> str:
    """The text as people read it, on one line of at most `limit` characters, without injections.

    What is longer is told by its two ends, without the form of a letter.
    """
    said = without_injections(plain(text))
    whole = collapsed(_on_one_line(said.splitlines()))
    if len(whole) <= limit:
        return whole
    return ends_without_injection(whole, limit, _on_one_line(without_form(said).splitlines()))


def _on_one_line(given: Sequence[str]) -> str:
    """Lines as one: the points of a list are set apart by semicolons, and after what they are."""
    if len(given) <= 1:
        return "".join(given)
    whole = ""
    after_point = False
    for each in given:
        is_point = each.startswith(_POINTS)
        text = each[2:].lstrip() if is_point else each
        if after_point:
            whole = f"{whole.rstrip(_STOPS)}; {text}"
        elif is_point and whole and whole[-1].isalnum():
            whole = f"{whole}: {text}"
        else:
            whole = f"{whole} {text}"
        after_point = is_point
    return whole


def label(text: str) -> str:
    """A label such as a state; "" where it is a mere number, which is an internal code."""
    shown = brief(text, 120)
    return shown if any(map(str.isalpha, shown)) else ""


def line(name: str, value: str) -> str:
    """`name: value`, or "" without a value."""
    return f"{name}: {value}" if value else ""


def lines(*given: str) -> str:
    """Those that say something, each on its line."""
    return "\n".join(filter(None, given))


def as_sentence(text: str) -> str:
    """The text with a full stop, where it ends with a letter, a digit or a bracket."""
    last = text[-1:]
    if last < _UNSPACED and (last.isalnum() or (last and last in _CLOSERS)):
        return f"{text}."
    return text


def sentences(text: str, room: int | None = None) -> Iterator[str]:
    """The sentences of a text that may be HTML, but injections.

    A line ends one, unless it was broken for its width. Of a text that has no `room` without those
    that belong to the form of a letter.
    """
    said = without_injections(unwrapped(plain(text)))
    return split_sentences(said if room is None or len(said) <= room else without_form(said))


def joined(given: Iterable[str], limit: int = SHOWN) -> str:
    """Sentences as one text of at most `limit` characters, each with its stop, or its two ends."""
    text = " ".join(map(as_sentence, given))
    for stop in _WIDE_STOPS:
        text = text.replace(f"{stop} ", stop)
    return ends_without_injection(text.rstrip(" :"), limit)


def compared(text: str) -> str:
    """A text as it is compared with others: its letters and digits alone."""
    return "".join(filter(str.isalnum, text.casefold()))
