"""Normalises texts before they are kept: removes invisible characters, and composes letters.

A letter with a mark, such as ü, can be sent as one character or as two, and looks the same (as in
Müller in the name of a file on macOS). It is kept as one, which is Unicode's NFC and what the web
sends, so that words, tags and filters that look the same are equal.
"""

import re
import unicodedata
from typing import Final, Literal

HIDDEN: Final = (
    r"\xad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff"
)
"""The characters that Unicode calls default ignorable (DerivedCoreProperties.txt), for `[…]`.

Without the fillers of hangul, which are as wide as a letter.
"""

# Scripts in which ZWJ and ZWNJ join letters or keep them apart: from Arabic to Myanmar, Khmer and
# Mongolian, and related ones. None of them has letters that look like Latin ones.
_JOINED = (
    r"\u0600-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc"
    r"\U00010a00-\U00011fff\U0001e900-\U0001e95f"
)
# Emoji, which joiners combine, with their skin tones and the selector that asks for colours.
_PICTURE = r"\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
_ASCII_WITH_PICTURE = r"0-9#*"
_NEEDLESS = re.compile(
    r"[\xad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufff8"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e00ff]"
    rf"|\u200c(?<![{_JOINED}]\u200c)"
    rf"|\u200d(?<![{_JOINED}]\u200d)(?!(?<=[{_PICTURE}]\u200d)[{_PICTURE}])"
    # A variation selector stays behind a character that may have variants, but not behind another
    # selector.
    rf"|[\ufe00-\ufe0f\U000e0100-\U000e01ef](?<![^\x00-\x7f{HIDDEN}].)"
    rf"(?!(?<=[{_ASCII_WITH_PICTURE}]\ufe0f)\u20e3)"
    # Flags of regions stay: a black flag, two to six invisible letters, and an end sign.
    r"|(?<![\U000e0020-\U000e007e])"
    r"(?!(?<=\U0001f3f4)[\U000e0030-\U000e007a]{2,6}\U000e007f)[\U000e0020-\U000e007f]+"
)
# Normalising takes quadratic time in the number of marks in a row. No letter has as many as 32, so
# rows of at least 32 signs or marks are left as they are.
_MANY_MARKS = re.compile(r"([^\w\x00-\x7f]{32,})")
# Compatibility forms of Han characters. NFC replaces them by others, though people write names with
# them, so they are left out of it.
_NO_FORM_OF_HAN = re.compile("[^\uf900-\ufaff\U0002f800-\U0002fa1f]+")


def visible(text: str) -> str:
    """A text as it is kept and shown: without invisible characters, its letters composed."""
    return text if text.isascii() else composed(without_invisible(text))


def without_invisible(text: str) -> str:
    """A text without direction marks and characters without width.

    Joiners stay between letters of scripts and between emoji that need them, and variation
    selectors stay behind the characters whose shape they choose.
    """
    return text if text.isascii() else _NEEDLESS.sub("", text)


def composed(text: str) -> str:
    """A text in which each letter and its marks are one character; Han characters stay."""
    if text.isascii():
        return text
    return _NO_FORM_OF_HAN.sub(lambda part: normalized("NFC", part.group()), text)


def normalized(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """A text in this normal form of Unicode, in linear time.

    Rows of at least 32 signs or marks stay as they are.
    """
    parts = _MANY_MARKS.split(text)
    parts[::2] = (unicodedata.normalize(form, part) for part in parts[::2])
    return "".join(parts)
