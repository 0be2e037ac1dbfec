"""Words for a service level: `SLA`, `breached`, `target` if what is beside it is said of one."""

from collections.abc import Sequence
from typing import Final

from recollect.validation.grammar.words import Word, any_among, word_set

BREACH: Final = "breach"
"""The beginning of words that are used of service levels alone."""

_NAMES: Final = ("sla", "target")
_STATES: Final = frozenset({"kept", "breached", "remaining"})
LIMITS: Final = word_set("target targets frist")
"""Words for a service level, if what is said beside them is said of service levels."""

PHASES: Final = {
    **dict.fromkeys(("response", "reaktion", "respuesta", "reponse", "resposta"), "response"),
    "resolution": "resolution",
}
"""Words for the phase that a service level limits; a summary has the worse one of both."""


def names_service_level(answer: str, words: Sequence[Word]) -> bool:
    """Whether words are about a service level, if only in a phrase: `within its SLA`."""
    is_limit = any_among(words, LIMITS)
    return any(
        "label:sla" in word.means
        or BREACH in word.text
        or (not word.means.isdisjoint(_STATES) and (is_limit or _has_level(answer, word)))
        for word in words
        if word.means
    )


def _has_level(answer: str, phrase: Word) -> bool:
    """Whether a phrase contains a word for a service level."""
    text = answer[phrase.start : phrase.end].lower()
    return any(each in text for each in _NAMES)
