"""A response as several checks need it: its text, words, sections and type.

With headers such as `## Status` it is an overview, `It is open.` answers a question about a field.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from recollect.core.lazy import lazy
from recollect.tools.contract import CURRENT_STATE, SUMMARY
from recollect.validation.grammar.lexicon import says_none
from recollect.validation.indexed_text import IndexedText, indexed, normalised, tokens
from recollect.validation.layout import classify
from recollect.validation.models import Fact, ResponseType
from recollect.validation.sections import headers

REQUIRED: Final = (SUMMARY, CURRENT_STATE)
"""The sections that an overview of a ticket must have."""

_ECHOED: Final = frozenset({"number", "identifier"})
"""Kinds of facts that an answer may repeat from the question, such as the number of the ticket."""


@dataclass(eq=False)
class ReadResponse:
    """An answer, with everything that several checks need to know about it.

    `answer` is the text for the reader, `text` the same normalised, `index` its words. `confirmed`
    are words of the results that the answer states in other words, such as `open` by `offen`.
    """

    answer: str
    text: str
    index: IndexedText
    sections: frozenset[str]
    type: ResponseType
    confirmed: frozenset[str]

    @lazy
    def says_none(self) -> bool:
        """Whether the answer says that nothing was found."""
        return says_none(self.answer)


def read_response(answer: str, facts: Iterable[Fact]) -> ReadResponse:
    """Read the text for the reader; `facts` are those in it that the results of tools decide."""
    text = normalised(answer)
    found = headers(text)
    # Headers within lines count only if all required ones are there:
    # `**Status:** Open. **Context:** …` is no overview.
    layout = found.all if found.all.issuperset(REQUIRED) else found.on_lines
    return ReadResponse(
        answer,
        text,
        indexed(text),
        found.all,
        classify(text, len(answer), layout),
        _confirmed_words(facts),
    )


def _confirmed_words(facts: Iterable[Fact]) -> frozenset[str]:
    """The words of the values in the results that support facts of the answer."""
    return frozenset(
        word
        for fact in facts
        if fact.verdict == "supported" and fact.kind not in _ECHOED and fact.expected
        for word in tokens(normalised(fact.expected.casefold()))
    )
