"""Split texts into words and terms for the sparse arm and the hashed embedder.

Upstash's BM25 model "tokenizes the text into words, removes stop words, stems the remaining
words"; so does `terms`. Stemming is Porter's algorithm of 1980, from the Snowball library.
"""

import re
from functools import lru_cache

from Stemmer import Stemmer

# Underscores separate words, too, so that "checkout failed" finds `checkout_failed`. A very long
# run of letters, such as an encoded file, is split into words of at most 64.
_WORD = re.compile(r"[^\W_]{1,64}")
_PORTER = Stemmer("porter")

STOP_WORDS = frozenset(
    """
    a about above after again against all also am an and any are as at be because been before
    being below between both but by can could did do does doing don down during each few for from
    further had has have having he her here hers him his how i if in into is it its just me more
    most my no nor not now of off on once only or other our out over own s same she should so some
    such t than that the their them then there these they this those through to too under until
    up us very was we were what when where which while who whom why will with would you your yours
    """.split()
)


def words(text: str) -> list[str]:
    """Split a text into lower-case words: runs of letters and digits of any script."""
    return _WORD.findall(text.lower())


def terms(text: str) -> list[str]:
    """Return the stems of a text's words in order, without stop words."""
    return [stem(word) for word in words(text) if word not in STOP_WORDS]


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return the Porter stem of a lower-case word; a word with other than a-z stays as it is."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):  # noqa: PLR2004 - Porter's bound
        return word
    stemmed: str = _PORTER.stemWord(word)
    return stemmed
