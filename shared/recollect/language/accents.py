"""Words as those write them who have no accents on their keyboard: Łódź as lodz, Größe as grosse.

Signs above and below letters are gone, letters with a stroke are plain, and ligatures are two. What
makes another letter of one (ガ of カ, signs of Indic vowels) stays.
"""

import unicodedata
from typing import Final

_PLAIN: Final = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h"}
)
# Of Unicode's classes of combining marks, lower ones are of marks that some scripts need.
_OPTIONAL: Final = 200


def without_accents(text: str) -> str:
    """A text in small letters without accents, and in NFKC: in one width, marks with letters."""
    small = text.casefold()
    if small.isascii():
        return small
    apart = unicodedata.normalize("NFKD", small)
    plain = "".join(each for each in apart if unicodedata.combining(each) < _OPTIONAL)
    # What is compatible may be large.
    return unicodedata.normalize("NFKC", plain).casefold().translate(_PLAIN)
