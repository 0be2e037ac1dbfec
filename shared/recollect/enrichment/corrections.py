"""Which memories of a tool correct others, by name or in words, and which of them say the same.

By the rules of `recollect.settlement.supersession`, for decisions: what was replaced in a case,
such as a disk, takes back nothing that was found out before. The case of an incident is how it
showed, that of a run what its arguments named. How lines are called is no part of what they say:
all incidents have the same names for them.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from recollect.core.timestamps import possible_moment
from recollect.enrichment.memories import SYMPTOMS, ToolMemory
from recollect.enrichment.targets import named_in
from recollect.settlement.changes import replaces
from recollect.settlement.prose import READ, read_prose
from recollect.settlement.statements import Statement, Wording
from recollect.settlement.supersession import supersession_of

_NAME: Final = re.compile(r"^(?:[\w.…]{1,100}|root cause): ", re.MULTILINE)


def correctors(
    memories: Sequence[ToolMemory], asked: str, now: datetime
) -> Mapping[str, frozenset[str]]:
    """The ids of those that correct a memory, by its id, for all of these that are corrected.

    What found nothing says nothing of what others found out.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for each in memories:
        for old in each.supersedes:
            found[old].add(each.id)
    with_findings = [each for each in memories if each.finding != "nothing"]
    # To compare all of them takes longer than to see that none corrects any.
    if any(map(_may_correct, with_findings)):
        read = [_wording_of(each) for each in with_findings]
        known = {each.id: each for each in with_findings}
        for old, new in supersession_of(read, {}, asked, now).superseded_by.items():
            if new is not None and _speaks_for(known[new], known[old]):
                found[old].add(new)
    return {old: frozenset(new) for old, new in found.items()}


def comparable_text(memory: ToolMemory) -> str:
    """The text of a memory for comparison with others: words alone, without marks and case."""
    text = _NAME.sub("", memory.text)
    if len(text) <= READ and (wording := read_prose(text, "", (), "").saying):
        return wording
    return " ".join(text.casefold().split())


def _may_correct(memory: ToolMemory) -> bool:
    beginning = memory.text[:READ]
    return replaces(beginning, is_decision=True) or bool(
        read_prose(beginning, "", (), "").taken_back
    )


def _speaks_for(new: ToolMemory, old: ToolMemory) -> bool:
    """Whether a memory is of all customers of another: what ends for one goes on for the others."""
    theirs = set(old.customers)
    return not new.customers or (bool(theirs) and theirs <= set(new.customers))


def _wording_of(memory: ToolMemory) -> Wording:
    first, _, rest = memory.text.partition("\n")
    is_told = memory.source == "operational" and first.startswith(SYMPTOMS)
    called = " ".join(f"{name} {value}" for name, value in named_in(memory.tags))
    return Wording(
        Statement(
            id=memory.id,
            text=_NAME.sub("", rest if is_told else memory.text),
            case=first.removeprefix(SYMPTOMS) if is_told else called or memory.source,
            created_at=possible_moment(memory.created_at_ms),
        )
    )
