"""What a question means where it is misspelt, by the words of what was found.

A model of meaning reads a word that it does not know in pieces, and the words of texts are compared
as they stand: "Pelow's credit limit" is hardly like what is told of Pellow's. A word of a question
is misspelt where neither the vocabulary below nor any text that was found has it, and one word of
the texts is one typo away: a letter wrong, missing or too much, or two that changed places, but
seldom the first (K. Kukich, "Techniques for automatically correcting words in text", 1992). Where
several are as near nobody knows which one is meant. To a word of the vocabulary only a letter that
is missing leads, or two that changed places: "toner" is no "tower", though the vocabulary does not
have it. What is only written otherwise than in the texts is read as it is there
(`recollect.relevance.variants`).

`words.txt` has words of English: those of five letters or more in the vocabulary of BERT (J.
Devlin et al., 2019; bert-base-uncased, Apache 2.0), most frequent first. A question with more than
two unknown words to each that is English is of another language, of which nothing is known here;
three words and less may be names, of any language.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from recollect.relevance.naming import LEAST_LETTERS, is_one_typo_off, words_in
from recollect.relevance.stems import stem
from recollect.relevance.things import is_report
from recollect.relevance.variants import variants

_VOCABULARY: Final = files(__package__) / "words.txt"
# No acronym, no product like PyTorch, and no part of an address, a path or a code.
_WORD: Final = re.compile(
    rf"(?<![\w/@.:-])[^\W\d_][^\W\d_A-Z]{{{LEAST_LETTERS - 1},40}}(?![\w/@:-]|\.\w)"
)
# Where what is read otherwise stands: in no address, path or code.
_BEFORE: Final = r"(?<![\w/@.:])"
_BEHIND: Final = r"(?![\w/@:]|\.\w|-\d)"
_ANY_WORD: Final = re.compile(r"[^\W_]+")
# Of shorter words those that are no other language's, too.
_ASKING: Final = re.compile(
    r"\b(?:and|are|be|can|could|did|do|does|for|from|get|has|have|how|if|is|it|may|my|not|of|our"
    r"|should|that|the|their|they|this|to|we|what|when|where|which|who|whose|why|with|would|you"
    r"|your)\b",
    re.IGNORECASE,
)
_LONGEST_QUESTION: Final = 200
_WORDS_OF_A_NAME: Final = 3
_MOST_UNKNOWN: Final = 2
_MOST_TEXTS: Final = 50
_MOST_TOLD: Final = 2_000
"""What stands later in a text, in characters, is not looked through for what may be meant."""


def corrections(question: str, texts: Sequence[str]) -> Mapping[str, str]:
    """What misspelt words of a question mean, by the words of these texts; most have none.

    Longer texts than a question are not looked at, nor more than fifty of what was found.
    """
    if not _is_question(question):
        return {}
    told = "\n".join(each[:_MOST_TOLD] for each in texts[:_MOST_TEXTS]).lower()
    variant = variants(question, told)
    return {**_typos(corrected(question, variant), texts), **variant}


def _typos(question: str, texts: Sequence[str]) -> dict[str, str]:
    asked = dict.fromkeys(_WORD.findall(question))
    foreign = [each for each in asked if not _is_known(_folded(each))]
    read = [each.lower() for each in texts[:_MOST_TEXTS]] if foreign else []
    unknown = [each for each in foreign if not _stands_in(each.lower(), read)]
    if not unknown or not (_is_name(question) or _is_of_english(question, unknown)):
        return {}
    told = _Told(each[:_MOST_TOLD] for each in read)
    meant = {each: told.meant_by(_folded(each)) for each in unknown}
    return {each: _as_large_as(each, said) for each, said in meant.items() if said}


def corrected(question: str, meant: Mapping[str, str]) -> str:
    """A question with its misspelt words put right."""
    if not meant:
        return question
    longest_first = sorted(meant, key=len, reverse=True)
    written = re.compile(rf"{_BEFORE}(?:{'|'.join(map(re.escape, longest_first))}){_BEHIND}")
    return written.sub(lambda found: meant[found.group()], question)


def correction_note(meant: Mapping[str, str]) -> str:
    """A note for who asked, on how misspelt words were read: `read "Pelow" as "Pellow"`.

    "" where the words differ in a hyphen or a space alone.
    """
    other = {one: said for one, said in meant.items() if _letters(said) != _letters(one)}
    told = ", ".join(f'"{one}" as "{said}"' for one, said in other.items())
    return told and f"read {told}"


def _letters(written: str) -> str:
    return re.sub("[ -]", "", written).lower()


class _Told:
    """The words of texts by how they begin."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._words: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for word in _ANY_WORD.findall("\n".join(texts)):
            folded = _folded(word)
            self._words[folded[:1]][folded] = word

    def meant_by(self, word: str) -> str:
        """The one word that is meant by a word that none of them has; "" where that is unknown."""
        like = self._words[word[:1]]
        near = [each for each in like if is_one_typo_off(word, each)]
        if len(near) != 1 or stem(word) == stem(near[0]):
            return ""
        return like[near[0]] if not _is_known(near[0]) or _is_typed_so(word, near[0]) else ""


def _is_question(text: str) -> bool:
    return len(text) <= _LONGEST_QUESTION and not is_report(text)


def _is_name(question: str) -> bool:
    """Whether hardly more than a name is asked for, whatever language it is of."""
    return len(question.split()) <= _WORDS_OF_A_NAME


def _is_of_english(question: str, unknown: Sequence[str]) -> bool:
    known = sum(len(each) >= LEAST_LETTERS and _is_known(each) for each in words_in(question))
    known += len(_ASKING.findall(question))
    return known * _MOST_UNKNOWN >= len(unknown)


def _is_known(word: str) -> bool:
    known, is_plural = _vocabulary(), word.endswith("s")
    # It has no words of four letters, of which there are more plurals.
    return word in known or (is_plural and (len(word) == LEAST_LETTERS or word[:-1] in known))


def _is_typed_so(word: str, meant: str) -> bool:
    """Whether it lacks a letter, or has the same ones in another order."""
    return len(word) < len(meant) or sorted(word) == sorted(meant)


def _stands_in(word: str, texts: Iterable[str]) -> bool:
    """Whether a word stands in one of some texts; all are in small letters."""
    whole = re.compile(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])")
    return any(word in each and whole.search(each) for each in texts)


def _folded(word: str) -> str:
    return "".join(words_in(word))


def _as_large_as(written: str, meant: str) -> str:
    return meant.capitalize() if written[0].isupper() else meant


@cache
def _vocabulary() -> frozenset[str]:
    return frozenset(_VOCABULARY.read_text(encoding="ascii").split())
