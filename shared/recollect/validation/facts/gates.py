"""Which of several rules may find anything in a clause, told by one look at each of its words."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, Generic, TypeVar

from recollect.validation.grammar.clauses import AnswerClause

_R = TypeVar("_R")
_K = TypeVar("_K")
_NONE: Final[frozenset[str]] = frozenset()


def _nothing(_: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Gate(Generic[_R, _K]):
    """A rule that runs on clauses with one of its cues or words, or on all if it has none.

    `needs` says whether the results have what the rule compares with; without, it never runs.
    """

    rule: _R
    cues: frozenset[str] = _NONE
    words: frozenset[str] = _NONE
    needs: Callable[[_K], bool] = _nothing


class Gates(Generic[_R]):
    """Rules in their order, each a bit of a number: those of a clause are known by its words.

    What a rule `needs` of the index is looked for when a clause first opens its gate.
    """

    def __init__(self, gates: Sequence[Gate[_R, _K]], index: _K) -> None:
        self._rules = [(gate.rule, partial(gate.needs, index)) for gate in gates]
        self._by_cue = _bits(tuple(gate.cues for gate in gates))
        self._by_word = _bits(tuple(gate.words for gate in gates))
        gated = self._by_cue.all | self._by_word.all
        self._always = (1 << len(gates)) - 1 & ~gated
        self._opened: dict[int, Sequence[_R]] = {}

    def opened_by(self, clause: AnswerClause) -> Sequence[_R]:
        """The rules that may find something in a clause."""
        opened = self._always | self._by_cue.of(clause.cues) | self._by_word.of(clause.texts)
        if opened not in self._opened:
            self._opened[opened] = [
                rule
                for place, (rule, has_what_it_needs) in enumerate(self._rules)
                if opened >> place & 1 and has_what_it_needs()
            ]
        return self._opened[opened]


class _Bits:
    """For each text the bits of the sets that it is in; `all` are those of sets with any."""

    def __init__(self, sets: Iterable[frozenset[str]]) -> None:
        self._bits: dict[str, int] = defaultdict(int)
        for place, texts in enumerate(sets):
            for text in texts:
                self._bits[text] |= 1 << place
        self._texts = frozenset(self._bits)
        self.all = 0
        for bits in self._bits.values():
            self.all |= bits

    def of(self, texts: frozenset[str]) -> int:
        """The bits of the sets that have one of some texts."""
        found = 0
        for text in texts & self._texts:
            found |= self._bits[text]
        return found


_bits: Final = cache(_Bits)
"""Worked out once for the cues and words of the same rules, whatever they are asked of."""
