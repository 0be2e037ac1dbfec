"""Titles of records that an answer repeats: in `SCS0012345 (P1 bridge drops)` nothing is a P1."""

from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.grammar.folding import WORD

_MAX_TITLES: Final = 100
"""The most titles with the same word that are looked for."""


def is_in_title(finding: FactFinding, context: ClauseContext) -> bool:
    """Whether a contradiction is of some words of a whole title: what a title says is right."""
    start, end, fold = finding.start, finding.end, context.fold
    first = WORD.search(fold, start, end) if finding.verdict == "contradicted" else None
    known = context.index.records.titles_by_word.get(first.group(), ()) if first else ()
    return any(
        len(title) > end - start
        and fold.find(title, max(0, end - len(title)), start + len(title)) >= 0
        for title in known[:_MAX_TITLES]
    )
