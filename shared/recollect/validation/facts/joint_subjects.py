"""Tickets and items that a sentence tells of together: `T-100 and T-101 are closed`."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from recollect.validation.grammar.clauses import AnswerClause
from recollect.validation.grammar.words import Word, place_at
from recollect.validation.known.record_index import RecordIndex
from recollect.validation.known.records import Record

_PLURALS: Final = frozenset(
    [
        "are",
        "were",
        "remain",
        "sind",
        "waren",
        "son",
        "estan",
        "sont",
        "sono",
        "sao",
        "estao",
        "zijn",
    ]
)
_ARTICLES: Final = frozenset(["the", "die", "los", "las", "les", "i", "le", "os", "as"])
_LEADING: Final = frozenset(
    """
    of for to on with by behind than from between von zu mit zwischen de del di da do dos das du des
    van met tussen
    """.split()
)
"""Words behind which a list of names is no subject: `the parents of T-100 and T-101 are open`."""

_CHOOSING: Final = frozenset(
    ["or", "oder", "ou", "o", "of", "bzw", "beziehungsweise", "respectively", "either", "being"]
)
_DOUBTING: Final = ("share", "not", "not_be", "none", "nobody", "when", "if", "maybe")
_MOST_WORDS: Final = 40


class JointSubject(NamedTuple):
    """Two records or more of which a clause tells; `same` says whether it is the same of all."""

    records: Sequence[Record]
    same: bool


def joint_subject(clause: AnswerClause, at: int, known: RecordIndex) -> JointSubject | None:
    """The records of a list of names of which a clause tells what stands at a position.

    None where there is no such list, or it names what no result has. What is joined, chosen among,
    denied or supposed behind the verb may be of one of them alone.
    """
    line, place = clause.line, place_at(clause.line, at)
    own = range(clause.at, place)
    verb = next((each for each in reversed(own) if line[each].text in _PLURALS), None)
    if verb is None:
        return None
    names = _names_before(line[max(0, verb - _MOST_WORDS) : verb])
    found = [known.named(word.text) for word in names]
    records = {id(record): record for record in found if record is not None}
    if len(records) < len(names) or len(names) <= 1:
        return None
    is_plain = all(word.form == "word" for word in line[verb:place])
    told = line[verb : clause.at + len(clause.whole)]
    return JointSubject([*records.values()], is_plain and _tells_one_thing(told))


def _names_before(words: Sequence[Word]) -> Sequence[Word]:
    """The names of the list that words end in, unless the list is no subject."""
    names: list[Word] = []
    for word in reversed(words):
        if word.form == "name":
            names.append(word)
        elif (
            word.text not in _ARTICLES and word.text != "," and not word.says("and", "both", "case")
        ):
            return () if word.text in _LEADING else names
    return names


def _tells_one_thing(words: Sequence[Word]) -> bool:
    """Whether nothing is joined, chosen among, denied or supposed: `are open or closed`."""
    told = [word for word in words if word.of("status:") or word.of("priority:")]
    is_joined = any(one.says("and") and not other.means for one, other in pairwise(words))
    is_apart = any(word.says(*_DOUBTING) or word.text in _CHOOSING for word in words)
    return len(told) <= 1 and not is_joined and not is_apart
