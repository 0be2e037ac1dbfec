"""Checks who did what: `Ann Lee approved it`, where a field says who did (`approved_by: Bo Li`).

The act is the participle in the name of the field (`rolled_back_by`). Where that says no more than
`by` or `decided_by`, it is the state of the object (`decision: rejected`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final

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
_PERSON: Final = re.compile(r"[^\W\d_a-z][\w'\u2019-]*(?: [^\W\d_][\w.'\u2019-]*){0,3}")
_MAX_BETWEEN: Final = 4
"""Words from the participle to the `by` behind it."""


class Acts:
    """The acts that the fields of some tables tell, with the people who did them."""

    def __init__(self, tables: ResultTables) -> None:
        self._tables = tables

    @lazy
    def by_term(self) -> Mapping[str, Sequence[tuple[Cell, ResultRow]]]:
        """The fields that say who did something, with their objects, by the term of the act."""
        cells = ((cell, row) for row in self._tables.rows for cell in row.cells)
        agents = ((cell, row) for cell, row in cells if _names_agent(cell))
        return grouped((act, (cell, row)) for cell, row in agents for act in _acts_of(cell, row))

    @lazy
    def _agents(self) -> frozenset[str]:
        """The words of the names of all who did something."""
        cells = (cell for known in self.by_term.values() for cell, _ in known)
        return frozenset(word for cell in cells for word in WORD.findall(cell.fold))

    def findings(self, claim: Claim) -> Iterator[FactFinding]:
        """The contradictions of people who are said to have done what somebody else did."""
        if not claim.is_plain or claim.denials or self.by_term.keys().isdisjoint(claim.terms):
            return
        for name in self._people_in(claim):
            act, things = _act_and_things(name, claim)
            told = self.by_term.get(act, ())
            cells = _meant([cell for cell, row in told if _is_of(row, things)], claim)
            words, texts = {word.text for word in name}, self._tables.folded_texts
            if cells and not (
                any(words.intersection(WORD.findall(cell.fold)) for cell in cells)
                # A text may say that they did it, too.
                or any(name[-1].text in each and act in terms(each) for each in texts)
            ):
                yield contradiction(name, "person", cells[0].result_value)

    def _people_in(self, claim: Claim) -> Iterator[Sequence[Word]]:
        """The names of people in a clause: whole ones that results have, and those of agents."""
        context, words = claim.context, claim.words
        at = 0
        while at < len(words):
            name = [*takewhile(lambda w: w.is_unknown and context.is_capitalised(w), words[at:])]
            at += max(len(name), 1)
            text = context.folded_text(name) if name else ""
            is_known = len(name) > 1 and context.index.text.find(text) is not None
            if name and not is_team_name(text) and (is_known or name[0].text in self._agents):
                yield name


def _names_agent(cell: Cell) -> bool:
    """Whether a field says by its name and its value who did something: not `ci-bot`."""
    return cell.parts[-1:] == ("by",) and _PERSON.fullmatch(cell.result_value.text) is not None


def _acts_of(cell: Cell, row: ResultRow) -> Iterator[str]:
    """The term of what a person did, by the name of the field, else by the state of the object."""
    head = [part for part in cell.parts[:-1] if part != "decided"]
    states = (each.fold for each in row.cells if each.is_state)
    yield from (term(each) for each in head or states if _is_participle(each))


def _is_participle(word: str) -> bool:
    return word.isalpha() and word.endswith("ed")


def _act_and_things(name: Sequence[Word], claim: Claim) -> tuple[str, frozenset[str]]:
    """The terms of what somebody did, or "", and of with what: `It was sent by X`, `X sent it`."""
    words = claim.words
    at = words.index(name[0])
    behind = [word for word in words[at + len(name) :] if not word.means_any("adverb")]
    if at and words[at - 1].text in _BY:
        least = max(0, at - 1 - _MAX_BETWEEN)
        places = [place for place in range(least, at - 1) if _is_participle(words[place].text)]
        done, things = (words[places[-1]], words[: places[-1]]) if places else (None, ())
    else:
        begins = not at or words[at - 1].form in {"mark", "date"} or words[at - 1].means_any("and")
        done = behind[0] if begins and behind and _is_participle(behind[0].text) else None
        things = [*takewhile(lambda w: w.form != "date" and w.text not in APART, behind[1:])]
    named = frozenset(each.term for each in term_mentions(things) if each.word.is_unknown)
    return (term(done.text) if done is not None else "", named)


def _is_of(row: ResultRow, things: frozenset[str]) -> bool:
    """Whether an object, its names and its fields have all words for a thing."""
    return things <= row.name_and_text_terms.union(row.kind, THINGS, *(c.label for c in row.cells))


def _meant(cells: Sequence[Cell], claim: Claim) -> Sequence[Cell]:
    """The fields that a clause may mean: of its object, or at its times, else all."""
    owners, moments = claim.tables.owners, claim.context.sentence.moments
    if claim.row is not None:
        related = [*claim.row.related()]
        cells = [cell for cell in cells if owners[cell] in related] or cells
    return [
        cell
        for cell in cells
        for date in owners[cell].dates
        if any(each.agrees(date.moment) and each.shares(date.moment) for each in moments)
    ] or cells
