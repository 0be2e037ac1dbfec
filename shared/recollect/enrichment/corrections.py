"""Find the memories of a tool that correct others, by id or in words, and memories that are equal.

Follows the rules of `recollect.settlement.supersession` for decisions: the replacement of a thing,
such as a disk, takes back no earlier finding. The case of an incident are its symptoms, that of a
run the things that its arguments named. The names of lines are ignored, since they are the same in
all incidents.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from recollect.core.timestamps import possible_moment
from recollect.enrichment.memories import SYMPTOMS, ToolMemory
from recollect.enrichment.targets import named_in
from recollect.settlement.changes import Changes
from recollect.settlement.prose import MAX_READ_CHARS, read_prose
from recollect.settlement.statements import Statement, Wording
from recollect.settlement.supersession import supersession_of

_NAME: Final = re.compile(r"^(?:[\w.…]{1,100}|root cause): ", re.MULTILINE)


def correctors(
    memories: Sequence[ToolMemory], asked: str, now: datetime
) -> Mapping[str, frozenset[str]]:
    """The ids of the memories that correct another, by the id of the corrected memory.

    In words, a memory that found nothing neither corrects others nor is corrected.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for memory in memories:
        for old in memory.supersedes:
            found[old].add(memory.id)
    with_findings = [each for each in memories if each.finding != "nothing"]
    # To compare all memories takes longer than to see that none can correct another.
    if any(map(_may_correct, with_findings)):
        read = [_wording_of(each) for each in with_findings]
        known = {each.id: each for each in with_findings}
        for old, new in supersession_of(read, {}, asked, now).superseded_by.items():
            if new is not None and _speaks_for(known[new], known[old]):
                found[old].add(new)
    return {old: frozenset(new) for old, new in found.items()}


def comparable_text(memory: ToolMemory) -> str:
    """The words of a memory's text, without marks and case, to compare it with others."""
    text = _NAME.sub("", memory.text)
    if len(text) <= MAX_READ_CHARS and (wording := read_prose(text).normalized_text):
        return wording
    return " ".join(text.casefold().split())


def _may_correct(memory: ToolMemory) -> bool:
    beginning = memory.text[:MAX_READ_CHARS]
    changes = Changes(beginning, is_decision=True)
    return bool(changes.stated or read_prose(beginning).taken_back)


def _speaks_for(new: ToolMemory, old: ToolMemory) -> bool:
    """Whether a memory is about all customers of another, or about nobody in particular.

    A fact that ends for one customer may go on for the others.
    """
    theirs = set(old.customers)
    return not new.customers or (bool(theirs) and theirs <= set(new.customers))


def _wording_of(memory: ToolMemory) -> Wording:
    first, _, rest = memory.text.partition("\n")
    has_symptoms = memory.source == "operational" and first.startswith(SYMPTOMS)
    names = " ".join(f"{name} {value}" for name, value in named_in(memory.tags))
    return Wording(
        Statement(
            id=memory.id,
            text=_NAME.sub("", rest if has_symptoms else memory.text),
            case=first.removeprefix(SYMPTOMS) if has_symptoms else names or memory.source,
            created_at=possible_moment(memory.created_at_ms),
        )
    )
