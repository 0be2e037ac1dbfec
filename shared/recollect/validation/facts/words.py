"""The words of a sentence with what they mean; names, numbers and dates in one piece."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple

from recollect.validation.facts.lexicon import Lexicon
from recollect.validation.facts.moments import DATE_PATTERN, FIRST_OF_MONTHS

FIGURE: Final = r"(?:\d{1,3}(?:\s\d{3}){1,4}(?![\d:])|\d{1,15}(?:[.,]\d{1,9})*)"
"""A number in figures; its thousands may stand apart: 18 400."""

Form = Literal["word", "number", "name", "url", "email", "ip", "date", "mark"]

_TOKEN: Final = re.compile(
    # Most are plain words, and need not be tried as anything else.
    r"(?P<word>[^\W\d_]++(?=[\s,;()!?]|:(?!/)|\.(?:\s\D|$)|$)(?!\s\d))"
    r"|(?P<url>\b(?:https?://|www\.)[^\s<>|()\"'*]++)"
    r"|(?P<email>\b[A-Za-z0-9_+-]{1,64}(?:\.[A-Za-z0-9_+-]{1,32}){0,4}@[A-Za-z0-9-]{1,63}"
    r"(?:\.[A-Za-z0-9-]{1,63}){1,4})"
    rf"|(?P<date>(?=\d|[{FIRST_OF_MONTHS}]){DATE_PATTERN})"
    r"|(?P<ip>\b\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?\b(?!\.\d))"
    rf"|(?P<number>(?<![\w.]){FIGURE}(?![\w])(?:\s?%)?)"
    r"|(?P<name>[^\W_](?:[^\W_]|[-_.](?=[^\W_])){0,127})"
    r"|(?P<mark>[,;:()|=?!.\"\u201c\u201d\u201e\u00ab\u00bb\u2013\u2014\u2022\u2192\u2260\n]"
    r"|->|\s-\s)"
)
_JOINTS: Final = re.compile(r"[^\W_]+")
_NUMBER_WITH_UNIT: Final = re.compile(r"(\d{1,6})([a-z]{1,5})")
_PARTS_OF_HOST: Final = 3
NOTHING: Final[frozenset[str]] = frozenset()


class Word(NamedTuple):
    """A word, phrase, name or mark: folded, where it stands in the text, and what it means."""

    text: str
    start: int
    end: int
    form: Form
    means: frozenset[str]

    def says(self, *meanings: str) -> bool:
        """Whether it means one of these."""
        return not self.means.isdisjoint(meanings)

    def of(self, prefix: str) -> frozenset[str]:
        """What it means that begins so, without the beginning: `of("status:")`."""
        return _of(self.means, prefix) if self.means else NOTHING

    @property
    def cues(self) -> frozenset[str]:
        """What it means, without what is behind a colon, and its form."""
        return _cues(self.means, self.form)


@cache
def _of(means: frozenset[str], prefix: str) -> frozenset[str]:
    size = len(prefix)
    return frozenset(each[size:] for each in means if each.startswith(prefix))


@cache
def _cues(means: frozenset[str], form: Form) -> frozenset[str]:
    return frozenset({form, *(each.partition(":")[0] for each in means), *means})


def words_of(fold: str, start: int, end: int, lexicon: Lexicon) -> list[Word]:
    """The words of a part of a folded text."""
    return list(_phrases(list(_tokens(fold, start, end)), lexicon))


def _tokens(fold: str, start: int, end: int) -> Iterator[Word]:
    for match in _TOKEN.finditer(fold, start, end):
        form = match.lastgroup
        text, at = match.group(), match.start()
        if form == "word":
            yield Word(text, at, match.end(), "word", NOTHING)
        elif form == "name":
            yield from _named(text, at)
        elif form == "url":
            bare = text.rstrip("/.,;:!?")
            yield Word(bare, at, at + len(bare), "url", NOTHING)
        elif form in _FORMS:
            yield Word(text, at, match.end(), _FORMS[form], NOTHING)


_FORMS: Final[dict[str | None, Form]] = {
    "email": "email",
    "date": "date",
    "ip": "ip",
    "number": "number",
    "mark": "mark",
}


def _named(text: str, at: int) -> Iterator[Word]:
    """An identifier in one piece; other words at their joints, and `2h` as two."""
    if text.isalpha():
        yield Word(text, at, at + len(text), "word", NOTHING)
        return
    has_digit = any(map(str.isdigit, text))
    if has_digit and (amount := _NUMBER_WITH_UNIT.fullmatch(text)):
        yield Word(amount[1], at, at + amount.end(1), "number", NOTHING)
        yield Word(amount[2], at + amount.start(2), at + len(text), "word", NOTHING)
    elif (has_digit and not text.isdigit()) or text.count(".") >= _PARTS_OF_HOST - 1:
        yield Word(text, at, at + len(text), "name", NOTHING)
    else:
        for part in _JOINTS.finditer(text):
            form: Form = "number" if part.group().isdigit() else "word"
            yield Word(part.group(), at + part.start(), at + part.end(), form, NOTHING)


def _phrases(tokens: Sequence[Word], lexicon: Lexicon) -> Iterator[Word]:
    """The tokens with what they mean, those of a phrase as one."""
    known, beginnings = lexicon.words, lexicon.beginnings
    at = 0
    while at < len(tokens):
        word = tokens[at]
        at += 1
        if word.text in beginnings and at < len(tokens):
            phrase, size = _longer(tokens, at, lexicon)
            if phrase is not None:
                yield phrase
                at += size
                continue
        means = known.get(word.text)
        yield word if means is None else Word(word.text, word.start, word.end, word.form, means)


def _longer(tokens: Sequence[Word], at: int, lexicon: Lexicon) -> tuple[Word | None, int]:
    """The phrase that begins before a place, and how many tokens it has from there."""
    first = tokens[at - 1]
    for tail, means in lexicon.phrases.get((first.text, tokens[at].text), ()):
        last = at + len(tail)
        if not tail or tuple(each.text for each in tokens[at + 1 : last + 1]) == tail:
            return Word(first.text, first.start, tokens[last].end, "word", means), len(tail) + 1
    return None, 0


def is_denied(words: Sequence[Word]) -> bool:
    """Whether words deny what stands behind them, with no mark between."""
    for word in reversed(words):
        if word.form == "mark":
            return False
        if word.says("not", "not_be"):
            return True
    return False
