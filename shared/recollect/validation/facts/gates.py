"""Which of several rules may find anything in a clause, told by one look at each of its words."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
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

    def __init__(self, gates: Iterable[Gate[_R, _K]], index: _K) -> None:
        self._rules: list[tuple[_R, Callable[[], bool]]] = []
        self._always = 0
        self._by_cue: dict[str, int] = defaultdict(int)
        self._by_word: dict[str, int] = defaultdict(int)
        self._opened: dict[int, Sequence[_R]] = {}
        for place, gate in enumerate(gates):
            self._rules.append((gate.rule, partial(gate.needs, index)))
            self._always |= 0 if gate.cues or gate.words else 1 << place
            for cue in gate.cues:
                self._by_cue[cue] |= 1 << place
            for word in gate.words:
                self._by_word[word] |= 1 << place
        self._cues = frozenset(self._by_cue)
        self._words = frozenset(self._by_word)

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
