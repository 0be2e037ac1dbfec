"""Splits a sentence into words with their meanings; names, numbers and dates stay in one piece."""

import re
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, Literal

from recollect.language.unspaced import UNSPACED
from recollect.validation.grammar.folding import WORD
from recollect.validation.grammar.lexicon import Lexicon, Phrase
from recollect.validation.grammar.moments import DATE_PATTERN

FIGURE: Final = (
    r"(?:\d{1,3}(?:[\s'\u2019]\d{3}){1,4}(?:[.,]\d{1,2}(?!\d))?(?![\d:])|\d{1,15}(?:[.,]\d{1,9})*)"
)
"""A number in figures; its thousands may be separated: 18 400, 18'400, 1 234,56."""

WordForm = Literal["word", "number", "name", "url", "email", "ip", "date", "mark"]

# In scripts without spaces, a name begins and ends where the script changes: 案件SCS0001234の.
_OF_NAME: Final = rf"[^\W_{UNSPACED}]"
# Not one behind milliseconds: `300 ms.`
POINT_OF_TITLE: Final = (
    r"(?:(?<=\b(?:mr|ms|dr))(?<!\d\sms)|(?<=\b(?:mrs|mme|sra|sig|dhr))"
    r"|(?<=\b(?:prof|mlle|srta|dott|mevr)))\.(?=\s)"
)
"""A full stop behind a title, which is part of a name and no mark: `Dr. Weber`."""

_END: Final = r"(?=[\s,;()!?]|:(?!/)|\.(?:\s\D|$)|$)(?!\s\d)"
_PLAIN: Final = rf"[^\W\d_]++{_END}"
_TOKEN: Final = re.compile(
    # Most tokens are plain words in a row, which need not be tried as anything else; runs of them
    # in ASCII are matched together with their spaces.
    rf"(?P<words>[a-z][a-z\x20]{{0,400}}(?<=[a-z]){_END}|{_PLAIN}(?:\x20{_PLAIN})*)"
    r"|(?P<mark>[,;:()|=?!\"\u201c\u201d\u201e\u00ab\u00bb\u2013\u2014\u2022\u2192\u2260\n]"
    rf"|(?!{POINT_OF_TITLE})\.|->|\s-\s)"
    r"|(?P<url>\b(?:https?://|www\.)[^\s<>|()\"'*]++)"
    r"|(?P<email>\b[A-Za-z0-9_+-]{1,64}+(?:\.[A-Za-z0-9_+-]{1,32}+){0,4}@[A-Za-z0-9-]{1,63}"
    r"(?:\.[A-Za-z0-9-]{1,63}){1,4})"
    rf"|(?P<date>{DATE_PATTERN})"
    r"|(?P<ip>\b\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?\b(?!\.\d))"
    r"|(?P<genitive>\b\d{1,9}['\u2019]s\b)"
    rf"|(?P<number>(?<![\w.]){FIGURE}(?!\w|[.,]\d)(?:\s?%)?)"
    rf"|(?P<name>[{UNSPACED}]{{1,128}}+(?=(?!\d){_OF_NAME})"
    rf"|(?!\d){_OF_NAME}(?:{_OF_NAME}|[-_.](?={_OF_NAME})){{0,127}}"
    r"|[^\W_](?:[^\W_]|[-_.](?=[^\W_])){0,127})"
)
POD: Final = re.compile(r"([a-z][a-z0-9-]{1,80})-[a-z0-9]{8,10}-[a-z0-9]{5}")
"""The name of a pod: the name of its workload, which is the group, and two codes."""

LEVEL: Final = re.compile(r"p([1-5])")
"""A priority in its short form: P2."""

_NUMBER_WITH_UNIT: Final = re.compile(r"(\d{1,6})([a-z]{1,5})")
_HOURS: Final = re.compile(r"\s\d{1,2}\s?h")
"""What makes days of a `d` behind a number: `1d 4h`."""

_DAYS: Final = frozenset({"unit:day"})
_MIN_HOST_PARTS: Final = 3
NOTHING: Final[frozenset[str]] = frozenset()
_DENYING: Final = frozenset({"not", "not_be", "none"})


def word_set(*texts: str) -> frozenset[str]:
    """The words in texts, which spaces and ends of lines separate, as a set."""
    return frozenset(word for text in texts for word in text.split())


_NOTHING: Final = word_set("nothing nichts rien nada niente niets")
ONLY: Final = word_set("""
    only merely nur solo solamente seulement uniquement soltanto apenas somente alleen slechts
""")
"""Words that limit a statement to what follows; a `not` before one denies nothing."""


@dataclass(eq=False, slots=True)  # quicker to make and to read than a named tuple
class Word:
    """A token of a folded text: a word, phrase, name, number or mark.

    `start` and `end` are offsets in the text, `form` is its kind, and `means` are its meanings in
    the lexicon, such as `status:closed`.
    """

    text: str
    start: int
    end: int
    form: WordForm
    means: frozenset[str]

    @property
    def is_unknown(self) -> bool:
        """Whether it is a plain word without a meaning in the lexicon."""
        return self.form == "word" and not self.means

    def means_any(self, *meanings: str) -> bool:
        """Whether it has one of these meanings."""
        return not self.means.isdisjoint(meanings)

    def meanings_with(self, prefix: str) -> frozenset[str]:
        """Its meanings that begin with a prefix, without the prefix: closed of `of("status:")`."""
        return _meanings_with(self.means, prefix) if self.means else NOTHING

    def means_some(self, *prefixes: str) -> bool:
        """Whether one of its meanings begins with one of these prefixes, such as `status:`."""
        return _means_some(self.means, prefixes) if self.means else False


