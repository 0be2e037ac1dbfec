"""Selects the rules that may find something in a clause, by one look-up for each of its words."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, Generic, NamedTuple, TypeVar

from recollect.validation.grammar.clauses import AnswerClause

_R = TypeVar("_R")
_K = TypeVar("_K")
_NONE: Final[frozenset[str]] = frozenset()


def _nothing(_: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Gate(Generic[_R, _K]):
    """A rule that runs on clauses with one of its cues or words; on all clauses if it has none.

    `needs` tells whether the results have what the rule compares with; if not, it never runs.
    """

    rule: _R
    cues: frozenset[str] = _NONE
    words: frozenset[str] = _NONE
    needs: Callable[[_K], bool] = _nothing


class Gates(Generic[_R]):
    """Rules in their order, each with a bit in the numbers that a clause's cues and words give.

    What a rule `needs` is checked in the index when a clause first opens the rule's gate.
    """

    def __init__(self, gates: Sequence[Gate[_R, _K]], index: _K) -> None:
        self._rules = [(gate.rule, partial(gate.needs, index)) for gate in gates]
        self._always, self._by_cue, self._by_word = _bits(
            tuple([(gate.cues, gate.words) for gate in gates])
        )
        self._cues = frozenset(self._by_cue)
        self._words = frozenset(self._by_word)
        self._opened: dict[int, Sequence[_R]] = {}

    def opened_by(self, clause: AnswerClause) -> Sequence[_R]:
        """The rules that may find something in a clause."""
        opened = self._always
        for cue in clause.cues & self._cues:
            opened |= self._by_cue[cue]
        for word in clause.texts & self._words:
            opened |= self._by_word[word]
        if opened not in self._opened:
            self._opened[opened] = [
                rule
                for place, (rule, has_what_it_needs) in enumerate(self._rules)
                if opened >> place & 1 and has_what_it_needs()
            ]
        return self._opened[opened]


class _Bits(NamedTuple):
    """The bits of the rules: those for all clauses, and those for each cue and each word."""

    always: int
    by_cue: Mapping[str, int]
    by_word: Mapping[str, int]


@cache
def _bits(gates: Sequence[tuple[frozenset[str], frozenset[str]]]) -> _Bits:
    """The bits of rules with these cues and words, computed once for the same rules."""
    always = 0
    by_cue: dict[str, int] = defaultdict(int)
    by_word: dict[str, int] = defaultdict(int)
    for place, (cues, words) in enumerate(gates):
        always |= 0 if cues or words else 1 << place
        for cue in cues:
            by_cue[cue] |= 1 << place
        for word in words:
            by_word[word] |= 1 << place
    return _Bits(always, by_cue, by_word)
