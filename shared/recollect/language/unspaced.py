"""Scripts that part words with no spaces, or hang endings on names as Korean does."""

import re
import unicodedata
from typing import Final

UNSPACED: Final = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff"
    r"\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Thai, Lao, Burmese, Khmer, Han, kana and hangul, inside of `[…]`."""

SPACED: Final = rf"[^\W{UNSPACED}]"
"""A pattern of a letter or digit of other scripts: beside one of these a word goes on."""

_FIRST_WORD: Final = re.compile("[A-Z]+")


def script_of(letter: str) -> str:
    """What Unicode calls the script of a letter, such as CJK or KATAKANA; "" where it has none."""
    named = _FIRST_WORD.match(unicodedata.name(letter, ""))
    return named.group() if named and letter.isalpha() else ""
