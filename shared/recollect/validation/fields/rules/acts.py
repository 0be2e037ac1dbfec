"""Checks who did what: `Ann Lee approved it`, where a field says who did (`approved_by: Bo Li`).

The act is the participle in the name of the field (`rolled_back_by`). Where that says no more than
`by` or `decided_by`, it is the state of the object (`decision: rejected`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.facts.people.name_words import is_team_name
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.claims.mentions import term_mentions
from recollect.validation.fields.claims.state_claims import THINGS
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.tables import ResultTables
from recollect.validation.fields.words.terms import term, terms
from recollect.validation.fields.words.vocabulary import APART
from recollect.validation.grammar.folding import WORD
from recollect.validation.grammar.words import Word, word_set

_BY: Final = word_set("by von por par da door")
_AGENTS: Final = word_set("by author actor")
_GENERAL: Final = word_set("decided handled made done")
"""Participles in names of fields that do not tell the act."""

_IRREGULAR: Final = word_set("sent taken shut run paid held built lost won")
_PARTICLES: Final = word_set("back up off out on in down over")
_AUXILIARIES: Final = word_set("has had have then also already later finally")
_PERSON: Final = re.compile(r"[^\W\d_a-z][\w'\u2019-]*(?: [^\W\d_][\w.'\u2019-]*){0,3}")
_MAX_BETWEEN: Final = 4
"""Words from the participle to the `by` behind it, and behind the participle to its particle."""


class _Act(NamedTuple):
    """The terms of an act, with the field that says who did it and its object."""

    terms: tuple[str, ...]
    cell: Cell
    row: ResultRow


class Acts:
    """The acts that the fields of some tables tell, with the people who did them."""

    def __init__(self, tables: ResultTables) -> None:
        self._tables = tables

    @lazy
    def by_term(self) -> Mapping[str, Sequence[_Act]]:
        """The acts by their first terms."""
        acts = (
            _Act(act, cell, row)
            for row in self._tables.rows
            for cell in row.cells
            if _names_agent(cell)
            for act in _acts_of(cell, row)
        )
        return grouped((act.terms[0], act) for act in acts)

    @lazy
    def _agents(self) -> frozenset[str]:
        """The words of the names of all who did something."""
        cells = (cell for cell in self._tables.cells if _names_agent(cell))
        return frozenset(word for cell in cells for word in WORD.findall(cell.fold))

    def findings(self, claim: Claim) -> Iterator[FactFinding]:
        """The contradictions of people who are said to have done what somebody else did."""
        if not claim.is_plain or claim.denials or self.by_term.keys().isdisjoint(claim.terms):
            return
        for name in self._people_in(claim):
            act, thing = _act_and_thing(name, claim)
            done = frozenset(term(word.text) for word in act)
            things = frozenset(each.term for each in term_mentions(thing) if each.word.is_unknown)
            acts = [
                each
                for first in done
                for each in self.by_term.get(first, ())
                if done.issuperset(each.terms) and _is_of(each.row, things)
            ]
            meant = _meant(acts, claim)
            words = {word.text for word in name}
            if (
                meant
                and not any(words.intersection(WORD.findall(act.cell.fold)) for act in meant)
                and not self._is_told(name[-1].text, meant[0])
            ):
                yield contradiction(name, "person", meant[0].cell.result_value)

    def _people_in(self, claim: Claim) -> Iterator[Sequence[Word]]:
        """The names of people in a clause: whole ones that results have, and those of agents."""
        context, words = claim.context, claim.words
        at = 0
        while at < len(words):
            name = list(takewhile(lambda word: _may_be_of_name(word, claim), words[at:]))
            at += max(len(name), 1)
            if not name or is_team_name(text := context.folded_text(name)):
                continue
            is_known = len(name) > 1 and context.index.text.find(text) is not None
            if is_known or name[0].text in self._agents:
                yield name

    def _is_told(self, surname: str, act: _Act) -> bool:
        """Whether a text of the results may say that somebody of this name did it, too."""
        return any(
            surname in fold and not set(act.terms).isdisjoint(terms(fold))
            for fold in self._tables.folded_texts
        )


def _may_be_of_name(word: Word, claim: Claim) -> bool:
    return word.is_unknown and claim.context.is_capitalised(word)


def _names_agent(cell: Cell) -> bool:
    """Whether a field says by its name and its value who did something: not `ci-bot`."""
    is_agent = cell.form == "text" and bool(cell.parts) and cell.parts[-1] in _AGENTS
    return is_agent and _PERSON.fullmatch(cell.result_value.text) is not None


def _acts_of(cell: Cell, row: ResultRow) -> Iterator[tuple[str, ...]]:
    """The acts of a person, as the name of the field has them, else the state of the object."""
    head = [part for part in cell.parts[:-1] if part not in _GENERAL]
    if head:
        acts = [head[at:] for at, part in enumerate(head) if _is_participle(part)][:1]
    else:
        known = (WORD.findall(each.fold) for each in row.cells if each.is_state)
        acts = [words for words in known if len(words) == 1 and _is_participle(words[0])]
    for first, *others in acts:
        yield (term(first), *(term(each) for each in others if each in _PARTICLES))


def _is_participle(word: str) -> bool:
    return word.endswith("ed") or word in _IRREGULAR


def _act_and_thing(name: Sequence[Word], claim: Claim) -> tuple[Sequence[Word], Sequence[Word]]:
    """The words for what somebody did, from the participle on, and for what it was done with.

    `It was sent by Ann Lee`, `Ann Lee sent it`; empty where a clause does not tell that.
    """
    words = claim.words
    at = words.index(name[0])
    if at and words[at - 1].text in _BY:
        least = max(0, at - 1 - _MAX_BETWEEN)
        places = [place for place in range(least, at - 1) if _is_participle(words[place].text)]
        return (words[places[-1] : at - 1], words[: places[-1]]) if places else ((), ())
    if at and words[at - 1].form not in {"mark", "date"} and not words[at - 1].means_any("and"):
        return (), ()
    behind = words[at + len(name) :]
    act = behind[len(list(takewhile(_is_auxiliary, behind))) :]
    thing = list(takewhile(lambda word: word.form != "date" and word.text not in APART, act[1:]))
    return (act[:_MAX_BETWEEN], thing) if act and _is_participle(act[0].text) else ((), ())


def _is_of(row: ResultRow, things: frozenset[str]) -> bool:
    """Whether words may be about an object: the fields of it have them, or all things do."""
    fields = (cell.label for cell in row.cells)
    return things <= row.name_and_text_terms.union(row.kind, row.aliases, THINGS, *fields)


def _is_auxiliary(word: Word) -> bool:
    return word.text in _AUXILIARIES or word.means_any("adverb")


def _meant(acts: Sequence[_Act], claim: Claim) -> Sequence[_Act]:
    """The acts that a clause may mean: those of its object, or of its times, else all."""
    if claim.row is not None:
        related = [*claim.row.related()]
        acts = [act for act in acts if act.row in related] or acts
    moments = claim.context.sentence.moments
    return [
        act
        for act in acts
        if any(
            each.agrees(cell.moment) and each.shares(cell.moment)
            for each in moments
            for cell in act.row.dates
        )
    ] or acts
