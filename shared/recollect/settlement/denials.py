"""Whether one text denies another: says not to do, or that nobody did, what the other one states.

Both are read as clauses. A negated clause denies a clause without negation of the other text if
their words, without endings, are the same; if they have two words in common and one of the clauses
has no others; or if they have three in common, which are most of both. "Do not escalate to tier 2;
rotate the logs" denies "Escalate to tier 2", and "no further reboots" denies nothing that was done.

A condition denies nothing ("if it does not boot"). Some negated clauses have a limit:

- With a condition, the clause only denies a text that has a clause with the same condition.
- With an exception, it denies a text that does not speak of the exception, or makes the same one:
  "Never upgrade without a backup" denies "Upgrade" and "Upgrade without a backup", but not a text
  that makes a backup.

What a thing did not do ("the record did not change") only denies clauses about the same thing. A
text denies nothing that it says itself to do after all ("it was not renewed; renew it").
"""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final, Literal, NamedTuple

from recollect.language.terms import STOP_WORDS, dice, terms
from recollect.relevance.stems import stem

NEGATION: Final = re.compile(
    r"\b(?:not?|never|cannot|without|none|nicht|kein\w*|nie)\b|n['’]t\b", re.IGNORECASE
)
_MIN_COMMON_OF_CONTAINED: Final = 2
_MIN_COMMON: Final = 3
_MIN_LIKENESS: Final = 0.6
_MAX_CLAUSES: Final = 16
"""Only so many clauses of a long text, a list, are read, since all are compared with all others."""
_CONDITION: Final = re.compile(r"(?:if|when|while|wenn|falls)\b", re.IGNORECASE)
_EXCEPTION: Final = re.compile(r"(?:unless|until|before|without|bis|bevor)\b", re.IGNORECASE)
_LIMIT: Final = re.compile(
    rf"(?:{_CONDITION.pattern}|{_EXCEPTION.pattern}|(?:after|nachdem)\b)", re.IGNORECASE
)
# "Restarted it without downtime" says that it was restarted: "without" begins a clause of its own,
# so that only what follows is denied.
_BETWEEN_CLAUSES: Final = re.compile(
    rf",?\s+(?={_LIMIT.pattern})"
    r"|[,;:!?\n]|\.(?!\d)|(?=\b(?:no|kein\w*)\b)"
    r"|\b(?:and|but|since|because|so that|then|und|aber|weil|sondern|dann)\b",
    re.IGNORECASE,
)
# Negations that affirm what follows: "not only", "do not forget to".
_AFFIRMED: Final = re.compile(
    r"\bnot (?:only|just|merely)\b|(?:\b(?:not|never)|n['’]t) (?:forget|hesitate|fail)\b",
    re.IGNORECASE,
)
_OBSERVED: Final = re.compile(
    r"\b(?!(?:we|i|you|they|he|she|support|agents?)\b)\w+\s+(?:did|does|has|have|had)"
    r"(?:\s+not\b|n['’]t\b)",
    re.IGNORECASE,
)
# Participles and adjectives: "discount" does not say in one word what "not count" says.
_DENIED: Final = re.compile(
    r"\b(?:not|n['\u2019]t) (?:yet )?([^\W\d_]{2,}(?:[ai]ble|a[ln]t|ed|en?t|ful|ive|ous|wn))\b",
    re.IGNORECASE,
)
_DENYING_PREFIXES: Final = ("un", "in", "im", "ir", "il", "dis", "non")


class ReadClause(NamedTuple):
    """A part of a sentence: its words without their endings, and what it `says` of them.

    It says that something is so, that it is not, or, in a condition, neither. `marker` is the word
    that begins a condition or exception ("if", "without"). A negated clause has the marker and the
    words of the condition behind it as its limit. A clause that says what a thing was `observed`
    not to do denies only clauses that begin with the same `first` word.
    """

    words: frozenset[str]
    says: Literal["so", "not", "neither"]
    first: str = ""
    marker: str = ""
    limit_marker: str = ""
    limit: frozenset[str] = frozenset()
    observed: bool = False


def denied_words(text: str) -> frozenset[str]:
    """The words that say in one what a text says with "not": "unknown" for "not known"."""
    denied = (each.casefold() for each in _DENIED.findall(text))
    return frozenset(f"{prefix}{word}" for word in denied for prefix in _DENYING_PREFIXES)


def clauses_in(text: str) -> tuple[ReadClause, ...]:
    """The first clauses of a text that have meaningful words, in the order of the text.

    Without negated clauses that deny what the text itself affirms.
    """
    parts = _BETWEEN_CLAUSES.split(_AFFIRMED.sub(" ", text))
    around = zip(["", *parts], parts, [*parts[1:], ""], strict=False)
    read = (_read(*each) for each in around)
    clauses = tuple(islice((each for each in read if each.words), _MAX_CLAUSES))
    affirmed = [each.words for each in clauses if each.says == "so"]
    return tuple(
        each
        for each in clauses
        if not (
            each.says == "not" and any(_speak_of_the_same(each.words, words) for words in affirmed)
        )
    )


def _read(before: str, clause: str, behind: str) -> ReadClause:
    words, is_negated = _words(clause), _is_negated(clause)
    read = ReadClause(words, "not" if is_negated else "so", _first(clause), _marker(clause))
    if _CONDITION.match(clause) or (read.marker and _is_negated(before)):
        return read._replace(says="neither")
    if not is_negated:
        return read
    return read._replace(
        limit_marker=_marker(behind),
        limit=_words(behind) - words if _marker(behind) else frozenset[str](),
        observed=_OBSERVED.search(clause) is not None,
    )


def _words(clause: str) -> frozenset[str]:
    unmarked = clause[len(_marker(clause)) :]
    return frozenset(map(stem, terms(NEGATION.sub(" ", unmarked)) - STOP_WORDS))


def _first(clause: str) -> str:
    words = (each.casefold() for each in re.findall(r"\w+", clause))
    return next((stem(each) for each in words if each not in STOP_WORDS), "")


def _marker(clause: str) -> str:
    found = _LIMIT.match(clause)
    return found[0].casefold() if found else ""


def _is_negated(clause: str) -> bool:
    return NEGATION.search(clause) is not None


def negates(one: Sequence[ReadClause], other: Sequence[ReadClause]) -> bool:
    """Whether one text denies what the other one states; both are given as their clauses."""
    return any(
        _speak_of_the_same(denied.words, stated.words)
        for denied in one
        if denied.says == "not" and _limit_applies_to(denied, other)
        for stated in other
        if stated.says == "so" and (not denied.observed or stated.first == denied.first)
    )


def denies_words_of(one: Sequence[ReadClause], other: Sequence[ReadClause]) -> bool:
    """Whether a negated clause of one text has a word of the other."""
    words = frozenset[str]().union(*(each.words for each in other))
    return any(each.says == "not" and each.words & words for each in one)


def _limit_applies_to(denied: ReadClause, other: Sequence[ReadClause]) -> bool:
    """Whether the condition or exception of a negated clause lets it deny the other text."""
    if not denied.limit_marker:
        return True
    if any(each.marker == denied.limit_marker and each.words & denied.limit for each in other):
        return True
    words = frozenset[str]().union(*(each.words for each in other))
    return _EXCEPTION.match(denied.limit_marker) is not None and denied.limit.isdisjoint(words)


def _speak_of_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    common = one & other
    is_within = len(common) >= _MIN_COMMON_OF_CONTAINED and common in {one, other}
    return (
        one == other
        or is_within
        or (len(common) >= _MIN_COMMON and dice(one, other) >= _MIN_LIKENESS)
    )
