"""Finds values given to one object that another object of its list has: `Renske sits in 14B`."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.claims.state_claims import is_stated_of_object
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.tables import ResultTables
from recollect.validation.fields.rules.field_values import fact_kind_of
from recollect.validation.fields.rules.states import states
from recollect.validation.fields.rules.swapped_figures import swapped_figure_findings
from recollect.validation.fields.words.terms import term
from recollect.validation.grammar.folding import WORD, stands_in
from recollect.validation.grammar.lexicons.particles import POSSESSIVES
from recollect.validation.grammar.words import Word, any_among
from recollect.validation.models import FactKind

_ASIDE: Final = re.compile(
    r"n['\u2019]t\b|\b(?:not?|access|created|away|on leave|urlaub|vacaciones|conges)\b"
    r"|\b(?:needs?|requires?|approv|input|wait|await|block|escalat|forward|triag|used to|came"
    r"|leave|take over|will|covers?|offer|affect|ask|mention|comment|review|discuss|knows?|more"
    r"|reassign|free|help|wart|freigab|espera|attend|while|wahrend|mientras|pendant|nichts"
    r"|vertritt|sustituye|remplace)"
)
"""Words of other relations to an object than having it: somebody waits for it, covers it …"""

_KINDS_IN_LONGER: Final = frozenset[FactKind](["identifier", "person"])
"""Kinds of values that are compared in longer answers, too."""

_MIN_WORD_LENGTH: Final = 4
_MAX_ENDING: Final = 4
_MAX_GAP: Final = 1
_WORDS_BEHIND: Final = 4
_NAMES_OF_PERSON: Final = 2

_PREPOSITION: Final = r"(?:with|on|at|by|mit|bei|auf|avec|chez|sur|con|com|met|op)"
"""A preposition between an object and its value."""

_APART: Final = re.compile(rf".*[^\w ] ?{_PREPOSITION}", re.DOTALL)
"""A preposition behind a mark, which begins another clause: `AL-602: on pg-01 the disk is full`."""

_END: Final = re.compile(
    rf" ?(?:$|[^\w\s'\u2019]|(?:and|und|y|et|e|en|as well|too|now|{_PREPOSITION})\b)"
)
"""What may follow a value that is complete: the end, a mark, or one of these words."""


def swapped_value_cues(tables: ResultTables) -> Iterator[str]:
    """Cue words: each sentence that gives an object a value of its list has at least one."""
    for rows in tables.siblings.values():
        for row in rows if len(rows) > 1 else ():
            for cell in row.cells:
                if _distinguishes(cell, row):
                    yield from WORD.findall(cell.fold)[:1]


def swapped_value_findings(claim: Claim) -> Iterator[FactFinding]:
    """The contradictions where a clause gives its object a value that another object has."""
    row = claim.row
    if (
        row is None
        or not claim.is_about_one
        or not claim.is_assertion
        or claim.context.referents.is_in_order
    ):
        return
    if claim.is_sure:
        yield from swapped_figure_findings(claim, row)
    elif not any(
        each.word.form == "name" and each.term in row.name_terms for each in claim.mentions
    ):
        return
    for cell, own in _values_of_others(claim, row):
        words = _stating_words(cell, claim)
        if not words or not _may_be_swapped(cell, claim):
            continue
        if cell.is_state and not is_stated_of_object(words, claim):
            continue
        if cell.fold in claim.context.index.owners.by_text and _mentions_only(claim):
            continue  # somebody else may be involved
        if _may_be_beside(cell, own, words, claim) and not is_adjacent_to_object(
            words, own, claim, row
        ):
            continue  # something else may be involved
        if _is_only_of_other(cell, own, words, claim):
            yield contradiction(words, _value_kind(cell), own.result_value)


def _values_of_others(claim: Claim, row: ResultRow) -> Iterator[tuple[Cell, Cell]]:
    """Fields of other objects with a value that a clause may state, each with `row`'s own field."""
    seen: set[tuple[tuple[str, ...], str]] = set()
    for mention in claim.mentions:
        for cell in claim.tables.columns.by_value.get((row.table, mention.term), ()):
            own = row.by_path.get(cell.path)
            key = (cell.path, cell.fold)
            if own is not None and own is not cell and key not in seen:
                yield cell, own
            seen.add(key)


def _may_be_beside(cell: Cell, own: Cell, words: Sequence[Word], claim: Claim) -> bool:
    """Whether a clause may mention a value without giving it to its object.

    That is so for any value in a longer answer, for names of other objects, for a person mentioned
    by the first name, and for any person where the object's own field is empty.
    """
    is_whole = len(words) == len(cell.terms) or cell.is_code
    return not claim.is_anchored or cell.names_object or own.form == "nothing" or not is_whole


def _stating_words(cell: Cell, claim: Claim) -> Sequence[Word]:
    """The words that state a value; the first name alone is enough for a person."""
    words = claim.value_words(cell)
    if words or not _is_of_person(cell):
        return words
    answer = claim.context.answer
    given = cell.fold.partition(" ")[0]
    first = claim.mentions[0].word.start
    return [
        word
        for word in claim.words
        if word.text == given
        and word.start > first
        and answer[word.start].isupper()
        and not answer[word.end : word.end + 2].strip(" ").istitle()
    ][:1]


