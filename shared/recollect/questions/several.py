"""The questions of a message that asks several things.

    relevance = the highest of that to the whole message and those to each of its questions

Such a message is like none of its answers, and what answers one question lacks what the others
name. A long report is asked in its parts instead (`recollect.relevance.views`).
"""

from typing import Final

from recollect.language.sentences import split_sentences
from recollect.relevance.words import terms_of

MOST_ASKS: Final = 4
_SEVERAL: Final = 2
_FEWEST_TERMS: Final = 2
_LONG: Final = 150
_MARKS: Final = ("?", "\uff1f")
_CLOSERS: Final = "\"'”’»」)]!. "


def questions_in(message: str) -> tuple[str, ...]:
    """The questions of a message, at most four; none if it has only one or more than 150 words.

    A question ends with its mark, and has two words that say what it is about.
    """
    if sum(map(message.count, _MARKS)) < _SEVERAL or len(message.split()) > _LONG:
        return ()  # most questions are single ones, and need not be cut
    asks = [each for each in split_sentences(message) if _asks(each)]
    return tuple(asks[:MOST_ASKS]) if len(asks) >= _SEVERAL else ()


def _asks(sentence: str) -> bool:
    ends = sentence.rstrip(_CLOSERS).endswith(_MARKS)
    return ends and len(terms_of(sentence)) >= _FEWEST_TERMS
