"""Finds the matter on whose state a text reports: an outage, a change or a ticket, by its number.

"CHG-4471 is planned for Thursday", "CHG-4471: executed" and "CHG-4471 rolled back" report on one
change. None of them says which of the others it replaces, and they may share no other word; but
only the last one says how things are.
"""

import re
from typing import Final, NamedTuple

from recollect.relevance.identifiers import identifiers, spelling_of
from recollect.settlement.phrases import CONDITION, FINISHED, POSSIBLE, any_of

_BEGINNING_CHARS: Final = 120
# The number of a matter, as CHG-4471 and OUT-2611-05. A host or a part has fewer letters or digits.
# What is completed with the number of a standard is an audit or a training.
_STANDARD: Final = r"(?:aes|din|en|iec|ieee|iso|nist|rfc|sha)-?\d"
_MATTER: Final = re.compile(rf"(?!{_STANDARD})[a-z]{{2,8}}-?\d{{3,}}(?:-\d+)*")
# What has an article is a thing: "the FB-7590 has four ports".
_ARTICLE: Final = re.compile(r"\b(?:an?|the|das|de[mnr]|die|eine?|el|la|una?)\s*$", re.IGNORECASE)
_STATE: Final = re.compile(rf"\b(?:{any_of(FINISHED)})\b", re.IGNORECASE)
# Before the number: "Update on OUT-2611-05", "Resolved: INC-88340", "cancelled change CHG-4471".
_STATE_BEFORE: Final = re.compile(
    r"\b(?:(?:actualización|update)\W+(?:(?:de|for|of|on|sobre|zu)\W+)?"
    rf"|(?:{any_of(FINISHED)})\W+(?:[^\W\d_]+\W+){{0,2}})$",
    re.IGNORECASE,
)
# What follows in the clause has not become so, or not yet.
_OPEN: Final = re.compile(
    rf"\b(?:{any_of(CONDITION, POSSIBLE)}|can|must|never|not|please|till|to be|until"
    r"|bitte|bis|nicht|noch|soll|wird|aún|hasta|será|todavía)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
_SENTENCE_END: Final = re.compile(r"[.!?](?=\s)")
_CLAUSE_END: Final = re.compile(r"[,;:](?=\s)")


class Matter(NamedTuple):
    """The number of a matter, in one spelling, and the text of its sentence around it."""

    number: str
    before: str
    behind: str

    def tells_its_state(self) -> bool:
        """Whether the sentence says what became of the matter: executed, resolved."""
        is_before = _STATE_BEFORE.search(self.before) and not _OPEN.search(self.before)
        return bool(is_before) or any(map(_has_become, _CLAUSE_END.split(self.behind)))


def matter_in(text: str) -> Matter | None:
    """The matter that a text names first at its beginning; None if it names none there."""
    beginning = text[:_BEGINNING_CHARS]
    for word in re.finditer(r"\S+", beginning):
        if not any(map(str.isnumeric, word.group())):
            continue  # most words, which need not be read as identifiers
        before = _SENTENCE_END.split(beginning[: word.start()])[-1]
        for number in map(spelling_of, identifiers(word.group())):
            if _MATTER.fullmatch(number) and not _ARTICLE.search(before):
                return Matter(number, before, _SENTENCE_END.split(beginning[word.end() :])[0])
    return None


def _has_become(clause: str) -> bool:
    state = _STATE.search(clause)
    return state is not None and _OPEN.search(clause, 0, state.start()) is None