def _is_own_stated(own: Cell, claim: Claim) -> bool:
    """Whether the clause, or for a person the sentence, also states the object's own value.

    So do the words before the clause where they name the object by it.
    """
    if claim.value_words(own) or (
        claim.goes_on and stands_in(own.fold, claim.context.folded_text(claim.lead))
    ):
        return True
    line = claim.context.folded_text(claim.context.clause.sentence)
    return _is_of_person(own) and not set(WORD.findall(line)).isdisjoint(own.fold.split())


def _is_of_person(cell: Cell) -> bool:
    """Whether a value is a person with a first and a last name."""
    return fact_kind_of(cell) == "person" and len(cell.fold.split()) == _NAMES_OF_PERSON


def _mentions_only(claim: Claim) -> bool:
    """Whether a clause may mention a person who does not have the object, or denies."""
    context = claim.context
    text = context.folded_text(context.clause.words)
    return bool(context.denials) or _ASIDE.search(text) is not None


def _may_be_swapped(cell: Cell, claim: Claim) -> bool:
    """Whether a value distinguishes objects; in longer answers, only a code or a person counts."""
    is_read = claim.is_anchored or _value_kind(cell) in _KINDS_IN_LONGER
    return is_read and _distinguishes(cell, claim.tables.owners[cell])


def _distinguishes(cell: Cell, row: ResultRow) -> bool:
    """Whether a value distinguishes its object; names and known states are left to other rules."""
    is_known = "priority" in cell.parts or (cell.is_state and bool(states().meanings_of(cell.fold)))
    return cell.form == "text" and not row.is_called(cell) and not is_known


def _is_only_of_other(cell: Cell, own: Cell, words: Sequence[Word], claim: Claim) -> bool:
    """Whether the stated value belongs to another object, and to nothing around this one."""
    row = claim.row
    is_denied = bool(claim.denials) if _is_of_person(cell) else claim.is_denied(words[0].start)
    if row is None or is_denied:
        return False
    if own.form == "nothing" and not _is_of_person(cell):
        return False
    if _is_other_word(cell, words, claim, row) or claim.is_before_other(words, row):
        return False
    if len(cell.terms) == 1 and len(cell.terms[0]) < _MIN_WORD_LENGTH and cell.terms[0].isalpha():
        return False
    if (
        _is_own_stated(own, claim)
        or set(cell.terms) <= set(own.terms)
        or _is_of_bracket(words, claim)
    ):
        return False
    return not any(set(cell.terms) <= each.name_and_text_terms for each in row.related())


def _is_other_word(cell: Cell, words: Sequence[Word], claim: Claim, row: ResultRow) -> bool:
    """Whether words only look like a value: `leaves late`, `its test system`."""
    text = claim.context.folded_text(words)
    is_field = any(text == " ".join(each.parts) for each in row.cells)
    if is_field or claim.names_field(words, row):
        return True
    if any_among(_right_before(words, claim), POSSESSIVES):
        return True
    is_label = any(
        word.form in {"date", "number"} for word in claim.behind(words, _WORDS_BEHIND)[:1]
    )
    is_inflected = text != cell.fold
    # `A report` is not the team Reporting, nor are `the replicas` the reason ReplicaSetUpdated.
    is_name = len(cell.terms) == 1 and (
        fact_kind_of(cell) != "status" or abs(len(text) - len(cell.fold)) > _MAX_ENDING
    )
    return (is_inflected and (is_name or cell.is_state)) or (cell.is_state and is_label)


def _right_before(words: Sequence[Word], claim: Claim) -> Sequence[Word]:
    """The word before a value with at most a space between; empty if there is none."""
    start = words[0].start
    return [word for word in claim.words if word.end < start <= word.end + _MAX_GAP]


def _is_of_bracket(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a value describes a name in a bracket behind it: `its test system (db-02)`."""
    behind = claim.behind(words, _WORDS_BEHIND)
    opens = next((at for at, word in enumerate(behind) if word.text == "("), len(behind))
    return any(word.form == "name" for word in behind[opens + 1 : opens + 2])


def _value_kind(cell: Cell) -> FactKind:
    if any(character.isdigit() for character in cell.fold):
        return "identifier"
    return fact_kind_of(cell)


def is_adjacent_to_object(words: Sequence[Word], own: Cell, claim: Claim, row: ResultRow) -> bool:
    """Whether a value stands right behind its object: `AL-602 is on pg-02`, `CS0071085: Ada`.

    Only marks, an `is`, words of the field's name, states, and prepositions such as `on` and `with`
    may stand between them. `own` is the field of the object, whose value must not follow.
    """
    before = [word for word in claim.words if word.end <= words[0].start]
    named = {each.word.start for each in claim.mentions if each.term in row.name_terms}
    between = list(takewhile(lambda word: word.start not in named, reversed(before)))
    fold = claim.context.fold
    if len(between) == len(before) or not _END.match(fold, words[-1].end):
        return False
    between_text = fold[before[-1 - len(between)].end : words[0].start].strip()
    is_apart = _APART.fullmatch(between_text) is not None
    is_own_next = own.fold and fold[words[-1].end :].lstrip(" ,/").startswith(own.fold)
    return (
        bool(between_text)
        and not (is_apart or is_own_next)
        and all(_joins(word, own) for word in between)
    )


def _joins(word: Word, own: Cell) -> bool:
    """Whether a word may stand between an object and its value."""
    return (
        word.form == "mark"
        or word.means_any("be", "been", "assigned")
        or re.fullmatch(_PREPOSITION, word.text) is not None
        or word.text in own.parts
        or term(word.text) in own.label
        or bool(states().meanings_of(word.text))
    )
