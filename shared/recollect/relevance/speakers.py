"""Raises what one speaker said: what is asked about a person, that person mostly said.

    odds = odds · exp(0.8)        for the turns of the one speaker whom a question names

The name alone does not show this: all turns have it among their neighbours, and people who talk
about themselves say "I". In questions about two people's dialogues (docs/quality.md) those with an
answer would justify twice the exponent; but people also mistake who said a thing, so it is no more.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from recollect.language.terms import STOP_WORDS
from recollect.relevance.odds import weighed

_SPEAKER: Final = re.compile(r"\s*([^\W\d_][^\n:]{0,39}):\s")
_WORD: Final = re.compile(r"[^\W_]+")
_MAX_NAME_WORDS: Final = 3
_NAMED_EXPONENT: Final = 0.8


def speaker_in(turn: str) -> str:
    """The speaker whom a turn itself names, as in `Ann Lee: I am late`; "" if there is none."""
    found = _SPEAKER.match(turn)
    return found[1] if found and len(found[1].split()) <= _MAX_NAME_WORDS else ""


def by_speaker(question: str, speakers: Sequence[str], relevance: Sequence[float]) -> list[float]:
    """The relevance of turns, raised for those of the speaker whom the question names.

    `speakers` has "" for an unknown speaker. A part of a name that several speakers share names
    nobody, and a question that names two of them is about both.
    """
    parts = {each: _parts(each) for each in set(speakers) if each}
    shared = Counter(part for each in parts.values() for part in each)
    asked = _parts(question)
    named = {who for who, its in parts.items() if any(shared[each] == 1 for each in its & asked)}
    if len(named) != 1 or len(parts) == 1:
        return list(relevance)
    return [
        weighed(own, _NAMED_EXPONENT) if who in named else own
        for own, who in zip(relevance, speakers, strict=True)
    ]


def _parts(name: str) -> frozenset[str]:
    return frozenset(_WORD.findall(name.lower())) - STOP_WORDS
