"""Whether one text says not to do, or that nobody did, what another says to do, or that it was.

Both are read in clauses. One denies the other where the words of its negated clause, but for their
endings, are those of a clause of the other without a negation; or have two in common with it, and
one of the clauses has no further ones; or three, which are most of both. "Do not escalate to tier
2; rotate the logs" denies "Escalate to tier 2", and "no further reboots" nothing of what was done.

A condition denies nothing ("if it does not boot"). What is not to be done under one is denied of
what speaks of it; what is not to be done but for an exception of what does not, or makes the same
one: "Never upgrade without a backup" denies "Upgrade" and "Upgrade without a backup", but not what
makes a backup. What a thing did not do ("the record did not change") is denied of what tells the
same of that. What a text says to do after all it does not deny ("it was not renewed; renew it").
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
_FEWEST_COMMON: Final = 2
_MANY_COMMON: Final = 3
_MOST: Final = 0.6
_MOST_CLAUSES: Final = 16
"""Of a text of many more, a list, the first are read: all are compared with all of the others."""
_CONDITION: Final = re.compile(r"(?:if|when|while|wenn|falls)\b", re.IGNORECASE)
_EXCEPTION: Final = re.compile(r"(?:unless|until|before|without|bis|bevor)\b", re.IGNORECASE)
_LIMIT: Final = re.compile(
    rf"(?:{_CONDITION.pattern}|{_EXCEPTION.pattern}|(?:after|nachdem)\b)", re.IGNORECASE
)
# "Restarted it without downtime" says that it was restarted: such words deny what follows alone.
_BETWEEN_CLAUSES: Final = re.compile(
    rf",?\s+(?={_LIMIT.pattern})"
    r"|[,;:!?\n]|\.(?!\d)|(?=\b(?:no|kein\w*)\b)"
    r"|\b(?:and|but|since|because|so that|then|und|aber|weil|sondern|dann)\b",
    re.IGNORECASE,
)
# "Not only", "do not forget to": what follows is said.
_AFFIRMED: Final = re.compile(
    r"\bnot (?:only|just|merely)\b|(?:\b(?:not|never)|n['’]t) (?:forget|hesitate|fail)\b",
    re.IGNORECASE,
)
_OBSERVED: Final = re.compile(
    r"\b(?!(?:we|i|you|they|he|she|support|agents?)\b)\w+\s+(?:did|does|has|have|had)"
    r"(?:\s+not\b|n['’]t\b)",
    re.IGNORECASE,
)


class ReadClause(NamedTuple):
    """A part of a sentence: its words without their endings, and whether it says so, or that not.

    A condition says neither. The `marker` is the word that makes it one ("if", "without"). What is
    denied has the marker and the words of the condition behind it, its limit; what a thing was
    `observed` not to do is said of what begins with the same `first` word.
    """

    words: frozenset[str]
    says: Literal["so", "not", "neither"]
    first: str = ""
    marker: str = ""
    limit_marker: str = ""
    limit: frozenset[str] = frozenset()
    observed: bool = False


def clauses_in(text: str) -> tuple[ReadClause, ...]:
    """The first clauses of a text that have words which tell something, in its order.

    Not what it says itself, after all, of what it has denied.
    """
    told = _BETWEEN_CLAUSES.split(_AFFIRMED.sub(" ", text))
    around = zip(["", *told], told, [*told[1:], ""], strict=False)
    read = (_read(*each) for each in around)
    clauses = tuple(islice((each for each in read if each.words), _MOST_CLAUSES))
    said = [each.words for each in clauses if each.says == "so"]
    return tuple(
        each
        for each in clauses
        if not (each.says == "not" and any(_are_of_one(each.words, words) for words in said))
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
    told = clause[len(_marker(clause)) :]
    return frozenset(map(stem, terms(NEGATION.sub(" ", told)) - STOP_WORDS))


def _first(clause: str) -> str:
    words = (each.casefold() for each in re.findall(r"\w+", clause))
    return next((stem(each) for each in words if each not in STOP_WORDS), "")


def _marker(clause: str) -> str:
    found = _LIMIT.match(clause)
    return found[0].casefold() if found else ""


def _is_negated(clause: str) -> bool:
    return NEGATION.search(clause) is not None


def negates(one: Sequence[ReadClause], other: Sequence[ReadClause]) -> bool:
    """Whether one text denies what another one states; both are given as their clauses."""
    return any(
        _are_of_one(mine.words, its.words)
        for mine in one
        if mine.says == "not" and _is_denied_of(mine, other)
        for its in other
        if its.says == "so" and (not mine.observed or its.first == mine.first)
    )


def _is_denied_of(denied: ReadClause, other: Sequence[ReadClause]) -> bool:
    """Whether what is denied under a condition, or but for an exception, is so of the other."""
    if not denied.limit_marker:
        return True
    if any(each.marker == denied.limit_marker and each.words & denied.limit for each in other):
        return True
    told = frozenset[str]().union(*(each.words for each in other))
    return _EXCEPTION.match(denied.limit_marker) is not None and denied.limit.isdisjoint(told)


def _are_of_one(one: frozenset[str], other: frozenset[str]) -> bool:
    common = one & other
    is_within = len(common) >= _FEWEST_COMMON and common in {one, other}
    return one == other or is_within or (len(common) >= _MANY_COMMON and dice(one, other) >= _MOST)
