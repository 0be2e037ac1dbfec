"""Records that are listed behind whose they are: `Ann Lee: SCS0012345 (printer), SCS0012346`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from recollect.validation.facts.belonging import named_owners
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import Word
from recollect.validation.known.owner_index import OwnerKind, OwnerName
from recollect.validation.known.records import Known, Record
from recollect.validation.models import FactKind

_KINDS: Final[Mapping[OwnerKind, FactKind]] = {"assignee": "assignee", "group": "group"}
_BEGINNING: Final = re.compile(r"[\s*_`#>|\u2022-]*")
_COLON: Final = re.compile(r"[\s*_`]*[:|\u2013\u2014][\s*_`]*")
_BETWEEN: Final = re.compile(
    r"(?:[\s*_`]*\([^()\n]{1,80}\))?[\s*_`]*(?:[,;&+/]|\b(?:and|und|y|et|e|en)\b)?[\s*_`]*"
)
"""What stands between two of them: a remark in brackets, and a comma."""

_END: Final = re.compile(r"(?:[\s*_`]*\([^()\n]{1,80}\))?[\s*_`.;|]*")
_FEWEST: Final = 2


def listed_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on who or which team leads a line of records of which one is another's."""
    if not context.clause.is_first or context.is_proposed:
        return
    for word, owner, end in named_owners(context):
        kind = _KINDS.get(owner.kind)
        if kind is None or not _begins(context, word):
            continue
        values = (record.values(owner.kind) for record in _listed(context, end))
        of_others = (each for each in values if not any(_is_of(owner, known) for known in each))
        other = next(filter(None, of_others), None)
        if other is not None:
            yield FoundFact(word.start, end, kind, "contradicted", other[0])


def _is_of(owner: OwnerName, known: Known) -> bool:
    return owner.whole in folded(known.text)


def _begins(context: ClauseContext, word: Word) -> bool:
    """Whether nothing but marks stands before a word in its line."""
    return _BEGINNING.fullmatch(context.fold, context.line.words[0].start, word.start) is not None


def _listed(context: ClauseContext, begin: int) -> Sequence[Record]:
    """The records behind a label, where nothing else is: two at least."""
    fold, found, at, between = context.fold, list[Record](), begin, _COLON
    for word, record in context.line.named_between(begin, context.line.words[-1].end):
        if record is None or between.fullmatch(fold, at, word.start) is None:
            return ()
        found.append(record)
        at, between = word.end, _BETWEEN
    is_whole = _END.fullmatch(fold, at, context.line.words[-1].end) is not None
    return found if is_whole and len(found) >= _FEWEST else ()
