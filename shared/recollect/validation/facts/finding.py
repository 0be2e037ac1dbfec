"""The facts of an answer: clause by clause, each kind of fact, each with its verdict."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.facts.agreements import agreement_findings
from recollect.validation.facts.amounts import amount_findings
from recollect.validation.facts.authors import author_findings
from recollect.validation.facts.clauses import AnswerClause, clauses
from recollect.validation.facts.dates import date_findings
from recollect.validation.facts.folding import folded
from recollect.validation.facts.known import Index, known_of
from recollect.validation.facts.lexicon import lexicon_of
from recollect.validation.facts.names import name_findings
from recollect.validation.facts.people import people_findings
from recollect.validation.facts.populations import population_findings
from recollect.validation.facts.priorities import priority_findings
from recollect.validation.facts.records import Record
from recollect.validation.facts.statuses import status_findings
from recollect.validation.facts.substitutions import substitution_findings
from recollect.validation.facts.verdicts import ClauseContext, FoundFact
from recollect.validation.models import Fact
from recollect.validation.results import ReadResult

_MOST_FACTS: Final = 500
_LONGEST: Final = 120
_READERS: Final = (
    population_findings,
    status_findings,
    priority_findings,
    people_findings,
    agreement_findings,
    date_findings,
    name_findings,
    substitution_findings,
    author_findings,
)


@dataclass(frozen=True, slots=True)
class FactsOfAnswer:
    """The facts of an answer in their order, and what is wrong in sentences."""

    facts: tuple[Fact, ...]
    contradictions: tuple[str, ...]
    unsupported: tuple[str, ...]


def find_facts(answer: str, results: Sequence[ReadResult]) -> FactsOfAnswer:
    """Look up every fact of an answer in the results; the first 500."""
    index = known_of(results)
    found: list[FoundFact] = []
    if index.names or index.populations:
        for finding in _findings(answer, index):
            found.append(finding)
            if len(found) >= _MOST_FACTS:
                break
    found.sort(key=lambda each: (each.start, each.end))
    facts = tuple(_fact(each, answer) for each in found)
    wrong = (_contradiction(fact, each) for fact, each in zip(facts, found, strict=True))
    return FactsOfAnswer(
        facts,
        tuple(dict.fromkeys(filter(None, wrong))),
        tuple(dict.fromkeys(_unsupported(each) for each in facts if each.verdict == "unsupported")),
    )


def _findings(answer: str, index: Index) -> Iterator[FoundFact]:
    fold = folded(answer)
    lexicon = lexicon_of(answer)
    carried: Record | None = None
    for clause in clauses(answer, fold, lexicon):
        if clause.is_first:
            carried = _carried(clause, index, carried)
        context = ClauseContext(answer, clause, index, lexicon, carried)
        found = [finding for reader in _READERS for finding in reader(context)]
        spans = [(each.start, each.end) for each in found]
        yield from found
        yield from amount_findings(context, spans)


def _carried(clause: AnswerClause, index: Index, before: Record | None) -> Record | None:
    """The record that the lines below are about: the last one named, where there are several."""
    if index.main is not None:
        return None
    named = [index.by_id[word.text] for word in clause.line if word.text in index.by_id]
    return named[-1] if named else before


def _fact(found: FoundFact, answer: str) -> Fact:
    known = found.known
    return Fact(
        text=answer[found.start : found.end],
        start=found.start,
        end=found.end,
        kind=found.kind,
        verdict=found.verdict,
        expected=known.text[:_LONGEST] if known else None,
        tool=known.source.tool if known else None,
        path=known.source.path if known else None,
    )


def _contradiction(fact: Fact, found: FoundFact) -> str:
    if fact.verdict != "contradicted":
        return ""
    said = f"not {_short(fact.text)}" if found.denied else _short(fact.text)
    return (
        f"Response says {fact.kind} {said}, but {fact.tool} returned {_short(fact.expected or '')}"
    )


def _unsupported(fact: Fact) -> str:
    return f"Nothing in the results says {fact.kind} {_short(fact.text)}"


def _short(text: str) -> str:
    shown = " ".join(text.split())
    return f'"{shown[:_LONGEST]}"'
