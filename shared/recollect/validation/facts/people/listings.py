"""Records that are listed behind their owner: `Ann Lee: SCS0012345 (printer), SCS0012346`."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.facts.people.named_owners import KIND_OF, named_owners
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import Word
from recollect.validation.known.owner_index import OwnerKind, OwnerName
from recollect.validation.known.records import Record, ResultValue

_OWNER_KINDS: Final[frozenset[OwnerKind]] = frozenset({"assignee", "group"})
_MARKS_BEFORE: Final = re.compile(r"[\s*_`#>|\u2022-]*")
_COLON: Final = re.compile(r"[\s*_`]*[:|\u2013\u2014][\s*_`]*")
_BETWEEN: Final = re.compile(
    r"[\s*_`]*+(?:\([^()\n]{1,80}\)[\s*_`]*+)?(?:(?:[,;&+/]|\b(?:and|und|y|et|e|en)\b)[\s*_`]*+)?"
)
"""What stands between two listed records: a remark in brackets, and a comma."""

_END: Final = re.compile(r"(?:[\s*_`]*\([^()\n]{1,80}\))?[\s*_`.;|]*")
_MIN_RECORDS: Final = 2
_CHARACTERS_BEFORE: Final = 1_000
"""Characters before a line that are searched for what introduces its list."""

_LINE_OF_LIST: Final = re.compile(
    r"\s*(?:[*\u2022-]\s|[|>]|\d{1,3}[.)]\s|[^:\n]{1,60}:[*_`]*\s*[^\s*_`])"
)
"""The beginning of a line of a list or a table; `Assigned to:` alone introduces a list."""

_TABLE_HEADERS: Final = re.compile(r"^( *\|[^\n]*)\n[ |:]*-[-| :]*$", re.MULTILINE)
"""The header of a table, above its rule."""

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
"""Text that introduces a list of who has what."""

_OTHERWISE: Final = re.compile(
    r"\b(?:review|open(?:ed|er)|report|request|rais|clos(?:ed|er)|watch|ask|contact|former|previous"
    r"|before|earlier|was|were|used to|until|first|next|after|then|will|if|not|nobody|backup|cover"
    r"|escalat|inform|commented|wrote|co-own|pruf|gepruft|eroffnet|gemeldet|fruher|vorher|bisher"
    r"|nachste|war\b|waren|revisa|abierto|antes|proxim|relu|ouvert|avant|prochain|ancien|prima"
    r"|prossim|anterior|vorige|volgende)"
)
"""Words that show that the people named had or will have the records, or do something else."""


def listed_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on an assignee or a team before a list of records of which one is another's.

    Only where the list is introduced as one of who has what: most lists are about something else.
    """
    if (
        not context.clause.is_first
        or len(context.sentence.records) < _MIN_RECORDS
        or context.is_proposed
    ):
        return
    for word, owner, end in named_owners(context):
        if owner.kind not in _OWNER_KINDS or not _begins_line(context, word):
            continue
        values = (record.values(owner.kind) for record in _listed_records(context, end))
        of_others = (
            each for each in values if not any(_is_owned_by(owner, known) for known in each)
        )
        other = next(filter(None, of_others), None)
        if other is not None and _lists_owners(context):
            yield FactFinding(word.start, end, KIND_OF[owner.kind], "contradicted", other[0])


def _is_owned_by(owner: OwnerName, known: ResultValue) -> bool:
    return owner.whole in folded(known.text)


def _begins_line(context: ClauseContext, word: Word) -> bool:
    """Whether only marks stand before a word in its sentence."""
    return (
        _MARKS_BEFORE.fullmatch(context.fold, context.sentence.words[0].start, word.start)
        is not None
    )


def _listed_records(context: ClauseContext, begin: int) -> Sequence[Record]:
    """The records behind an owner's name, two or more; empty where anything else is there."""
    fold, found, at, between = context.fold, list[Record](), begin, _COLON
    for word, record in context.sentence.named_between(begin, context.sentence.words[-1].end):
        if record is None or between.fullmatch(fold, at, word.start) is None:
            return ()
        found.append(record)
        at, between = word.end, _BETWEEN
    is_whole = _END.fullmatch(fold, at, context.sentence.words[-1].end) is not None
    return found if is_whole and len(found) >= _MIN_RECORDS else ()


def _lists_owners(context: ClauseContext) -> bool:
    """Whether the list of a line is introduced as one of who has what, and nothing says otherwise.

    A list at the beginning of the answer needs no introduction.
    """
    words, fold = context.sentence.words, context.fold
    begin = fold.rfind("\n", 0, words[0].start) + 1
    above = fold[max(0, begin - _CHARACTERS_BEFORE) : begin]
    is_row = fold.startswith("|", begin)
    headers = _TABLE_HEADERS.findall(above)[-1:] if is_row else []
    introduction = _introduction(above)
    text = "\n".join((*headers, introduction or "", fold[begin : words[-1].end]))
    if _OTHERWISE.search(text):
        return False
    if not headers and introduction is None:
        return begin <= _CHARACTERS_BEFORE
    label = headers[0].split("|")[1] if headers else introduction or ""
    return _OWNING.fullmatch(label.strip(_MARKS)) is not None


def _introduction(above: str) -> str | None:
    """The line before a list, found in the text above one of the list's lines; None if none."""
    lines = (line for line in reversed(above.splitlines()) if line.strip())
    return next((line for line in lines if not _LINE_OF_LIST.match(line)), None)
