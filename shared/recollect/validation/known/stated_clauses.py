"""Read a clause of a result or an answer as stems, with whether it denies or limits them."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from recollect.core.memoised import Memoised
from recollect.validation.grammar.folding import without_ending
from recollect.validation.grammar.lexicons import particles
from recollect.validation.known.passages import Passage
from recollect.validation.known.record_models import ResultValue

_TOKEN: Final = re.compile(r"[^\W_]++(?:[-_.'\u2019/@][^\W_]++|(?<=\d)[,:]\d++)*")
_CLAUSE: Final = re.compile(
    r"(?:[^ ,;:()\u2013\u2014|]++|(?! (?:but|while|though|yet) ) |(?<=\d)[,:](?=\d))+"
)
_COLUMNS: Final = re.compile(r"[ \t]{3,}")
"""The gap between columns of plain text."""

_SHARE: Final = re.compile(r"\d (?:of|out of|von|de|sur|su|van) (?:the )?\d")
_LIMITING: Final = particles.PLANNED | particles.PARTLY
_DENYING_OR_LIMITING: Final = particles.DENYING | _LIMITING
_IDLE: Final = particles.IDLE | particles.DENYING | particles.PLANNED
_ENDINGS: Final = ("ings", "ing", "ies", "ied", "ed", "es", "s", "e", "y")
_MIN_WORD_LENGTH: Final = 3
_MAX_STEM_LENGTH: Final = 7
_MAX_WORD_LENGTH: Final = 60
_NAME_WEIGHT: Final = 2
_NONE: Final[frozenset[str]] = frozenset()
_NO_STEM: Final = frozenset([""])


class StatedClause(NamedTuple):
    """The stems of a clause, whether it denies, and whether it is about a part or is only planned.

    `is_single` is false for a whole sentence that is made of several clauses.
    """

    stems: frozenset[str]
    denies: bool
    is_partial: bool
    result_value: ResultValue | None = None
    is_single: bool = True
    text: str = ""

    def says_all_of(self, other: "StatedClause") -> bool:
        """Whether it has all words of another one, numbers aside."""
        return all(map(str.isdigit, other.stems - self.stems))


def _stem(word: str) -> str:
    if len(word) > _MAX_WORD_LENGTH or word in _IDLE or word.endswith(("n't", "n\u2019t")):
        return ""
    if not word.isalpha():
        word = word.removesuffix("'s").removesuffix("\u2019s")
        is_plural = "-" in word and word[-1:] == "s" and not any(map(str.isdigit, word))
        return word[:-1] if is_plural else word
    word = without_ending(word, _ENDINGS, _MIN_WORD_LENGTH)
    return word[:_MAX_STEM_LENGTH] if len(word) >= _MIN_WORD_LENGTH else ""


stem: Final = Memoised(_stem).__getitem__
"""The beginning of a word, which its inflections share; "" for a word of grammar."""


def read_statement(fold: str, known: ResultValue | None = None) -> StatedClause:
    """Read a folded clause; `known` is the value of a result that it stands in."""
    words: list[str] = _TOKEN.findall(fold)
    qualifiers = _DENYING_OR_LIMITING.intersection(words)
    return StatedClause(
        frozenset(map(stem, words)) - _NO_STEM,
        "'t" in fold or "\u2019t" in fold or not qualifiers.isdisjoint(particles.DENYING),
        _SHARE.search(fold) is not None or not qualifiers.isdisjoint(_LIMITING),
        known,
        text=fold,
    )


def denies(word: str) -> bool:
    """Whether a word denies: `never`, `ohne`, `can't`."""
    return word in particles.DENYING or word.endswith(("n't", "n\u2019t"))


def says_failure(words: Iterable[str]) -> bool:
    """Whether any of the words says that something does not work."""
    return not particles.FAILING.isdisjoint(words)


def weight(stems: Collection[str]) -> int:
    """The weight of stems: their number, with names and numbers counted twice."""
    return _NAME_WEIGHT * len(stems) - sum(map(str.isalpha, stems))


def names_in(stems: Iterable[str]) -> frozenset[str]:
    """The stems that are names or numbers, which `weight` counts twice."""
    return frozenset([each for each in stems if not each.isalpha()])


def statements_of(passages: Iterable[Passage]) -> Iterator[StatedClause]:
    """The statements of results: each clause, its parts at an `and`, and whole sentences."""
    seen: set[str] = set()
    for passage in passages:
        begin, end = passage.statement_span()
        fold = passage.text[begin:end]
        if "?" in fold or fold in seen:
            continue
        seen.add(fold)
        known = passage.result_value
        clauses: list[StatedClause] = []
        for clause in chain.from_iterable(map(_CLAUSE.findall, _COLUMNS.split(fold))):
            parts = [read_statement(part, known) for part in clause.split(" and ")]
            if len(parts) > 1:
                yield from filter(_has_stems, parts)
                clauses.append(_joined(parts, clause))
            else:
                clauses += parts
        yield from filter(_has_stems, clauses)
        if len(clauses) > 1:
            yield from filter(_has_stems, (_joined(clauses, fold, is_sentence=True),))


def _joined(parts: Sequence[StatedClause], text: str, *, is_sentence: bool = False) -> StatedClause:
    """Join several clauses into one statement."""
    stems, denies, partial, *_ = zip(*parts, strict=True)
    known = parts[0].result_value
    return StatedClause(
        _NONE.union(*stems), True in denies, True in partial, known, not is_sentence, text
    )


def _has_stems(statement: StatedClause) -> bool:
    return bool(statement.stems)
