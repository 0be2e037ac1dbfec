"""Scripts without spaces between words, and Korean, which attaches endings to names.

`spaced` is for comparing texts by rules that recognize words by what surrounds them, never for
showing.
"""

import re
import unicodedata
from typing import Final

from recollect.core.invisible import normalized

UNSPACED: Final = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff"
    r"\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Thai, Lao, Burmese, Khmer, Han, kana and hangul, to be put inside `[…]`."""

SPACED: Final = rf"[^\W{UNSPACED}]"
"""A pattern for a letter or digit of other scripts: next to one of these a word goes on."""

UNSPACED_LETTER: Final = re.compile(f"[{UNSPACED}]")
"""A pattern for a letter of these scripts."""

_BORDER: Final = re.compile(rf"(?<=[{UNSPACED}])(?={SPACED})|(?<={SPACED})(?=[{UNSPACED}])")
_DAY: Final = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})日")
# A time of day, not a number of hours.
_CLOCK: Final = re.compile(r"(\d{1,2})時(?!間)(?:(\d{1,2})分)?")
_FIRST_WORD: Final = re.compile("[A-Z]+")


def script_of(letter: str) -> str:
    """The script of a letter by its Unicode name, such as CJK or KATAKANA; "" if it has none."""
    named = _FIRST_WORD.match(unicodedata.name(letter, ""))
    return named.group() if named and letter.isalpha() else ""


def spaced(text: str) -> str:
    """A text with spaces around its numbers and words of other scripts, in one width.

    Days and times of day become ISO 8601: `購入後30日` becomes `購入後 30 日`, `2026年1月5日9時`
    becomes `2026-01-05 9:00`. A text of spaced scripts alone stays as it is.
    """
    if text.isascii() or not UNSPACED_LETTER.search(text):
        return text
    plain = _DAY.sub(_iso, normalized("NFKC", text))
    timed = _CLOCK.sub(lambda each: f" {each[1]}:{each[2] or '0':0>2} ", plain)
    return _BORDER.sub(" ", timed)


def _iso(day: re.Match[str]) -> str:
    return f"{day[1]}-{day[2]:0>2}-{day[3]:0>2} "
