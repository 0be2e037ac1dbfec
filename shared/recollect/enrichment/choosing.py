"""Choose among the memories that were found: relevant and readable ones, causes first."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from math import isfinite
from typing import Final, Literal

from recollect.core.grouping import grouped
from recollect.enrichment.corrections import comparable_text, correctors
from recollect.enrichment.memories import AFFECTED, SYMPTOMS, ContextSummary, ToolMemory
from recollect.enrichment.snippets import READABLE, snippet
from recollect.enrichment.targets import NO_TARGETS, Targets, names_one
from recollect.relevance.calibration import Calibration
from recollect.relevance.scoring import relevances

Mode = Literal["tool", "conversation", "hybrid"]

_MAX_SNIPPET_LENGTH: Final = 1_000
# A tool is waiting; stored snippets are half as long.
_MAX_READ: Final = 2_000
_RANKS: Final = {"cause": 0, "trouble": 1, None: 2, "nothing": 3}
# The code of an error, such as ORA-00054; numbers of tickets are longer.
_CODE: Final = re.compile(r"\W*[A-Z]{1,8}-?[0-9]{2,5}\W*")
_BEFORE_CODES: Final = frozenset({"code", "http", "status"})

Scored = tuple[float, ToolMemory]
"""A memory with its relevance, 0…1."""


def relevant(
    query: str,
    memories: Iterable[ToolMemory],
    least: float,
    calibration: Calibration,
    now: datetime,
    named: Collection[str],
    targets: Targets,
) -> list[Scored]:
    """The memories that are about the case, the most informative first.

    A memory counts if it is about one of the `targets` of the case. If that is unclear, or if there
    are no targets, it counts if its relevance is at least `least`, or if it contains one of the
    `named` things. A query that is like no memory finds none (`recollect.relevance.calibration`).
    Left out are memories whose scores are no numbers, memories that give orders, and repeats.
    """
    found = [each for each in memories if isfinite(each.arms.dense) and each.finding != "orders"]
    arms, texts = [each.arms for each in found], [each.text[:_MAX_READ] for each in found]
    scored = zip(relevances("hybrid", query, arms, texts, calibration), found, strict=True)
    kept = [
        (score, memory)
        for score, memory in scored
        if _belongs(targets.concern(memory), memory, near=score >= least, named=named)
    ]
    return ranked(kept, query, now, targets)


def ranked(
    scored: Iterable[Scored], asked: str, now: datetime, targets: Targets = NO_TARGETS
) -> list[Scored]:
    """Causes, then troubles, then the rest, and at last the newest run that found nothing.

    Within each the most relevant comes first, of equals the newest, then that with the lesser id. A
    memory that corrects another comes before it, whatever their scores: it has the other's id, or
    says in words that the other does not hold any more. Of memories with the same wording only one
    stays: the one that names most of the `targets`, then the newest. `asked` is the query.
    """
    by_wording = grouped((_wording(each[1]), each) for each in sorted(scored, key=_best_first))
    distinct = [(group[0][0], _best_of(group, targets)) for group in by_wording.values()]
    return _corrections_first(distinct, correctors([memory for _, memory in distinct], asked, now))


def _explained_first(memory: ToolMemory) -> str:
    """The text of a memory; in that of an incident, its cause and resolution come first.

    The text will be cut, and whoever runs a tool sees the symptoms already.
    """
    if memory.source != "operational":
        return memory.text
    lines = memory.text.split("\n")
    return "\n".join(sorted(lines, key=lambda line: line.startswith((SYMPTOMS, AFFECTED))))


def summary_of(scored: Scored) -> ContextSummary | None:
    """The memory in the form for tools; None if nothing of it is readable."""
    score, memory = scored
    shown = snippet(_explained_first(memory), _MAX_SNIPPET_LENGTH, _MAX_READ)
    if len(shown) < READABLE:
        return None
    return ContextSummary(
        source=memory.source,
        memory_id=memory.id,
        session_id=memory.session_id,
        timestamp=memory.created_at_ms,
        score=round(min(max(score, 0.0), 1.0), 4),
        similarity=round(min(max(memory.arms.dense, 0.0), 1.0), 4),
        tags=memory.tags,
        snippet=shown,
    )


def _belongs(
    concerned: bool | None, memory: ToolMemory, *, near: bool, named: Collection[str]
) -> bool:
    if concerned is not None:
        return concerned
    return near or names_one(named, _searched_text(memory))


def _wording(memory: ToolMemory) -> str:
    """The text by which memories count as equal; "" for all runs that found nothing.

    Runs with the same trouble differ in counts, times and generated names, but not in codes.
    """
    if memory.finding == "nothing":
        return ""
    if memory.finding == "trouble":
        words = memory.text[:_MAX_READ].split()
        common = (
            word for before, word in pairwise(["", *words]) if not _is_of_one_run(before, word)
        )
        return " ".join(common).casefold()
    return comparable_text(memory)


def _is_of_one_run(before: str, word: str) -> bool:
    """Whether `word`, which follows `before`, is a count, a time or a generated name."""
    has_digit = any(map(str.isdigit, word))
    return (
        has_digit
        and not _CODE.fullmatch(word)
        and before.casefold().rstrip(":=") not in _BEFORE_CODES
    )


def _best_of(equal: Sequence[Scored], targets: Targets) -> ToolMemory:
    """The one of several equal memories that names most of the targets, then the newest."""
    memories = [memory for _, memory in equal]
    if len(memories) == 1:
        return memories[0]
    return max(memories, key=lambda one: (targets.named_by(one), one.created_at_ms or 0))


def _corrections_first(
    scored: Sequence[Scored], corrected: Mapping[str, Collection[str]]
) -> list[Scored]:
    """The memories in their order, but each one after those that correct it."""
    ordered: dict[str, Scored] = {}
    begun: set[str] = set()

    def take(each: Scored) -> None:
        own = each[1].id
        if own in begun:
            return
        begun.add(own)
        for other in scored:
            if other[1].id in corrected.get(own, ()):
                take(other)
        ordered[own] = each

    for each in scored:
        take(each)
    return list(ordered.values())


def _searched_text(memory: ToolMemory) -> str:
    return f"{memory.text[:_MAX_READ]} {' '.join(memory.tags)}".replace("_", " ")


def _best_first(scored: Scored) -> tuple[int, float, int, str]:
    score, memory = scored
    return _RANKS.get(memory.finding, 2), -score, -(memory.created_at_ms or 0), memory.id
