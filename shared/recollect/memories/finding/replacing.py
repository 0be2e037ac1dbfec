"""Whether a memory replaces one that it names in `supersedes`, and if not, what it waits for."""

from datetime import datetime
from typing import Final

from recollect.core.timestamps import parse_moment, parse_moment_after
from recollect.learning.judges import may_replace
from recollect.memories.finding.scored import ScoredMemory, has_failed
from recollect.memories.known.reading import memory_has_injection
from recollect.retrieval.items import trust_of

_LESS_TRUST: Final = "this memory has less trust than it"
_UNPROVEN: Final = (
    "nobody but its writer stands by this memory; "
    "it acts once another subject stores it, too, or speaks well of it"
)
_FAILED: Final = "this memory has failed; it acts once more speaks for it than against it"
_QUARANTINED: Final = "this memory is in quarantine; it acts once somebody validates it"
_RETRACTED: Final = "this memory was retracted; it acts once it is restored"
_GIVES_ORDERS: Final = "this memory gives orders to its reader; it acts once somebody validates it"


def comparable_trust(memory: ScoredMemory) -> float:
    """The trust of a memory, less 1 if it is unproven: less than that of any proven one."""
    return trust_of(memory.metadata) - memory.counts.unproven


def may_supersede(memory: ScoredMemory, old: ScoredMemory) -> bool:
    """Whether a memory has the outcome, the trust and the judges to supersede an old one by name.

    It need not be proven to replace a memory of the same writer. A failed memory replaces none.
    """
    return _lack(memory, old) is None


def why_not_superseding(memory: ScoredMemory, old: ScoredMemory, now: datetime) -> str | None:
    """A sentence that says why a memory does not supersede an old one that it names, and when it
    will; None if it does."""
    return _unfitness(memory, now) or _lack(memory, old)


def _unfitness(memory: ScoredMemory, now: datetime) -> str | None:
    """Why a memory supersedes no other at the moment, whatever its judges say."""
    metadata = memory.metadata
    if metadata.get("retracted"):
        return _RETRACTED
    if memory.is_quarantined:
        return _QUARANTINED
    if memory_has_injection(metadata):
        return _GIVES_ORDERS
    if parse_moment_after(now, metadata.get("valid_from")):
        return f"this memory acts once it holds, from {metadata['valid_from']}"
    end = parse_moment(metadata.get("valid_until"))
    return f"this memory held until {metadata['valid_until']}" if end and end < now else None


def _lack(memory: ScoredMemory, old: ScoredMemory) -> str | None:
    """What a memory lacks to supersede an old one: an outcome, trust, or judges."""
    if has_failed(memory):
        return _FAILED
    mine, theirs = memory.counts, old.counts
    has_less = trust_of(memory.metadata) < trust_of(old.metadata)
    if mine.writer is not None and mine.writer == theirs.writer:
        return _LESS_TRUST if has_less else None
    is_less_trusted = comparable_trust(memory) < comparable_trust(old)
    if is_less_trusted and has_less:
        return _LESS_TRUST
    if not may_replace(mine.backers, theirs.backers):
        return _outnumbered(len(theirs.backers - mine.backers))
    return _UNPROVEN if is_less_trusted else None


def _outnumbered(opposed: int) -> str:
    stand, do = (
        ("1 judge stands", "that one does")
        if opposed == 1
        else (f"{opposed} judges stand", "these do")
    )
    return (
        f"{stand} by it and not by this memory, which acts once {do}, too, or once {opposed + 1} "
        "stand by it who do not stand by the other"
    )
