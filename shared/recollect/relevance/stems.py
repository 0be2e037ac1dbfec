"""Stems: words without their endings, so that "patches" finds `patched`.

A light stemmer for English: it removes the plural, then one ending, then a doubled letter and a
last e or y. On all sets of docs/quality.md it tells texts apart as well as Porter's stemmer, which
is ten times as long. Words of other scripts, and words with digits, stay as they are. An
abbreviation becomes the full word: "Friday" finds `Fri`, "production" finds `prod`. Irregular verbs
are in `verbs.txt`, the forms of one verb a line, since "I bought" answers "what did she buy"; a
form that is also another word (`felt`, `saw`) counts as the verb. `01` is `1`, since dates are
written both ways.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

_VERBS: Final = files(__package__) / "verbs.txt"
_MIN_LETTERS: Final = 4
_ABBREVIATIONS: Final = {
    short: long
    for long, shorts in (
        ("january", "jan"),
        ("february", "feb"),
        ("march", "mar"),
        ("april", "apr"),
        ("june", "jun"),
        ("july", "jul"),
        ("august", "aug"),
        ("september", "sep sept"),
        ("october", "oct"),
        ("november", "nov"),
        ("december", "dec"),
        ("monday", "mon"),
        ("tuesday", "tue tues"),
        ("wednesday", "wed"),
        ("thursday", "thu thurs"),
        ("friday", "fri"),
        ("saturday", "sat"),
        ("sunday", "sun"),
        ("minute", "min mins"),
        ("hour", "hr hrs"),
        ("administrator", "admin admins"),
        ("application", "app apps"),
        ("authentication", "auth"),
        ("certificate", "cert certs"),
        ("configuration", "config configs"),
        ("database", "db dbs"),
        ("environment", "env"),
        ("euro", "eur"),
        ("extension", "ext"),
        ("production", "prod"),
        ("repository", "repo repos"),
        ("telephone", "phone phones"),
    )
    for short in shorts.split()
}
_PADDED_DIGIT: Final = re.compile("0[0-9]")
_MIN_LETTERS_LEFT: Final = 3
# In longer stems a last "at" is removed: "escalate" and "escalation" are one; "format" stays.
_MIN_LETTERS_BEFORE_AT: Final = 7
_ENDINGS: Final = ("ations", "ation", "ingly", "edly", "ing", "ed", "ment", "ly", "er", "or")
_VOWELS: Final = frozenset("aeiouy")
_STAYS_DOUBLE: Final = "lsz"


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    word = _ABBREVIATIONS.get(word) or _forms().get(word, word)
    if _PADDED_DIGIT.fullmatch(word):
        return word[1]
    if len(word) < _MIN_LETTERS or not (word.isascii() and word.isalpha()):
        return word
    stemmed = _without_ending(_singular(word))
    if len(stemmed) >= _MIN_LETTERS and stemmed.endswith("e"):
        stemmed = stemmed[:-1]
    if len(stemmed) >= _MIN_LETTERS_BEFORE_AT and stemmed.endswith("at"):
        stemmed = stemmed[:-2]
    return f"{stemmed[:-1]}i" if len(stemmed) >= _MIN_LETTERS and stemmed.endswith("y") else stemmed


@cache
def _forms() -> Mapping[str, str]:
    """The verb of each irregular form."""
    lines = map(str.split, _VERBS.read_text(encoding="utf-8").splitlines())
    return {form: verb for verb, *forms in lines for form in forms}


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _without_ending(word: str) -> str:
    for ending in _ENDINGS:
        stemmed = word.removesuffix(ending)
        if (
            stemmed != word
            and len(stemmed) >= _MIN_LETTERS_LEFT
            and not _VOWELS.isdisjoint(stemmed)
        ):
            is_doubled = len(stemmed) >= _MIN_LETTERS and stemmed[-1] == stemmed[-2]
            return stemmed[:-1] if is_doubled and stemmed[-1] not in _STAYS_DOUBLE else stemmed
    return word
