"""How much of what a query's words weigh a text has: BM25, among the texts that were found.

    words  = (k1 + 1) / 3 · Σ weight · tf / (tf + k1 · (1 - b + b · length / mean length))
             / (Σ weight^p)^(1/p)
    k1     = min(2, mean length / 30)
    weight = qtf · ln(1 / share)
    share  = (df + ½) / (n + 1 + 4 · m) + share of English texts that have the word

with b = ¾ (S. Robertson and H. Zaragoza, "The probabilistic relevance framework: BM25 and beyond",
2009). Of the n texts that were found df have the word, and m different words are asked for, of
which the 25 that weigh most count: whoever tells a long story names many things by the way.

What a long text is about it says again and again; a note of a sentence or two says it once, and is
no less about it than one that says it twice. So k1, how much it matters how often a text has a
word, is a thirtieth of how many words there are in a text in the mean, stop words not counted, up
to that of long texts. A text of mean length that has a word once has a third of its weight,
whatever k1 is.

What is rare is counted among what was found and may be seen, not in the whole collection: the
rarity of a word in everything that is stored would tell of what its reader may not see. But what
was found is little, and chosen by these very words: it counts as if four texts more had been found
for each word, which have none of them. And people ask in words that documents hardly use, "want"
and "looking", which are rare among what was found and tell nothing. That they are common in English
(`recollect.relevance.english`) tells of nothing that is stored.

A text of more than 8,000 characters, as a handbook is, tells of many things, and how long it is
says nothing of how much it tells of one. So it is read in passages of 2,000 characters, each of
which shares a quarter with the next at least, and has of the words what its best passage has. Long
texts share a million characters: of many, each is read less far.

A word is the same in either case and width, with and without accents, and with the s of a
possessive. Measures and days are the same in several forms (`recollect.relevance.notations`). Where
no space parts words their characters count in pairs, but for pairs of hiragana.
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
# Pairs of hiragana are endings and particles for the most part.
_ENDINGS: Final = re.compile("[\u3041-\u309f]+")
# Of a possessive there is left an s.
_TELLING_NOTHING: Final = STOP_WORDS | {"s"}
_MOST_SATURATION: Final = 2.0
_WORDS_OF_SATURATION: Final = 30
_OF_ONCE: Final = 1 / 3
_LENGTH_SHARE: Final = 0.75
_NORM: Final = 1.5
_UNSEEN: Final = 4
_MOST_TERMS: Final = 25
# What all texts have still counts by how often they have it.
_MOST_SHARE: Final = 0.95
LONGEST_READ: Final = 64_000
"""What stands later in a text, in characters, does not count."""

READ_OF_LONG: Final = 1_000_000
"""So many characters of all long texts count: the same share of each, and no less than `LONG`."""

LONG: Final = 4_000
"""A text of more characters tells of many things, and has a query's words as its best passage."""

_LONGEST_WHOLE: Final = 16_000
_PASSAGE: Final = 1_000
_STEP: Final = 750
_LONGEST_WORD: Final = 64


# Read, a text takes about six times its own room.
_KEPT: Final = 2_000_000


def word_scores(query: str, texts: Sequence[str]) -> list[float]:
    """How much of a query's words each text has; 0 for none of them."""
    asked = Counter(_terms(query))
    share_of_long = READ_OF_LONG // max(1, sum(len(text) > LONG for text in texts))
    most = min(LONGEST_READ, max(LONG, share_of_long))
    read = [[*map(_read, _passages_of(text, most))] for text in texts] if asked else []
    found = [[(each.found(asked), each.length) for each in passages] for passages in read]
    holding = [{term for counts, _ in passages for term in counts} for passages in found]
    if not any(holding):
        return [0.0] * len(texts)
    holders = Counter(term for each in holding for term in each)
    weights = _weights(asked, holders, len(read))
    mean = sum(max(length for _, length in passages) for passages in found) / len(found)
    saturation = min(_MOST_SATURATION, mean / _WORDS_OF_SATURATION)
    whole = sum(weight**_NORM for weight in weights.values()) ** (1 / _NORM)
    share = _OF_ONCE * (saturation + 1) / whole
    return [
        max(
            share * _score(counts, weights, saturation * _length_factor(length / mean))
            for counts, length in passages
        )
        for passages in found
    ]