@cache
def _meanings_with(means: frozenset[str], prefix: str) -> frozenset[str]:
    size = len(prefix)
    return frozenset(each[size:] for each in means if each.startswith(prefix))


@cache
def _means_some(means: frozenset[str], prefixes: tuple[str, ...]) -> bool:
    return any(each.startswith(prefixes) for each in means)


@cache
def cues_of(means: frozenset[str], form: WordForm) -> frozenset[str]:
    """The cues of a word: its meanings, these without what follows a colon, and its form."""
    return frozenset({form, *(each.partition(":")[0] for each in means), *means})


def words_of(fold: str, start: int, end: int, lexicon: Lexicon) -> list[Word]:
    """The words of a part of a folded text; a phrase of the lexicon is one word."""
    words = _tokens(fold, start, end, lexicon.words)
    phrases = lexicon.phrases
    pairs = pairwise([word.text for word in words])
    begins = [at for at, pair in enumerate(pairs) if pair in phrases]
    return _with_phrases(words, begins, lexicon) if begins else words


def _tokens(fold: str, start: int, end: int, known: Mapping[str, frozenset[str]]) -> list[Word]:
    found: list[Word] = []
    get, add = known.get, found.append
    for match in _TOKEN.finditer(fold, start, end):
        form = match.lastgroup
        text, at = match.group(), match.start()
        if form == "words":
            for word in text.split(" "):
                behind = at + len(word)
                if word:
                    add(Word(word, at, behind, "word", get(word, NOTHING)))
                at = behind + 1
        elif form == "name":
            for part, place, form_of_part in _parts_of_token(text):
                begin, means = at + place, get(part, NOTHING)
                if part == "d" and place and _HOURS.match(fold, begin + 1):
                    means = _DAYS
                add(Word(part, begin, begin + len(part), form_of_part, means))
        elif form == "url":
            bare = text.rstrip("/.,;:!?`*'\"")
            add(Word(bare, at, at + len(bare), "url", get(bare, NOTHING)))
        elif form in _FORMS:
            add(Word(text, at, match.end(), _FORMS[form], get(text, NOTHING)))
    return found


_FORMS: Final[dict[str | None, WordForm]] = {
    "email": "email",
    "genitive": "word",
    "date": "date",
    "ip": "ip",
    "number": "number",
    "mark": "mark",
}


def _parts_of_token(text: str) -> Iterator[tuple[str, int, WordForm]]:
    """The parts of a token with their offsets and forms.

    An identifier stays in one piece, `2h` becomes two parts, others are split at punctuation.
    """
    if text.isalpha():
        yield text, 0, "word"
        return
    has_digit = any(map(str.isdigit, text))
    if has_digit and (amount := _NUMBER_WITH_UNIT.fullmatch(text)):
        yield amount[1], 0, "number"
        yield amount[2], amount.start(2), "word"
    elif (has_digit and not text.isdigit()) or text.count(".") >= _MIN_HOST_PARTS - 1:
        yield text, 0, "name"
    else:
        for part in WORD.finditer(text):
            yield part.group(), part.start(), "number" if part.group().isdigit() else "word"


def _with_phrases(words: list[Word], begins: Iterable[int], lexicon: Lexicon) -> list[Word]:
    """The words with each phrase as one; `begins` are the indices where a phrase may begin."""
    found: list[Word] = []
    done = 0
    for at in begins:
        if done <= at:
            known = lexicon.phrases[words[at].text, words[at + 1].text]
            phrase, end = _phrase(words, at, known)
            if phrase is not None:
                found += words[done:at]
                found.append(phrase)
                done = end
    return found + words[done:]


def _phrase(words: Sequence[Word], at: int, known: Iterable[Phrase]) -> tuple[Word | None, int]:
    """The longest known phrase that begins at an index, or None, and the index behind it."""
    first = words[at]
    for tail, means in known:
        end = at + 2 + len(tail)
        if not tail or tuple(each.text for each in words[at + 2 : end]) == tail:
            return Word(first.text, first.start, words[end - 1].end, "word", means), end
    return None, at


def place_at(words: Sequence[Word], at: int) -> int:
    """The index of the first word that begins at an offset of the text, or behind it."""
    return bisect_left(words, at, key=_start_of)


def _start_of(word: Word) -> int:
    return word.start


def any_means(words: Iterable[Word], *meanings: str) -> bool:
    """Whether any of the words has one of these meanings."""
    return any(not word.means.isdisjoint(meanings) for word in words)


def any_among(words: Iterable[Word], texts: Container[str]) -> bool:
    """Whether any of the words is among `texts`."""
    return any(word.text in texts for word in words)


def is_nothing(word: Word) -> bool:
    """Whether a word is `nothing`."""
    return word.text in _NOTHING


def denies_any(words: Sequence[Word]) -> bool:
    """Whether any word denies, or is `nothing`: `nothing here belongs to them`."""
    return any(not word.means.isdisjoint(_DENYING) or is_nothing(word) for word in words)


def denies_at(words: Sequence[Word], at: int) -> bool:
    """Whether the word at `at` is a `not` that denies what follows: in `not only` it does not."""
    return words[at].means_any("not", "not_be") and not any_among(words[at + 1 : at + 2], ONLY)


def is_denied(words: Sequence[Word]) -> bool:
    """Whether one of the words behind their last mark denies what follows."""
    for at in range(len(words) - 1, -1, -1):
        if words[at].form == "mark":
            return False
        if denies_at(words, at):
            return True
    return False
