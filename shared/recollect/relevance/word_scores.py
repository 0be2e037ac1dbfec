"""How much of the weight of a query's words a text has: BM25, among the texts that were found.

    words  = (k1 + 1) / 3 · Σ weight · tf / (tf + k1 · (1 - b + b · length / mean length))
             / (Σ weight^p)^(1/p)
    k1     = min(2, mean length / 30)
    weight = qtf · ln(1 / share)
    share  = (df + ½) / (n + 1 + 4 · m) + share of English texts that have the word

with b = ¾ (S. Robertson and H. Zaragoza, "The probabilistic relevance framework: BM25 and beyond",
2009). Of the n texts that were found df have the word. The query has m different words, of which
the 25 heaviest count: a long story mentions many things by the way.

A long text repeats what it is about; a note of a sentence or two says it once, and is no less about
it than a note that says it twice. So k1, which is how much the frequency of a word matters, is a
thirtieth of the mean number of words of a text, without stop words, up to the value for long texts.
A text of mean length that has a word once has a third of its weight, whatever k1 is.

The rarity of a word is counted among the texts that were found and may be seen, not in the whole
collection: rarity among all that is stored would reveal something of what the reader may not see.
But the texts that were found are few, and were chosen by these very words. So each word is counted
as if four more texts had been found that lack it. And people ask with words that documents hardly
use, "want" and "looking", which are rare among the texts found and yet say nothing. So their
frequency in English (`recollect.relevance.english`) counts, too, which reveals nothing stored.

A text of more than 4,000 characters, such as a handbook, is about many things, and its length does
not show how much it says of one. So it is read in passages of 1,000 characters, each of which
shares at least a quarter with the next, and its score is that of its best passage. All long texts
together are read up to a million characters: the more there are, the less of each is read.

A word is the same in any case and width, with and without accents, and with the s of a possessive.
Measures and days are the same in several forms (`recollect.relevance.notations`). In scripts
without spaces, pairs of characters count as words, except pairs of hiragana.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import filterfalse
from typing import Final

from recollect.core.invisible import normalized
from recollect.core.lru_cache import LruCache
from recollect.language.accents import without_accents
from recollect.language.terms import STOP_WORDS, pairs_of
from recollect.language.unspaced import UNSPACED, UNSPACED_LETTER
from recollect.relevance.english import english_share
from recollect.relevance.notations import plainly
from recollect.relevance.stems import stem

_WORD: Final = re.compile(r"[^\W_]{1,64}")
_WORDS: Final = re.compile(rf"[^\W_{UNSPACED}]{{1,64}}|[{UNSPACED}]{{1,64}}")
# Pairs of hiragana are mostly endings and particles.
_ENDINGS: Final = re.compile("[\u3041-\u309f]+")
# A possessive leaves an s.
_MEANINGLESS: Final = STOP_WORDS | {"s"}
_MAX_SATURATION: Final = 2.0
_WORDS_PER_SATURATION: Final = 30
_SHARE_OF_ONE_MENTION: Final = 1 / 3
_LENGTH_SHARE: Final = 0.75
_NORM_EXPONENT: Final = 1.5
_UNSEEN_TEXTS: Final = 4
_MAX_TERMS: Final = 25
# Bounds the share of a common word, so that a word of all texts still counts by its frequency.
_MAX_SHARE: Final = 0.95
MAX_READ_CHARS: Final = 64_000
"""Only so many characters of a text are read."""

READ_OF_LONG: Final = 1_000_000
"""So many characters of all long texts are read: an equal share of each, but at least `LONG`."""

LONG: Final = 4_000
"""A text of more characters is read in passages, and its score is that of its best passage."""

_MAX_WHOLE_CHARS: Final = 16_000
_PASSAGE_CHARS: Final = 1_000
_PASSAGE_STEP_CHARS: Final = 750
_MAX_WORD_CHARS: Final = 64


# Characters of the texts in the cache; a parsed text takes about six times its length.
_CACHED_CHARS: Final = 2_000_000


def word_scores(query: str, texts: Sequence[str]) -> list[float]:
    """How much of the weight of a query's words each text has; 0 if it has none of them."""
    asked = Counter(_terms(query))
    share_of_long = READ_OF_LONG // max(1, sum(len(text) > LONG for text in texts))
    max_chars = min(MAX_READ_CHARS, max(LONG, share_of_long))
    parsed = [[*map(_read, _passages_of(text, max_chars))] for text in texts] if asked else []
    found = [[(each.found(asked), each.length) for each in passages] for passages in parsed]
    holding = [{term for counts, _ in passages for term in counts} for passages in found]
    if not any(holding):
        return [0.0] * len(texts)
    holders = Counter(term for each in holding for term in each)
    weights = _weights(asked, holders, len(parsed))
    mean = sum(max(length for _, length in passages) for passages in found) / len(found)
    saturation = min(_MAX_SATURATION, mean / _WORDS_PER_SATURATION)
    norm = sum(weight**_NORM_EXPONENT for weight in weights.values()) ** (1 / _NORM_EXPONENT)
    share = _SHARE_OF_ONE_MENTION * (saturation + 1) / norm
    return [
        max(
            share * _score(counts, weights, saturation * _length_factor(length / mean))
            for counts, length in passages
        )
        for passages in found
    ]


