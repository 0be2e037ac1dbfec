"""Texts as they are kept: without what nobody sees, and letters and their marks as one character.

A letter with its mark is one character or two, whoever sends it, and looks the same (Müller, as
macOS names a file). It is kept as one, as Unicode's NFC has it and as the web sends it, so that
words, tags and filters that look the same are the same.
"""

import re
import unicodedata
from typing import Final, Literal

HIDDEN: Final = (
    r"\xad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff"
)
"""What Unicode calls default ignorable (DerivedCoreProperties.txt), inside of `[…]`.

Not the fillers of hangul, which are as wide as a letter.
"""

# Scripts whose letters are joined, or kept from it, by ZWJ and ZWNJ: from Arabic to Myanmar, Khmer
# and Mongolian, and what is written like them; none of them has letters like Latin ones.
_JOINED = (
    r"\u0600-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc"
    r"\U00010a00-\U00011fff\U0001e900-\U0001e95f"
)
# Pictures that joiners put together: with their tones of skin and the sign that asks for colours.
_PICTURE = r"\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
_ASCII_WITH_PICTURE = r"0-9#*"
_NEEDLESS = re.compile(
    r"[\xad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufff8"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e00ff]"
    rf"|\u200c(?<![{_JOINED}]\u200c)"
    rf"|\u200d(?<![{_JOINED}]\u200d)(?!(?<=[{_PICTURE}]\u200d)[{_PICTURE}])"
    # One choice between two shapes of what stands before it, and no row of them.
    rf"|[\ufe00-\ufe0f\U000e0100-\U000e01ef](?<![^\x00-\x7f{HIDDEN}].)"
    rf"(?!(?<=[{_ASCII_WITH_PICTURE}]\ufe0f)\u20e3)"
    # Flags of regions: a black flag, a few letters that nobody sees, and their end.
    r"|(?<![\U000e0020-\U000e007e])"
    r"(?!(?<=\U0001f3f4)[\U000e0030-\U000e007a]{2,6}\U000e007f)[\U000e0020-\U000e007f]+"
)
# Marks are sorted in a time that is quadratic in how many there are in a row. No letter has as many
# as these, which are signs or marks: both stay as they are.
_MANY_MARKS = re.compile(r"([^\w\x00-\x7f]{32,})")
# Forms of Han characters that NFC takes for others, though names are written with them.
_NO_FORM_OF_HAN = re.compile("[^\uf900-\ufaff\U0002f800-\U0002fa1f]+")


def visible(text: str) -> str:
    """A text as it is kept and shown: without marks of direction and characters without width.

    Joiners stay between the letters of scripts and the pictures that need them, as do choices
    between two shapes of a character.
    """
    return text if text.isascii() else composed(_NEEDLESS.sub("", text))


def composed(text: str) -> str:
    """A text whose letters are one character with their marks; forms of Han characters stay."""
    if text.isascii():
        return text
    return _NO_FORM_OF_HAN.sub(lambda part: normalized("NFC", part.group()), text)


def normalized(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """A text in a form of Unicode's, in linear time: rows of 32 marks or signs stay as they are."""
    parts = _MANY_MARKS.split(text)
    parts[::2] = (unicodedata.normalize(form, part) for part in parts[::2])
    return "".join(parts)
