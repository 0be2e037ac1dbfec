"""Where something is that results have in another place: `the branch in Lisbon` for Porto."""

from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.located import PLACE_KINDS
from recollect.validation.facts.verdicts import ClauseContext, FoundFact
from recollect.validation.facts.words import Word

_IN: Final = frozenset(["in", "at"])
_FAR: Final = 3


def place_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on places that no result has, of what results have in one place only."""
    clause = context.clause
    if not clause.states or clause.is_event or context.lexicon.language != "english":
        return
    for at, word in enumerate(clause.words):
        kind = PLACE_KINDS.get(word.text)
        place = _place(context, at) if kind else None
        if kind is None or place is None or place.text in context.index.words:
            continue
        known = context.index.places.get(kind, ())
        if known and len({name for name, _ in known}) == 1:
            yield FoundFact(place.start, place.end, "host", "contradicted", known[0][1])


def _place(context: ClauseContext, at: int) -> Word | None:
    """The place that is said of a noun: `the Lyon office`, `office in Lyon`, `is in Lyon`."""
    words = context.clause.words
    if at and _is_name(context, words[at - 1]) and at > 1:
        return words[at - 1]
    for place in range(at + 1, min(at + 1 + _FAR, len(words))):
        word = words[place]
        if _is_name(context, word):
            return word if place == at + 1 or words[place - 1].text in _IN else None
        if word.form != "word" or word.says("not", "not_be"):
            return None
    return None


def _is_name(context: ClauseContext, word: Word) -> bool:
    return word.form == "word" and not word.means and context.answer[word.start].isupper()
