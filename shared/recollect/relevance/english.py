"""How common a word is in English at large, which reveals nothing about what is stored.

    share = Σ 10 / (30 + rank)        of the words of one stem

is about the share of texts of a hundred words that have it, by the law of Zipf and Mandelbrot
(B. Mandelbrot, "An informational theory of the statistical structure of language", 1953). The ranks
are those of `english.txt`: the 2,000 most frequent words, most frequent first, in the vocabulary of
BERT (J. Devlin et al., 2019; bert-base-uncased, Apache 2.0), which was learned from Wikipedia and
books. Each word is followed by its stem if that differs: to compute the stems would take each cold
start 50 ms. A word that is not in the list, also one of another language, counts as rare as the
last one.

When the stemmer changes, `test_english.py` fails until each line of `english.txt` is written anew,
in the same order: the word, and behind a space its stem by `relevance.stems.stem`, if that differs.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

_WORDS: Final = files(__package__) / "english.txt"
_SCALE: Final = 10.0
_OFFSET: Final = 30


def english_share(term: str) -> float:
    """The share (0…1) of English texts of a hundred words that have a word of this stem."""
    shares, rarest = _shares()
    return shares.get(term, rarest)


def frequent_words() -> Mapping[str, str]:
    """The most frequent words with their stems, most frequent first."""
    lines = _WORDS.read_text(encoding="utf-8").splitlines()
    return {word: stem or word for word, _, stem in (each.partition(" ") for each in lines)}


@cache
def _shares() -> tuple[Mapping[str, float], float]:
    stems = frequent_words().values()
    shares: dict[str, float] = defaultdict(float)
    for rank, stem in enumerate(stems):
        shares[stem] += _SCALE / (_OFFSET + rank)
    rarest = _SCALE / (_OFFSET + len(stems))
    return {each: min(share, 1.0) for each, share in shares.items()}, rarest