def _passages_of(text: str, max_chars: int) -> Sequence[str]:
    """A short text as it is, or the passages of the first `max_chars` characters of a long one.

    Each passage begins with the end of the one before it.
    """
    if len(text) <= LONG:
        return (text,)
    last = min(len(text), max_chars) - _PASSAGE_CHARS
    begins = [
        start and _word_end(text, start) for start in (*range(0, last, _PASSAGE_STEP_CHARS), last)
    ]
    return [text[begin : _word_end(text, begin + _PASSAGE_CHARS)] for begin in begins]


def _word_end(text: str, place: int) -> int:
    """The end of the word at an index, so that no word is cut; the index itself if none is near."""
    end = text.find(" ", place, place + _MAX_WORD_CHARS)
    return place if end < 0 else end


def _weights(asked: Mapping[str, int], holders: Mapping[str, int], count: int) -> dict[str, float]:
    """The weights of the heaviest terms of a query; `holders` counts the texts that have each."""
    known = count + 1 + _UNSEEN_TEXTS * len(asked)
    shares = {each: (holders[each] + 0.5) / known + english_share(each) for each in asked}
    return _heaviest({each: _rarity(shares[each]) * qtf for each, qtf in asked.items()})


def _rarity(share: float) -> float:
    return -math.log(min(share, _MAX_SHARE))


def _heaviest(weighed: Mapping[str, float]) -> dict[str, float]:
    """The 25 heaviest terms; of equally heavy ones those that come first."""
    return dict(sorted(weighed.items(), key=lambda each: -each[1])[:_MAX_TERMS])


def _length_factor(length: float) -> float:
    """How much less a word counts in a text that is `length` times as long as the mean."""
    return 1 - _LENGTH_SHARE + _LENGTH_SHARE * length


def _score(counts: Mapping[str, int], weights: Mapping[str, float], damping: float) -> float:
    """The weights of the terms of a text; `damping` reduces those of infrequent ones most."""
    return sum(
        weights[term] * tf / (tf + damping) for term, tf in counts.items() if term in weights
    )


def rarities_of(query: str) -> Mapping[str, float]:
    """How rare in English each term of a query is; of a long query only the 25 rarest."""
    return _heaviest({each: _rarity(english_share(each)) for each in _terms(query)})


def terms_of(text: str) -> Mapping[str, int]:
    """How often each term occurs at the beginning of a text."""
    return _read(text[:_MAX_WHOLE_CHARS]).terms


class _TermCounts:
    """How often a text has each term, and its length in terms."""

    __slots__ = ("length", "terms")

    def __init__(self, text: str) -> None:
        terms = _terms(text)
        self.terms, self.length = Counter(terms), len(terms)

    def found(self, asked: Iterable[str]) -> dict[str, int]:
        """The counts of those terms among `asked` that the text has."""
        terms = self.terms
        return {each: terms[each] for each in asked if each in terms}


def _terms(text: str) -> list[str]:
    if text.isascii():  # most texts are, and this way is faster
        words = _WORD.findall(plainly(text.lower()))
        return [stem(word) for word in words if word not in _MEANINGLESS]
    words = _WORDS.findall(plainly(_compatible(text)))
    return [term for word in words for term in _terms_of(word)]


def _terms_of(word: str) -> Iterable[str]:
    if word in _MEANINGLESS:
        return ()
    if word.isascii():
        return (stem(word),)
    if UNSPACED_LETTER.match(word):
        return filterfalse(_ENDINGS.fullmatch, pairs_of(word))
    return map(stem, _WORD.findall(without_accents(word)))


def _compatible(text: str) -> str:
    # The small letter of İ is two characters, the second of which would end a word of \w.
    return normalized("NFKC", text).casefold().replace("i\u0307", "i")


_read: Final = LruCache(_TermCounts, len, _CACHED_CHARS)
