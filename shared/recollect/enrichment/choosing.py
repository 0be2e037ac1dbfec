"""The choice among the memories that were found: relevant, readable, telling ones first."""

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

_LONGEST_SNIPPET: Final = 1_000
# A tool is waiting; what was kept as a snippet is half as long.
_MOST_READ: Final = 2_000
_RANKS: Final = {"cause": 0, "trouble": 1, None: 2, "nothing": 3}
# What an error is called, such as ORA-00054; numbers of tickets are longer.
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
    named: Collection[str] = (),
    targets: Targets = NO_TARGETS,
) -> list[Scored]:
    """The memories of what the case is about, those that say most of it first.

    Where the case names `targets`, those of them; what tells no target, and every memory where none
    is named, with a relevance of at least `least` or with something `named` in it. A query that is
    like nothing finds nothing (`recollect.relevance.calibration`). Left out are those with scores
    that are no numbers, those that give orders, and of equal ones all but the newest.
    """
    found = [each for each in memories if isfinite(each.arms.dense) and each.finding != "orders"]
    arms, texts = [each.arms for each in found], [each.text[:_MOST_READ] for each in found]
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

    Among those the most relevant first, of equals the newest, then that of the lesser id. What
    corrects comes before what it corrects, whatever both score, by its name or by saying that it
    does not hold any more. Equal ones are one: that which names most of the `targets`, then the
    newest. `asked` is the query.
    """
    alike = grouped((_wording(each[1]), each) for each in sorted(scored, key=_best_first))
    once = [(group[0][0], _best_of(group, targets)) for group in alike.values()]
    return _corrections_first(once, correctors([memory for _, memory in once], asked, now))


def _explained_first(memory: ToolMemory) -> str:
    """The text of a memory, of an incident why it happened and what helped before the rest.

    It is cut once more, and whoever runs a tool sees the symptoms.
    """
    if memory.source != "operational":
        return memory.text
    lines = memory.text.split("\n")
    return "\n".join(sorted(lines, key=lambda line: line.startswith((SYMPTOMS, AFFECTED))))


def summary_of(scored: Scored) -> ContextSummary | None:
    """The memory as it may help; None where nothing of it can be read."""
    score, memory = scored
    shown = snippet(_explained_first(memory), _LONGEST_SNIPPET, _MOST_READ)
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
    return near or names_one(named, _searched(memory))


def _wording(memory: ToolMemory) -> str:
    """What equal ones have in common. All runs that found nothing say the same.

    Runs that met the same trouble differ by counts, times and generated names, not by codes.
    """
    if memory.finding == "nothing":
        return ""
    if memory.finding == "trouble":
        words = memory.text[:_MOST_READ].split()
        common = (
            word for before, word in pairwise(["", *words]) if not _is_of_one_run(before, word)
        )
        return " ".join(common).casefold()
    return comparable_text(memory)


def _is_of_one_run(before: str, word: str) -> bool:
    """Whether a word, after another, is a count, a time or a generated name."""
    has_digit = any(map(str.isdigit, word))
    return (
        has_digit
        and not _CODE.fullmatch(word)
        and before.casefold().rstrip(":=") not in _BEFORE_CODES
    )


def _best_of(equal: Sequence[Scored], targets: Targets) -> ToolMemory:
    """Of equal ones the one that names most of the targets, then the newest."""
    memories = [memory for _, memory in equal]
    if len(memories) == 1:
        return memories[0]
    return max(memories, key=lambda one: (targets.named_by(one), one.created_at_ms or 0))


def _corrections_first(
    scored: Sequence[Scored], corrected: Mapping[str, Collection[str]]
) -> list[Scored]:
    """Each memory after those that correct it, else in the order given."""
    done: dict[str, Scored] = {}
    begun: set[str] = set()

    def take(each: Scored) -> None:
        own = each[1].id
        if own in begun:
            return
        begun.add(own)
        for other in scored:
            if other[1].id in corrected.get(own, ()):
                take(other)
        done[own] = each

    for each in scored:
        take(each)
    return list(done.values())


def _searched(memory: ToolMemory) -> str:
    return f"{memory.text[:_MOST_READ]} {' '.join(memory.tags)}".replace("_", " ")


def _best_first(scored: Scored) -> tuple[int, float, int, str]:
    score, memory = scored
    return _RANKS.get(memory.finding, 2), -score, -(memory.created_at_ms or 0), memory.id
