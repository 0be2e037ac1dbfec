"""What a question means where it is misspelt, by the words of what was found.

A model of meaning reads a word that it does not know in pieces, and the words of texts are compared
as they stand: "Pelow's credit limit" is hardly like what is told of Pellow's. A word of a question
is misspelt where neither English nor any text that was found has it, and one word that they have is
one typo away: a letter wrong, missing or too much, or two that changed places, but seldom the first
(K. Kukich, "Techniques for automatically correcting words in text", 1992). So it is where they have
it in two parts: "desludge" for "de-sludge". What is a word of English is meant as it is, and where
several are as near nobody knows which one is meant.

`words.txt` has the words of English: those of five letters or more in the vocabulary of BERT (J.
Devlin et al., 2019; bert-base-uncased, Apache 2.0), most frequent first.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

from recollect.relevance.naming import LEAST_LETTERS, is_one_typo_off, words_in
from recollect.relevance.stems import stem
from recollect.relevance.things import QUESTION_WORDS

_ENGLISH: Final = files(__package__) / "words.txt"
_WORD: Final = re.compile(rf"(?<!\w)[^\W\d_]{{{LEAST_LETTERS},40}}(?!\w)")
_MOST_READ: Final = 2_000
"""What stands later in a text, in characters, is not looked at: the work is bounded."""


def corrections(question: str, texts: Sequence[str]) -> Mapping[str, str]:
    """What misspelt words of a question mean, by the words of these texts; most have none.

    Longer texts than a question are not looked at.
    """
    if len(question.split()) > QUESTION_WORDS:
        return {}
    asked = {each: "".join(words_in(each)) for each in _WORD.findall(question)}
    foreign = {each: small for each, small in asked.items() if not _is_english(small)}
    read = [each[:_MOST_READ] for each in texts] if foreign else []
    # Most of what is no English stands in a text as it is, which is seen in no time.
    written = "\n".join(read).lower()
    unknown = {each: small for each, small in foreign.items() if each.lower() not in written}
    if not unknown:
        return {}
    told = _Told(read)
    meant = {each: told.meant_by(small) for each, small in unknown.items()}
    return {each: _as_large_as(each, said) for each, said in meant.items() if said}


def corrected(question: str, meant: Mapping[str, str]) -> str:
    """A question with its misspelt words put right."""
    return _WORD.sub(lambda found: meant.get(found.group(), found.group()), question)


def told_of(meant: Mapping[str, str]) -> str:
    """How a question was read, for who asked it: `read "Pelow" as "Pellow"`."""
    return f"read {', '.join(f'{_quoted(one)} as {_quoted(said)}' for one, said in meant.items())}"


def _quoted(word: str) -> str:
    return f'"{word}"'


class _Told:
    """The words of texts, by their first letters, and pairs of them by what they are together."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._words: defaultdict[str, set[str]] = defaultdict(set)
        self._pairs: dict[str, str] = {}
        for words in map(words_in, texts):
            for word in words:
                self._words[word[0]].add(word)
            self._pairs |= {f"{one}{other}": f"{one}-{other}" for one, other in pairwise(words)}

    def meant_by(self, word: str) -> str:
        """The one word that is meant by a word that none of them has; "" where that is unknown."""
        like = self._words[word[:1]]
        if stem(word) in map(stem, like):
            return ""
        if word in self._pairs:
            return self._pairs[word]
        near = [each for each in like if is_one_typo_off(word, each)]
        return near[0] if len(near) == 1 else ""


def _as_large_as(written: str, meant: str) -> str:
    return meant.capitalize() if written[0].isupper() else meant


def _is_english(word: str) -> bool:
    known = _english()
    return word in known or (word.endswith("s") and word[:-1] in known)


@cache
def _english() -> frozenset[str]:
    return frozenset(_ENGLISH.read_text(encoding="ascii").split())
