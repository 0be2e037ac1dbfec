"""Corrects misspelt words of a question, by the words of the texts that were found.

An embedding model reads an unknown word in pieces, and the words of texts are compared as they are
written: "Pelow's credit limit" is hardly like a text about Pellow's. A word of a question counts as
misspelt if neither the vocabulary below nor any of the texts has it, and exactly one word of the
texts is one typo away: a letter wrong, missing or added, or two swapped, but not the first letter,
which is seldom wrong (K. Kukich, "Techniques for automatically correcting words in text", 1992). If
several words are as near, nobody knows which one is meant. A word of the vocabulary is only meant
if a letter is missing or two are swapped: "toner" is no "tower", though the vocabulary lacks it.
Words that are only written differently are read as the texts write them
(`recollect.relevance.variants`).

`words.txt` has words of English: those of five letters or more in the vocabulary of BERT (J.
Devlin et al., 2019; bert-base-uncased, Apache 2.0), most frequent first. A question with more than
two unknown words for each English one is in another language, about which nothing is known here,
and so is one with letters beyond those of English and none of its short words; three words or fewer
may be names, in any language.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from recollect.relevance.named_items import MIN_TYPO_LETTERS, is_one_typo_off, words_in
from recollect.relevance.stems import stem
from recollect.relevance.things import is_report
from recollect.relevance.variants import variants

_VOCABULARY: Final = files(__package__) / "words.txt"
# Words that are no acronyms, no products like PyTorch, and no part of an address, a path or a code.
_WORD: Final = re.compile(
    rf"(?<![\w/@.:-])[^\W\d_][^\W\d_A-Z]{{{MIN_TYPO_LETTERS - 1},40}}(?![\w/@:-]|\.\w)"
)
# What surrounds a word that may be replaced: it is in no address, path or code.
_BEFORE: Final = r"(?<![\w/@.:])"
_BEHIND: Final = r"(?![\w/@:]|\.\w|-\d)"
_ANY_WORD: Final = re.compile(r"[^\W_]+")
# Short English words that are not also words of another language.
_SHORT_ENGLISH: Final = re.compile(
    r"\b(?:and|are|be|can|could|did|do|does|for|from|get|has|have|how|if|is|it|may|my|not|of|our"
    r"|should|that|the|their|they|this|to|we|what|when|where|which|who|whose|why|with|would|you"
    r"|your)\b",
    re.IGNORECASE,
)
_MAX_QUESTION_CHARS: Final = 200
_MAX_NAME_WORDS: Final = 3
_MAX_UNKNOWN_PER_KNOWN: Final = 2
_MAX_TEXTS: Final = 50
_MAX_TEXT_CHARS: Final = 2_000
"""Only so many characters of a text are searched for the words that may be meant."""


def corrections(question: str, texts: Sequence[str]) -> Mapping[str, str]:
    """The misspelt words of a question with the words that these texts suggest; mostly none.

    A text longer than a question is not corrected, and only the first fifty of `texts` are used.
    """
    if len(question) > _MAX_QUESTION_CHARS or is_report(question):
        return {}
    lower_texts = "\n".join(each[:_MAX_TEXT_CHARS] for each in texts[:_MAX_TEXTS]).lower()
    variant = variants(question, lower_texts)
    return {**_typos(corrected(question, variant), texts), **variant}


def _typos(question: str, texts: Sequence[str]) -> dict[str, str]:
    asked = dict.fromkeys(_WORD.findall(question))
    foreign = [each for each in asked if not _is_known(_folded(each))]
    read = [each.lower() for each in texts[:_MAX_TEXTS]] if foreign else []
    unknown = [each for each in foreign if not _stands_in(each.lower(), read)]
    if not unknown or not (_is_name(question) or _is_of_english(question, unknown)):
        return {}
    text_words = _TextWords(each[:_MAX_TEXT_CHARS] for each in read)
    meant = {each: text_words.meant_by(_folded(each)) for each in unknown}
    return {each: _capitalised_like(each, word) for each, word in meant.items() if word}


def corrected(question: str, meant: Mapping[str, str]) -> str:
    """A question with its misspelt words replaced."""
    if not meant:
        return question
    longest_first = sorted(meant, key=len, reverse=True)
    written = re.compile(rf"{_BEFORE}(?:{'|'.join(map(re.escape, longest_first))}){_BEHIND}")
    return written.sub(lambda found: meant[found.group()], question)


def correction_note(meant: Mapping[str, str]) -> str:
    """A note for the caller on how misspelt words were read: `read "Pelow" as "Pellow"`.

    "" where the words differ only in a hyphen or a space.
    """
    other = {one: meaning for one, meaning in meant.items() if _letters(meaning) != _letters(one)}
    readings = ", ".join(f'"{one}" as "{meaning}"' for one, meaning in other.items())
    return readings and f"read {readings}"


def _letters(written: str) -> str:
    return re.sub("[ -]", "", written).lower()


class _TextWords:
    """The words of texts, by their first letter."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._words: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for word in _ANY_WORD.findall("\n".join(texts)):
            folded = _folded(word)
            self._words[folded[:1]][folded] = word

    def meant_by(self, word: str) -> str:
        """The one word of the texts that an unknown word may stand for; "" if that is not clear."""
        like = self._words[word[:1]]
        near = [each for each in like if is_one_typo_off(word, each)]
        if len(near) != 1 or stem(word) == stem(near[0]):
            return ""
        return like[near[0]] if not _is_known(near[0]) or _is_plain_typo(word, near[0]) else ""


def _is_name(question: str) -> bool:
    """Whether a question is so short that it may only be a name, in any language."""
    return len(question.split()) <= _MAX_NAME_WORDS


def _is_of_english(question: str, unknown: Sequence[str]) -> bool:
    short = len(_SHORT_ENGLISH.findall(question))
    if not (short or question.isascii()):
        return False
    known = short + sum(
        len(each) >= MIN_TYPO_LETTERS and _is_known(each) for each in words_in(question)
    )
    return known * _MAX_UNKNOWN_PER_KNOWN >= len(unknown)


def _is_known(word: str) -> bool:
    known, is_plural = _vocabulary(), word.endswith("s")
    # The vocabulary has no words of four letters, so a plural of five letters may be one of these.
    return word in known or (is_plural and (len(word) == MIN_TYPO_LETTERS or word[:-1] in known))


def _is_plain_typo(word: str, meant: str) -> bool:
    """Whether a word lacks a letter of the one that is meant, or has them in another order."""
    return len(word) < len(meant) or sorted(word) == sorted(meant)


def _stands_in(word: str, texts: Iterable[str]) -> bool:
    """Whether a whole word stands in one of the texts; all are in small letters."""
    whole = re.compile(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])")
    return any(word in each and whole.search(each) for each in texts)


def _folded(word: str) -> str:
    return "".join(words_in(word))


def _capitalised_like(written: str, meant: str) -> str:
    return meant.capitalize() if written[0].isupper() else meant


@cache
def _vocabulary() -> frozenset[str]:
    return frozenset(_VOCABULARY.read_text(encoding="ascii").split())
