"""Words as people without accents on their keyboard write them: Łódź as lodz, Größe as grosse.

Marks above and below letters are removed, and so are vowels of Hebrew and Arabic. Letters with a
stroke and the dotless i become plain, ligatures become two letters. Marks that make a different
letter (ガ from カ, Indic vowel signs) stay.
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
# Unicode's combining classes for vowels of Hebrew, Arabic and Syriac, and for marks around letters.
# The other classes have marks that some scripts need.
_OPTIONAL: Final = frozenset((*range(10, 37), *range(200, 255)))


def without_accents(text: str) -> str:
    """A text in small letters without accents, in NFKC: one width, marks joined to letters."""
    small = text.casefold()
    if small.isascii():
        return small
    apart = normalized("NFKD", small)
    plain = "".join(each for each in apart if unicodedata.combining(each) not in _OPTIONAL)
    # A compatible character may be a capital.
    return normalized("NFKC", plain).casefold().translate(_PLAIN)