def _passages_of(text: str, most: int) -> Sequence[str]:
    """A text, or the passages of `most` of a long one, each of which begins with another's end."""
    if len(text) <= LONG:
        return (text,)
    last = min(len(text), most) - _PASSAGE
    begins = [start and _word_end(text, start) for start in (*range(0, last, _STEP), last)]
    return [text[begin : _word_end(text, begin + _PASSAGE)] for begin in begins]


def _word_end(text: str, place: int) -> int:
    """Where the word ends that stands at a place, so that none is cut; the place if it is none."""
    end = text.find(" ", place, place + _LONGEST_WORD)
    return place if end < 0 else end


def _weights(asked: Mapping[str, int], holders: Mapping[str, int], count: int) -> dict[str, float]:
    """What the terms that weigh most weigh, of which so many of `count` texts are holders."""
    known = count + 1 + _UNSEEN * len(asked)
    shares = {each: (holders[each] + 0.5) / known + english_share(each) for each in asked}
    return _heaviest({each: _rarity(shares[each]) * qtf for each, qtf in asked.items()})


def _rarity(share: float) -> float:
    return -math.log(min(share, _MOST_SHARE))


def _heaviest(weighed: Mapping[str, float]) -> dict[str, float]:
    """The 25 terms that weigh most; of equals those that are asked for first."""
    return dict(sorted(weighed.items(), key=lambda each: -each[1])[:_MOST_TERMS])


def _length_factor(length: float) -> float:
    """How much less a word says of a text that is so many times as long as the mean."""
    return 1 - _LENGTH_SHARE + _LENGTH_SHARE * length


def _score(counts: Mapping[str, int], weights: Mapping[str, float], damping: float) -> float:
    """What the words of a text weigh, each the less by how often it is had the more damping."""
    return sum(
        weights[term] * tf / (tf + damping) for term, tf in counts.items() if term in weights
    )


def rarities_of(query: str) -> Mapping[str, float]:
    """How rare in English each term of a query is, of which the rarest 25 count."""
    return _heaviest({each: _rarity(english_share(each)) for each in _terms(query)})


def terms_of(text: str) -> Mapping[str, int]:
    """How often a text has each of its terms, at its beginning."""
    return _read(text[:_LONGEST_WHOLE]).terms


class _Read:
    """How often a text has each term, and its length in words."""

    __slots__ = ("length", "terms")

    def __init__(self, text: str) -> None:
        terms = _terms(text)
        self.terms, self.length = Counter(terms), len(terms)

    def found(self, asked: Iterable[str]) -> dict[str, int]:
        """How often it has those that are asked for, where it has them."""
        terms = self.terms
        return {each: terms[each] for each in asked if each in terms}


def _terms(text: str) -> list[str]:
    if text.isascii():  # the most of what is read, and worth a shorter way
        words = _WORD.findall(plainly(text.lower()))
        return [stem(word) for word in words if word not in _TELLING_NOTHING]
    words = _WORDS.findall(plainly(_compatible(text)))
    return [term for word in words for term in _terms_of(word)]


def _terms_of(word: str) -> Iterable[str]:
    if word in _TELLING_NOTHING:
        return ()
    if word.isascii():
        return (stem(word),)
    if UNSPACED_LETTER.match(word):
        return filterfalse(_ENDINGS.fullmatch, pairs_of(word))
    return map(stem, _WORD.findall(without_accents(word)))


def _compatible(text: str) -> str:
    # The small letter of İ is two characters, of which a word of \w would end behind the first.
    return normalized("NFKC", text).casefold().replace("i\u0307", "i")


_read: Final = LruCache(_Read, len, _KEPT)
