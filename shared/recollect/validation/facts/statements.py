"""What results and answers state, as content words with what turns them."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Final, NamedTuple

from recollect.core.remembered import Remembered
from recollect.validation.facts.lexicons import particles
from recollect.validation.facts.lexicons.conditions import CONDITIONS, PHRASES
from recollect.validation.facts.passages import Passage
from recollect.validation.facts.records import Known

_TOKEN: Final = re.compile(r"[^\W_]++(?:[-_.'\u2019/@][^\W_]++|(?<=\d)[,:]\d++)*+")
_CLAUSE: Final = re.compile(
    r"(?:[^ ,;:()\u2013\u2014|]++|(?! (?:but|while|though|yet) ) |(?<=\d)[,:](?=\d))++"
)
_COLUMNS: Final = re.compile(r"[ \t]{3,}")
"""What stands between the columns of a plain text."""

_AND: Final = " and "
_UNTIL: Final = " until "
_PHRASES: Final[Mapping[str, str]] = dict(
    pair.split("/") for pair in " ".join(PHRASES.split()).split(", ")
)
_SHARE: Final = re.compile(r"\d (?:of|out of|von|de|sur|su|van) (?:the )?\d")
_NUMBER: Final = "no."
_NUMBERED: Final = re.compile(r"\bno\.\s?(?=\d)")
"""What says that a number follows: `no. 11`."""

_PHRASE: Final = re.compile(rf"\b(?:{'|'.join(sorted(_PHRASES, key=len, reverse=True))})\b")
_DENYING: Final = frozenset(particles.DENYING.split())
_FAILING: Final = frozenset(particles.FAILING.split())
_AFFECTING: Final = frozenset(particles.AFFECTING.split())
_PARTLY: Final = frozenset(particles.PARTLY.split())
_PLANNED: Final = frozenset(particles.PLANNED.split())
_DONE: Final = frozenset(particles.DONE.split())
_HAVING: Final = frozenset(particles.HAVING.split())
_TURNING: Final = _DENYING | _FAILING | _PARTLY | _PLANNED | _DONE | _HAVING
_IDLE: Final = frozenset(particles.IDLE.split()) | _DENYING | _PLANNED | _DONE | _HAVING
_ENDINGS: Final = ("ings", "ing", "ies", "ied", "ed", "es", "s", "e", "y")
_SHORTEST: Final = 3
_LONG: Final = 5
_LONGEST: Final = 7
_LONGEST_WORD: Final = 60
_NAME_WEIGHT: Final = 2
_UNKNOWN: Final = "-"
_NONE: Final[frozenset[str]] = frozenset()
_SILENT: Final = frozenset([""])


class StatedClause(NamedTuple):
    """Content words of a clause, and whether it denies, fails, tells of a part, is to come or done.

    `denied` is the stem that a `not` is said of, "" without one; `is_single` where no other
    statement is in it.
    """

    stems: frozenset[str]
    words: frozenset[str]
    denied: str
    failing: frozenset[str]
    partly: bool
    planned: bool
    done: bool
    known: Known | None = None
    is_single: bool = True
    text: str = ""


CUES: Final = frozenset(
    {
        *_DENYING,
        *("isn", "hasn", "haven", "doesn", "don", "didn", "aren", "wasn", "weren", "won", "couldn"),
    }
).union(word for phrase in _PHRASES for word in phrase.split() if len(word) >= _LONG)
"""Words beside which a sentence may state what a result has otherwise."""

DONE_CUES: Final = _DONE | _HAVING
"""The same, where something is still to come in a result."""


def _stem(word: str) -> str:
    if len(word) > _LONGEST_WORD or word in _IDLE or word.endswith(("n't", "n\u2019t")):
        return ""
    if not word.isalpha():
        word = word.removesuffix("'s").removesuffix("\u2019s")
        is_several = "-" in word and word[-1:] == "s" and not any(map(str.isdigit, word))
        return word[:-1] if is_several else word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word.removesuffix(ending)
            break
    return word[:_LONGEST] if len(word) >= _SHORTEST else ""


stem: Final = Remembered(_stem).__getitem__
"""The beginning of a word that its inflections share; "" of a word of grammar."""


AFFECTING: Final = frozenset(map(stem, _AFFECTING))
"""The stems of words that say of whom that something does not work."""


def stated(
    fold: str, known: Known | None = None, *, awaited: bool = False, is_plain: bool = False
) -> StatedClause:
    """What a folded clause states; `awaited` where it is still to come.

    `is_plain` where none of its words are read as one.
    """
    words: list[str] = _TOKEN.findall(fold if is_plain else _read_as_one(fold))
    stems = list(map(stem, words))
    found = frozenset(words)
    telling = frozenset(stems) - _SILENT
    turning = found & _TURNING
    partly = _SHARE.search(fold) is not None
    denies = "'t" in fold or "\u2019t" in fold or not turning.isdisjoint(_DENYING)
    if not turning and not denies:  # as of most
        return StatedClause(telling, found, "", _NONE, partly, awaited, False, known, True, fold)
    has = not turning.isdisjoint(_HAVING) and any(word.endswith("ed") for word in words)
    return StatedClause(
        telling,
        found,
        _denied(words, stems) if denies else "",
        turning & _FAILING,
        partly or not turning.isdisjoint(_PARTLY),
        awaited or not turning.isdisjoint(_PLANNED),
        has or not turning.isdisjoint(_DONE),
        known,
        text=fold,
    )


def _read_as_one(fold: str) -> str:
    """A text with one word for each of the phrases that are read so."""
    return _PHRASE.sub(_replaced, _NUMBERED.sub("", fold) if _NUMBER in fold else fold)


def _replaced(phrase: re.Match[str]) -> str:
    return _PHRASES[phrase.group()]


def _denied(words: Sequence[str], stems: Sequence[str]) -> str:
    """The stem behind the first word that denies; where nothing is, it is not known what."""
    at = next((place for place, word in enumerate(words) if denies(word)), None)
    return "" if at is None else next(filter(None, stems[at:]), _UNKNOWN)


def denies(word: str) -> bool:
    """Whether a word denies: `never`, `ohne`, `can't`."""
    return word in _DENYING or word.endswith(("n't", "n\u2019t"))


def fails(words: Iterable[str]) -> bool:
    """Whether words say that something does not work."""
    return any(word in _FAILING or word in _AFFECTING for word in words)


def weight(stems: Collection[str]) -> int:
    """How much stems tell: names and numbers count twice."""
    return _NAME_WEIGHT * len(stems) - sum(map(str.isalpha, stems))


def names_in(stems: Iterable[str]) -> frozenset[str]:
    """Those that are names or numbers: the weight of stems is how many they and these are."""
    return frozenset([each for each in stems if not each.isalpha()])


def statements_of(passages: Iterable[Passage]) -> Iterator[StatedClause]:
    """The statements of results: each clause, its parts at an `and`, and whole sentences."""
    seen: set[str] = set()
    for passage in passages:
        begin, end = passage.told_span()
        fold = passage.text[begin:end]
        if "?" in fold or fold in seen:
            continue
        seen.add(fold)
        known = passage.known
        is_plain = _NUMBER not in fold and not _PHRASE.search(fold)
        clauses: list[StatedClause] = []
        for each in chain.from_iterable(map(_CLAUSE.findall, _COLUMNS.split(fold))):
            clause, _, awaited = each.partition(_UNTIL)
            if awaited and not stated(clause).done:
                yield from filter(_tells, (stated(awaited, known, awaited=True),))
            parts = clause.split(_AND)
            told = [stated(part, known, is_plain=is_plain) for part in parts]
            if len(parts) > 1:
                yield from filter(_tells, told)
                clauses.append(_together(told, clause))
            else:
                clauses += told
        yield from filter(_tells, clauses)
        if len(clauses) > 1:
            yield from filter(_tells, (_together(clauses, fold, is_sentence=True),))


def _together(
    parts: Sequence[StatedClause], text: str, *, is_sentence: bool = False
) -> StatedClause:
    """What several clauses state as one; of several that are no sentence none is to come."""
    stems, words, denied, failing, partly, planned, done, *_ = zip(*parts, strict=True)
    return StatedClause(
        _NONE.union(*stems),
        _NONE.union(*words),
        next(filter(None, denied), ""),
        _NONE.union(*failing),
        True in partly,
        is_sentence and True in planned,
        True in done,
        parts[0].known,
        not is_sentence,
        text,
    )


def _tells(statement: StatedClause) -> bool:
    return bool(statement.stems)


@cache
def conditions() -> Mapping[str, str]:
    """The words that exclude others, with their stems."""
    return {word: stem(word) or word for word in CONDITIONS.split() if word != "/"}


@cache
def excluding() -> Mapping[str, frozenset[str]]:
    """The stems that exclude others where everything else is the same, with those."""
    found: dict[str, set[str]] = {}
    for line in CONDITIONS.replace("\n ", "").strip().splitlines():
        one, other = line.split("/")
        first, second = _stems(one), _stems(other)
        for word in first - second:
            found.setdefault(word, set()).update(second - first)
        for word in second - first:
            found.setdefault(word, set()).update(first - second)
    return {word: frozenset(others) for word, others in found.items()}


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) or word for word in words.split())
