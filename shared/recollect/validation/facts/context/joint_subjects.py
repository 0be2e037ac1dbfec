"""Tickets and items that are the subject of a sentence together: `T-100 and T-101 are closed`."""

from collections.abc import Container, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from recollect.validation.facts.context.answer_sentences import ORDINALS
from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.grammar.lexicons.particles import PLURAL_VERBS, THAT
from recollect.validation.grammar.words import LEVEL, Word, place_at, word_set
from recollect.validation.known.record_models import Record

_ARTICLES: Final = word_set("the die los las les i le os as")
_LEADING: Final = word_set("""
    of for to on with by behind than from between von zu mit zwischen de del di da do dos das du des
    van met tussen
""")
"""Words before a list of names that is no subject: `the parents of T-100 and T-101 are open`."""

_CHOOSING: Final = word_set("or oder ou o of bzw beziehungsweise respectively either being one")
_DOUBTING: Final = tuple("share not not_be none nobody when if maybe over under".split())
_MAX_WORDS: Final = 40


class JointSubject(NamedTuple):
    """Two or more records that a claim is about; `same` if it claims the same of all of them."""

    records: Sequence[Record]
    same: bool


def joint_subject(context: ClauseContext, at: int) -> JointSubject | None:
    """The records of the list of names that is the subject of the claim at an offset.

    None where there is no such list, or it names what no result has. The claim may be about one of
    them alone where things are joined, chosen among, denied or supposed behind the verb, or where
    several values are listed: `are open, closed and closed`.
    """
    clause, known = context.clause, context.index.records
    line, place = clause.sentence, place_at(clause.sentence, at)
    verb = _verb_before(line, clause.at, place)
    if verb is None:
        return None
    names = _names_before(line[max(0, verb - _MAX_WORDS) : verb])
    found = [known.named(word.text) for word in names]
    records = {id(record): record for record in found if record is not None}
    if len(records) < len(names) or len(names) <= 1:
        return None
    is_plain = all(word.form == "word" for word in line[verb:place])
    end = place + _MAX_WORDS
    predicate = line[verb : min(clause.at + len(clause.whole), end)]
    further = line[verb + 1 : end]
    is_one = _claims_one_thing(predicate) and not _distinguishes(
        further, {word.text for word in names}
    )
    return JointSubject([*records.values()], is_plain and is_one)


def _verb_before(line: Sequence[Word], begin: int, place: int) -> int | None:
    """The index of the plural verb that belongs to the word at `place`, or None.

    It is in the clause, which begins at `begin`, or before a list of values that the word is in.
    """
    is_listed = True
    for at in range(place - 1, max(0, place - _MAX_WORDS) - 1, -1):
        word = line[at]
        if word.text in PLURAL_VERBS:
            return at
        is_listed = is_listed and (word.text == "," or word.means_any("and") or _is_value(word))
        if at <= begin and not is_listed:
            return None
    return None


def _names_before(words: Sequence[Word]) -> Sequence[Word]:
    """The names of the list that `words` end with; empty if the list is no subject.

    Behind another word, names with commas may be in two clauses: `unlike T-100, T-101 and T-102`.
    """
    names: list[Word] = []
    has_comma = False
    for word in reversed(words):
        if word.form == "name":
            names.append(word)
        elif word.text == ",":
            has_comma = True
        elif word.text not in _ARTICLES and not word.means_any("and", "both", "case"):
            is_led = has_comma and word.form == "word" and word.text not in THAT
            return () if is_led or word.text in _LEADING else names
    return names


def _claims_one_thing(words: Sequence[Word]) -> bool:
    """Whether words join, choose among, deny and suppose nothing, unlike `are open or closed`."""
    is_joined = any(one.means_any("and") and not other.means for one, other in pairwise(words))
    is_apart = any(word.means_any(*_DOUBTING) or word.text in _CHOOSING for word in words)
    return not is_joined and not is_apart


def _distinguishes(words: Sequence[Word], names: Container[str]) -> bool:
    """Whether words behind a verb pick one of its subjects, or list several values.

    `Are closed, at least the second` picks one. What follows another verb or name does not count.
    """
    values = 0
    for word in words:
        if word.text in names or word.text in ORDINALS:
            return True
        if word.text in PLURAL_VERBS or (word.form == "name" and not _is_value(word)):
            break
        values += _is_value(word)
    return values > 1


def _is_value(word: Word) -> bool:
    return bool(word.means_some("status:", "priority:") or LEVEL.fullmatch(word.text))
