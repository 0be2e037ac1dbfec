"""Words of a text as the sparse arm and the hashed embedder see them.

Upstash's BM25 model "tokenizes the text into words, removes stop words, stems the remaining
words"; so does `terms`. Stemming is Porter's algorithm (M. F. Porter, "An algorithm for suffix
stripping", 1980).
"""

import re
from functools import lru_cache

# Underscores part words too, so that `checkout_failed` is found by "checkout failed". A run of
# letters without end, such as an encoded file, becomes words of a bounded length.
_WORD = re.compile(r"[^\W_]{1,64}")

STOP_WORDS = frozenset(
    """
    a about above after again against all also am an and any are as at be because been before
    being below between both but by can could did do does doing don down during each few for from
    further had has have having he her here hers him his how i if in into is it its just me more
    most my no nor not now of off on once only or other our out over own s same she should so some
    such t than that the their them then there these they this those through to too under until
    up us very was we were what when where which while who whom why will with would you your yours
    """.split()  # noqa: SIM905 - a list of a hundred quoted words is harder to read
)

_MEASURE = re.compile("v+c+")
_STEP_2 = (
    ("ational", "ate"), ("ization", "ize"), ("iveness", "ive"), ("fulness", "ful"),
    ("ousness", "ous"), ("tional", "tion"), ("biliti", "ble"), ("entli", "ent"),
    ("ousli", "ous"), ("ation", "ate"), ("alism", "al"), ("aliti", "al"), ("iviti", "ive"),
    ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("abli", "able"), ("alli", "al"),
    ("ator", "ate"), ("logi", "log"), ("eli", "e"),
)  # fmt: skip
_STEP_3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"),
    ("ness", ""), ("ful", ""),
)  # fmt: skip
_STEP_4 = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ion", "ism", "ate", "iti",
    "ous", "ive", "ize", "al", "er", "ic", "ou",
)  # fmt: skip


def words(text: str) -> list[str]:
    """Split a text into lower-case words: runs of letters and digits of any script."""
    return _WORD.findall(text.lower())


def terms(text: str) -> list[str]:
    """Return the stems of a text's words in order, without stop words."""
    return [stem(word) for word in words(text) if word not in STOP_WORDS]


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return the Porter stem of a lower-case word; what is not plain English stays as it is."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):  # noqa: PLR2004 - Porter's bound
        return word
    word = _past_and_gerund(_plural(word))
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replace(_replace(word, _STEP_2), _STEP_3)
    return _final_e(_strip_suffix(word))


def _shape(text: str) -> str:
    """Write each letter as `v` or `c`; a `y` after a consonant is a vowel."""
    shape = ""
    for letter in text:
        vowel = letter in "aeiou" or (letter == "y" and shape[-1:] == "c")
        shape += "v" if vowel else "c"
    return shape


def _measure(text: str) -> int:
    return len(_MEASURE.findall(_shape(text)))


def _has_vowel(text: str) -> bool:
    return "v" in _shape(text)


def _ends_short(text: str) -> bool:
    return _shape(text)[-3:] == "cvc" and text[-1] not in "wxy"


def _ends_doubled(text: str) -> bool:
    return text[-2:-1] == text[-1:] and _shape(text)[-1:] == "c"


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def _past_and_gerund(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    base = word.removesuffix("ed") if word.endswith("ed") else word.removesuffix("ing")
    if base == word or not _has_vowel(base):
        return word
    if base.endswith(("at", "bl", "iz")):
        return base + "e"
    if _ends_doubled(base):
        return base if base[-1] in "lsz" else base[:-1]
    return base + "e" if _measure(base) == 1 and _ends_short(base) else base


def _replace(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    for suffix, replacement in rules:
        if word.endswith(suffix):
            base = word.removesuffix(suffix)
            return base + replacement if _measure(base) > 0 else word
    return word


def _strip_suffix(word: str) -> str:
    for suffix in _STEP_4:
        if word.endswith(suffix):
            base = word.removesuffix(suffix)
            keeps = suffix == "ion" and base[-1:] not in ("s", "t")
            return word if keeps or _measure(base) <= 1 else base
    return word


def _final_e(word: str) -> str:
    if word.endswith("e"):
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _ends_short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
