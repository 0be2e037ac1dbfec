"""The questions of a message that asks several things.

    relevance = the highest of that to the whole message and those to each of its questions

Such a message is like none of its answers, and an answer to one question lacks the things that the
others name. A long report is searched in its parts instead (`recollect.relevance.views`).
"""

from typing import Final

from recollect.language.sentences import split_sentences
from recollect.relevance.word_scores import terms_of

MAX_QUESTIONS: Final = 4
_MIN_QUESTIONS: Final = 2
_MIN_TERMS: Final = 2
_MAX_WORDS: Final = 150
_MARKS: Final = ("?", "\uff1f")
_CLOSERS: Final = "\"'”’»」)]!. "


def questions_in(message: str) -> tuple[str, ...]:
    """The questions of a message, at most four; none if it has only one or more than 150 words.

    A question ends with a question mark, and has two words that say what it is about.
    """
    if sum(map(message.count, _MARKS)) < _MIN_QUESTIONS or len(message.split()) > _MAX_WORDS:
        return ()  # most messages have one question, and need not be split
    asks = [each for each in split_sentences(message) if _asks(each)]
    return tuple(asks[:MAX_QUESTIONS]) if len(asks) >= _MIN_QUESTIONS else ()


def _asks(sentence: str) -> bool:
    ends = sentence.rstrip(_CLOSERS).endswith(_MARKS)
    return ends and len(terms_of(sentence)) >= _MIN_TERMS
