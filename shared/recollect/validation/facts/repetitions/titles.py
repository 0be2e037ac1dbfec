"""Titles of records that an answer repeats: in `SCS0012345 (P1 bridge drops)` nothing is a P1."""

from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.grammar.folding import WORD

_MAX_TITLES: Final = 100
"""The most titles with the same word that are looked for."""

_MIN_WORDS: Final = 3
_MIN_WORD_LENGTH: Final = 4


def is_in_title(finding: FactFinding, context: ClauseContext) -> bool:
    """Whether a contradiction is of some words of a title: what a title says is right.

    The clause has the whole title there, or tells it with all its longer words: `the account was
    closed by mistake`.
    """
    start, end, fold = finding.start, finding.end, context.fold
    first = WORD.search(fold, start, end) if finding.verdict == "contradicted" else None
    known = context.index.records.titles_by_word.get(first.group(), ()) if first else ()
    return any(
        (
            len(title) > end - start
            and fold.find(title, max(0, end - len(title)), start + len(title)) >= 0
        )
        or (title not in fold and fold[start:end] in title and _is_told(title, context))
        for title in known[:_MAX_TITLES]
    )


def _is_told(title: str, context: ClauseContext) -> bool:
    """Whether a clause has all longer words of a title, three at least."""
    words = {word for word in WORD.findall(title) if len(word) >= _MIN_WORD_LENGTH}
    return len(words) >= _MIN_WORDS and words <= context.clause.texts
