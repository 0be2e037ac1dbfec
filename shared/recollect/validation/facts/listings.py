"""Records that are listed behind whose they are: `Ann Lee: SCS0012345 (printer), SCS0012346`."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.belonging import KIND_OF, named_owners
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import Word
from recollect.validation.known.owner_index import OwnerKind, OwnerName
from recollect.validation.known.records import Record, ResultValue

_LEADING: Final[frozenset[OwnerKind]] = frozenset({"assignee", "group"})
_BEGINNING: Final = re.compile(r"[\s*_`#>|\u2022-]*")
_COLON: Final = re.compile(r"[\s*_`]*[:|\u2013\u2014][\s*_`]*")
_BETWEEN: Final = re.compile(
    r"[\s*_`]*+(?:\([^()\n]{1,80}\)[\s*_`]*+)?(?:(?:[,;&+/]|\b(?:and|und|y|et|e|en)\b)[\s*_`]*+)?"
)
"""What stands between two of them: a remark in brackets, and a comma."""

_END: Final = re.compile(r"(?:[\s*_`]*\([^()\n]{1,80}\))?[\s*_`.;|]*")
_FEWEST: Final = 2
_BEFORE: Final = 1_000
"""Characters before a line in which what the list is of is looked for."""

_POINT: Final = re.compile(r"\s*(?:[*\u2022-]\s|[|>]|\d{1,3}[.)]\s|[^:\n]{1,60}:[*_`]*\s*[^\s*_`])")
"""How a line of a list begins, or of a table; `Assigned to:` alone introduces one."""

_HEADINGS: Final = re.compile(r"^( *\|[^\n]*)\n[ |:]*-[-| :]*$", re.MULTILINE)
"""The headings of a table, above their rule."""

_MARKS: Final = " #*_:."

_OWNING: Final = re.compile(
    r"(?:(?:here|this|that|it|is|are|the|all|our|open|cases?|tickets?|incidents?|list|so|of|and"
    r"|current|currently|now|right|still)[ ,:]+){0,8}"
    r"(?:who (?:has|owns|handles|is on) (?:what|which)(?: in(?: [\w&-]+){1,4})?|now|at the moment"
    r"|currently|assigned(?: to)?|assignees?|assignments?|owners?|owned by"
    r"|(?:by|per) (?:assignee|owner)|workload|zugewiesen(?: an)?|bearbeiter(?:in|innen)?"
    r"|wer hat was|derzeit|jetzt|asignad[oa]s? a|quien tiene que|ahora|assignee?s? a|qui a quoi"
    r"|assegnat[oaie] a|chi ha cosa|atribuid[oa]s? a"
    r"|quem tem o que|toegewezen aan|wie heeft wat)"
)
"""What introduces a list of who has what."""

_OTHERWISE: Final = re.compile(
    r"\b(?:review|open(?:ed|er)|report|request|rais|clos(?:ed|er)|watch|ask|contact|former|previous"
    r"|before|earlier|was|were|used to|until|first|next|after|then|will|if|not|nobody|backup|cover"
    r"|escalat|inform|commented|wrote|co-own|pruf|gepruft|eroffnet|gemeldet|fruher|vorher|bisher"
    r"|nachste|war\b|waren|revisa|abierto|antes|proxim|relu|ouvert|avant|prochain|ancien|prima"
    r"|prossim|anterior|vorige|volgende)"
)
"""What tells that they have something else to do with them, or had them, or are to have them."""


def listed_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on who or which team leads a line of records of which one is another's.

    Only where the list says of itself that it is of who has what: most are of something else.
    """
    if (
        not context.clause.is_first
        or len(context.sentence.records) < _FEWEST
        or context.is_proposed
    ):
        return
    for word, owner, end in named_owners(context):
        if owner.kind not in _LEADING or not _begins(context, word):
            continue
        values = (record.values(owner.kind) for record in _listed(context, end))
        of_others = (each for each in values if not any(_is_of(owner, known) for known in each))
        other = next(filter(None, of_others), None)
        if other is not None and _tells_owners(context):
            yield FactFinding(word.start, end, KIND_OF[owner.kind], "contradicted", other[0])


def _is_of(owner: OwnerName, known: ResultValue) -> bool:
    return owner.whole in folded(known.text)


def _begins(context: ClauseContext, word: Word) -> bool:
    """Whether nothing but marks stands before a word in its line."""
    return (
        _BEGINNING.fullmatch(context.fold, context.sentence.words[0].start, word.start) is not None
    )


def _listed(context: ClauseContext, begin: int) -> Sequence[Record]:
    """The records behind a label, where nothing else is: two at least."""
    fold, found, at, between = context.fold, list[Record](), begin, _COLON
    for word, record in context.sentence.named_between(begin, context.sentence.words[-1].end):
        if record is None or between.fullmatch(fold, at, word.start) is None:
            return ()
        found.append(record)
        at, between = word.end, _BETWEEN
    is_whole = _END.fullmatch(fold, at, context.sentence.words[-1].end) is not None
    return found if is_whole and len(found) >= _FEWEST else ()


def _tells_owners(context: ClauseContext) -> bool:
    """Whether what introduces the list of a line says who has what, and no remark says else.

    Nothing need introduce a list with which the answer begins.
    """
    words, fold = context.sentence.words, context.fold
    begin = fold.rfind("\n", 0, words[0].start) + 1
    above = fold[max(0, begin - _BEFORE) : begin]
    is_row = fold.startswith("|", begin)
    headings = _HEADINGS.findall(above)[-1:] if is_row else []
    introduction = _introduction(above)
    told = "\n".join((*headings, introduction or "", fold[begin : words[-1].end]))
    if _OTHERWISE.search(told):
        return False
    if not headings and introduction is None:
        return begin <= _BEFORE
    label = headings[0].split("|")[1] if headings else introduction or ""
    return _OWNING.fullmatch(label.strip(_MARKS)) is not None


def _introduction(above: str) -> str | None:
    """The line that stands before a list, by the text above one of its lines."""
    lines = (line for line in reversed(above.splitlines()) if line.strip())
    return next((line for line in lines if not _POINT.match(line)), None)
