"""Who said a turn of a conversation: what is asked about somebody they mostly said themselves.

    odds = odds · exp(0.8)        of the turns of the one speaker whom a question names

The name alone does not tell: all turns have it among their neighbours, and who talks about
themselves says "I". Of questions about two people's dialogues (docs/quality.md) those with an
answer would bear twice the exponent; but people also mistake who said a thing, so it is no more.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from recollect.language.terms import STOP_WORDS
from recollect.relevance.odds import weighed

_SAID_BY: Final = re.compile(r"\s*([^\W\d_][^\n:]{0,39}):\s")
_WORD: Final = re.compile(r"[^\W_]+")
_MOST_WORDS: Final = 3
_OF_THE_NAMED: Final = 0.8


def speaker_in(turn: str) -> str:
    """Who speaks by a turn's own words, as in `Ann Lee: I am late`; "" where that is not said."""
    found = _SAID_BY.match(turn)
    return found[1] if found and len(found[1].split()) <= _MOST_WORDS else ""


def by_speaker(question: str, speakers: Sequence[str], relevance: Sequence[float]) -> list[float]:
    """The relevance of what these speakers said, more of it for the one whom a question names.

    A speaker of "" is none that is known. A part of a name that several have names nobody, and a
    question that names two of them asks about both.
    """
    parts = {each: _parts(each) for each in set(speakers) if each}
    shared = Counter(part for each in parts.values() for part in each)
    asked = _parts(question)
    named = {who for who, its in parts.items() if any(shared[each] == 1 for each in its & asked)}
    if len(named) != 1 or len(parts) == 1:
        return list(relevance)
    return [
        weighed(own, _OF_THE_NAMED) if who in named else own
        for own, who in zip(relevance, speakers, strict=True)
    ]


def _parts(name: str) -> frozenset[str]:
    return frozenset(_WORD.findall(name.lower())) - STOP_WORDS
