"""Texts in lower case without accents, character by character, so that positions stay."""

import unicodedata


class _Folds(dict[int, int]):
    """What a character becomes, worked out when it is first met."""

    def __missing__(self, code: int) -> int:
        character = chr(code)
        base = unicodedata.normalize("NFKD", character)[0].lower()
        fold = ord(base) if len(base) == 1 else code
        self[code] = fold
        return fold


_FOLDS = _Folds()


def folded(text: str) -> str:
    """The text in lower case without accents; as long as it was."""
    return text.lower() if text.isascii() else text.translate(_FOLDS)


def stands_in(words: str, text: str) -> bool:
    """Whether words stand in a text as they are, and not as parts of longer ones.

    Without a pattern: those made of what was said would be kept.
    """
    at = text.find(words) if words else -1
    while at >= 0:
        end = at + len(words)
        if not text[at - 1 : at].isalnum() and not text[end : end + 1].isalnum():
            return True
        at = text.find(words, end)
    return False
