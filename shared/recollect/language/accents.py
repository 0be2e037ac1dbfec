"""Words as those write them who have no accents on their keyboard: Łódź as lodz, Größe as grosse.

Signs above and below letters are gone, as are vowels of Hebrew and Arabic; letters with a stroke
and the dotless i are plain, and ligatures are two. What makes another letter of one (ガ of カ,
signs of Indic vowels) stays.
"""

import unicodedata
from typing import Final

from recollect.core.invisible import normalized

_PLAIN: Final = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ł": "l",
        "ħ": "h",
        "\u0131": "i",
    }
)
# Of Unicode's classes of combining marks: vowels of Hebrew, Arabic and Syriac, and what stands
# around letters. The others are of marks that some scripts need.
_OPTIONAL: Final = frozenset((*range(10, 37), *range(200, 255)))


def without_accents(text: str) -> str:
    """A text in small letters without accents, and in NFKC: in one width, marks with letters."""
    small = text.casefold()
    if small.isascii():
        return small
    apart = normalized("NFKD", small)
    plain = "".join(each for each in apart if unicodedata.combining(each) not in _OPTIONAL)
    # What is compatible may be large.
    return normalized("NFKC", plain).casefold().translate(_PLAIN)
