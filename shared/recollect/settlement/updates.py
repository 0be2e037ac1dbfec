"""Finds the matter on whose state a text reports: an outage, a change or a ticket, by its number.

"CHG-4471 is planned for Thursday", "CHG-4471: executed" and "CHG-4471 rolled back" report on one
change. None of them says which of the others it replaces, and they may share no other word; but
only the last one says how things are.
"""

import re
from typing import Final

from recollect.relevance.identifiers import identifiers, spelling_of

_BEGINNING_CHARS: Final = 120
# The number of a matter, as CHG-4471 and OUT-2611-05. A host or a part has fewer letters or digits.
_MATTER: Final = re.compile(r"[a-z]{2,8}-?\d{3,}(?:-\d+)*")
_STATE: Final = re.compile(
    r"\b(?:abandoned|aborted|back (?:on|online|to|up)|cancell?ed|closed|completed?|delayed"
    r"|done|executed|failed|finished|fixed|implemented|mitigated|postponed|repaired|rescheduled"
    r"|resolved|restored|revert(?:ed|s)|rolled (?:back|out)|succeeded|update|withdrawn"
    r"|abgebrochen|abgesagt|abgeschlossen|behoben|beendet|durchgeführt|entstört|erledigt|gelöst"
    r"|repariert|verschoben|wieder|zurückgenommen"
    r"|actualización|aplazad[oa]|cancelad[oa]|completad[oa]|restablecid[oa]|resuelt[oa])\b",
    re.IGNORECASE,
)


def matter_of(text: str) -> str:
    """The number of the matter that a text names first at its beginning, in one spelling, or ""."""
    for word in text[:_BEGINNING_CHARS].split():
        for named in map(spelling_of, identifiers(word)):
            if _MATTER.fullmatch(named):
                return named
    return ""


def tells_a_state(text: str) -> bool:
    """Whether a text says at its beginning what became of something: executed, or resolved."""
    return _STATE.search(text[:_BEGINNING_CHARS]) is not None
