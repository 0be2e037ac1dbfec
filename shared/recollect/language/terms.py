"""Terms: words in a comparable form: folded, singular; or pairs of characters in unspaced scripts.

They are for comparing sentences of one pack with each other and with the query; stores find items
in their own way.
"""

import math
import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from recollect.language.unspaced import UNSPACED_LETTER

_WORD = re.compile(r"[^\W_]+")
_MAX_SHORT_LETTERS = 3
STOP_WORDS = frozenset(
    """
    a about after all also am an and any are as at be because been before being but by can could
    did do does for from had has have he her his how i if in into is it its just may me might my
    no not of on one or our she should so some such than that the their them then there these
    they this those to too was we were what when where which while who why will with would you
    your aber als am an auf aus bei das dass dem den der des die ein eine einem einen einer er
    es für hat ich im ist kann mit nach nicht noch oder sich sie sind so über um und uns von vor
    war was wie wir wird zu zum zur
    """.split()
)
# Further ones of German, and those of Dutch, French, Italian, Portuguese and Spanish. Of words that
# English has, too, only those that are rare there: a van and a son do not count as meaningful.
_FURTHER_STOP_WORDS = """
    aan ab ai al alla anche ao aos até au aux avec bij ce ces cette che chi com como con cuando da
    dal dalla dans das dat de dei del della delle des desde deze di dit donde dos du een el ella
    elle ellos em en entre es essa esse est esta estas este esto estos está están et foi fue gli ha
    han hasta hay het hij há il ils isso je já la las le les leur leurs lo los lui ma maar mais mas
    más na naar nas ne nel nella niet nog non nos nous não om ook op os ou où para pas pela pelo per
    pero più por porque puede qu que qui qué sa sans se según sem ser ses seu si sin sobre son sono
    sont sous su sua sul suo sur sus são também también tem te tiene todo todos tras tutti uit um
    uma un una une uno unos van voor vous wat werd wij worden wordt ya zijn zonder
    """.split()


def terms(text: str) -> frozenset[str]:
    """The distinct terms of a text."""
    found = set(words(text))
    if text.isascii():  # most texts are, and this way is faster
        return frozenset(map(_singular, found))
    return frozenset(term for word in found for term in _terms_of(word))


def words(text: str) -> list[str]:
    """The words of a text in lower case, in order."""
    return _WORD.findall(text.casefold())


def pairs_of(word: str) -> Iterable[str]:
    """Each two adjacent characters, by which texts without spaces are compared."""
    return (word[at : at + 2] for at in range(max(1, len(word) - 1)))


def content_terms(text: str, limit: int) -> dict[str, None]:
    """The first `limit` distinct terms of a text that are no stop words."""
    kept = (word for word in words(text) if word not in STOP_WORDS)
    distinct = dict.fromkeys(term for word in kept for term in _terms_of(word))
    return dict.fromkeys(list(distinct)[:limit])


def without_stop_words(found: frozenset[str]) -> frozenset[str]:
    """The meaningful ones of some terms: no stop words, numbers or single letters.

    Stop words are also those of other languages than English and German.
    """
    rest = found - _MEANINGLESS
    return frozenset(term for term in rest if len(term) > 1 and not term.isdigit())


def dice(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    """How much two sets of terms have in common, 0…1: the coefficient of Dice; 0 for empty sets."""
    size = len(one) + len(other)
    return 2 * len(one & other) / size if size else 0.0


def rarity(counts: Mapping[str, int], size: int) -> dict[str, float]:
    """The idf of terms, as in BM25; `counts` says how many of `size` texts have each.

    ln(1 + (size - n + ½) / (n + ½)) for a term that n of them have.
    """
    return {
        term: math.log1p((size - count + 0.5) / (count + 0.5)) for term, count in counts.items()
    }


def _terms_of(word: str) -> Iterable[str]:
    return pairs_of(word) if UNSPACED_LETTER.search(word) else (_singular(word),)


def _singular(word: str) -> str:
    return (
        word[:-1]
        if word[-1] == "s" and len(word) > _MAX_SHORT_LETTERS and word[-2] != "s"
        else word
    )


_ALL_STOP_WORDS = STOP_WORDS.union(_FURTHER_STOP_WORDS)
_MEANINGLESS = _ALL_STOP_WORDS.union(map(_singular, _ALL_STOP_WORDS))
