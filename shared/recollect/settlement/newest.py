"""Of short texts that have all that a question names, or are much alike, the newest comes first.

"Breakfast at Quillon: 06:30 to 10:00" and, a year later, "Quillon serves breakfast between seven
and half past ten": nothing in the newer one says that it was otherwise before, and they share too
little to contradict each other. Both have what a question for the breakfast at Quillon names, so
the newer one is what holds now, as far as anybody can tell. Where the question names something that
one of them lacks, they may be of different things, and relevance decides. Not so where they have
much in common by themselves and the newer one has a word of change, or another value: "Toner for
ward printers: fetch it at the stores" and "Stores hand out no toner any more, order in the portal".
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from recollect.language.calendar_names import MONTH, WEEKDAY
from recollect.relevance.answer_types import asks_for_a_way, asks_for_the_past
from recollect.relevance.words import rarities_of, terms_of
from recollect.settlement.asked_for import AskedFor
from recollect.settlement.prose import ReadProse, read_prose
from recollect.settlement.statements import (
    Wording,
    likeness,
    on_different_things,
    say_different,
)
from recollect.settlement.supersession import has_begun

_RARE: Final = 4.0
"""How rare in English is what a question is about: at most 1.8 % of texts have the word."""

COMPARED: Final = 20
"""How many are compared with each other, at most: the best ones."""

_FEWEST: Final = 2
_AS_RELEVANT: Final = 0.5
_OF_A_CHANGE: Final = 0.1
# Shares of common words (Dice).
_ALIKE: Final = 0.3
_ALIKE_ANEW: Final = 0.25
_IS_NO_STATE: Final = re.compile(
    r"\b(?:ideas?|drafts?|propos(?:als?|es?|ed)|suggest(?:s|ed|ions?)?|undecided|tb[cd]|maybe"
    r"|perhaps|considering|what if|should we|could we|under discussion|might|would|i think"
    r"|not (?:yet )?(?:decided|approved|final|sure)|plan(?:s|ned|ning)? to|used to|anyone|anybody"
    r"|do(?:n['\u2019]t| not) know|thanks|thank you|unlike|(?<!from )(?:this|next) week"
    r"|(?:we|one) could(?! not)|(?:was|were) (?:not|down|off|out)\b"
    r"|(?:caller|customer|guest|patient|user)s? (?:sa(?:id|ys?)|claim(?:ed|s)?|report(?:ed|s)?)"
    r"|(?:today|tonight|tomorrow) only|only (?:today|tonight|tomorrow)"
    r"|(?<!from )(?<!as of )tomorrow"
    r"|idee|vorschlag|entwurf"
    rf"|\d\d?(?:\. ?| )?(?:-|\u2013|and|or|to|till|until|und|bis) ?\d\d?\.? ?{MONTH}"
    rf"|(?:till|until) (?:the )?(?:\d\d?(?:th|st|nd|rd)? )?(?:{MONTH}|{WEEKDAY}))\b|\?(?:\s|$)",
    re.IGNORECASE,
)


def newest_first(
    ranked: Sequence[Wording],
    asked: str,
    texts: Mapping[str, str],
    relevance: Mapping[str, float],
    now: datetime,
) -> Mapping[str, str | None]:
    """The ids of these, best first, in their order, but newer ones before what says no more.

    Each with the id of the older one right before which it comes; None for none. The newer one must
    be as much trusted as all that it passes and half as relevant (a tenth where it hints at a
    change), be of no other thing, hold already, say how something is, and give no orders. Only the
    best of what is ranked are compared with each other, and nothing passes where a question asks
    for the past. `texts` are those of what is compared, as they are searched, `relevance` is that
    of all, both by id.
    """
    question = _Question(asked, texts, relevance)
    order, passed = list[Wording](), dict[str, str | None]()
    for at, each in enumerate(ranked):
        is_compared = question.is_for_now and at < COMPARED and each.statement.id in texts
        place = question.place_of(each, order) if is_compared else len(order)
        if place < len(order) and not _tells(each, now):
            place = len(order)
        passed[each.statement.id] = order[place].statement.id if place < len(order) else None
        order.insert(place, each)
    return {each.statement.id: passed[each.statement.id] for each in order}


class _Question:
    """A question, and what is relevant to it."""

    def __init__(
        self, asked: str, texts: Mapping[str, str], relevance: Mapping[str, float]
    ) -> None:
        self.is_for_now = not asks_for_the_past(asked)
        self._compared, self._complete = texts.keys(), _complete(asked, texts)
        self._relevance, self._asked_for = relevance, AskedFor(asked)
        self._asked = read_prose(asked, "", (), "")

    def place_of(self, newer: Wording, order: Sequence[Wording]) -> int:
        """The best place that it may take: behind all that is far more relevant, or trusted."""
        place = len(order)
        for at in reversed(range(len(order))):
            share = self._share(newer, order[at])
            if newer.statement.trust < order[at].statement.trust or share < _least(newer, share):
                break
            if (
                _is_newer(newer, order[at])
                and self._is_of_same(newer, order[at], share)
                and not self._is_of_another(newer.prose, order[at].prose)
            ):
                place = at
        return place

    def _share(self, newer: Wording, other: Wording) -> float:
        """How relevant it is, as a share of the other."""
        its = self._relevance[other.statement.id]
        return self._relevance[newer.statement.id] / its if its else 1.0

    def _is_of_same(self, newer: Wording, other: Wording, share: float) -> bool:
        """Whether both have all that is named, or are much alike and the newer says otherwise.

        What is asked for by its name must be in both, and where something is only new, each word
        that the question and the older one have: "the scanner locks now" tells not how it charges.
        """
        ids = {newer.statement.id, other.statement.id}
        if not ids <= self._compared:
            return False
        if share >= _AS_RELEVANT and ids <= self._complete:
            return True
        mine, its = newer.prose, other.prose
        if (its.names | self._asked.names) & self._asked.words & its.words - mine.words:
            return False
        alike = likeness(mine, its) if len(mine.subject & its.subject) >= _FEWEST else 0.0
        is_anew = mine.hints_at_change or (
            mine.is_new and not self._asked.subject & its.subject - mine.subject
        )
        return (is_anew and alike >= _ALIKE_ANEW) or (
            share >= _AS_RELEVANT and alike >= _ALIKE and say_different(mine, its)
        )

    def _is_of_another(self, one: ReadProse, other: ReadProse) -> bool:
        """Whether two are of different things, by themselves or by what is asked for."""
        return (
            on_different_things(one, other)
            or self._asked_for.is_of_one(one.text, other.text)
            or self._asked_for.tells_apart(one.text, other.text)
        )


def _least(newer: Wording, share: float) -> float:
    """How relevant it must be, as a share of what it passes; its words are read if that matters."""
    if _OF_A_CHANGE <= share < _AS_RELEVANT:
        hints = newer.prose.hints_at_change or newer.prose.is_new
        return _OF_A_CHANGE if hints else _AS_RELEVANT
    return _AS_RELEVANT


def _is_newer(one: Wording, other: Wording) -> bool:
    """Whether it was told after the other, of which that is known and which states one fact."""
    return (
        other.prose.is_short and other.statement.created_at is not None and one.is_newer_than(other)
    )


def _complete(asked: str, texts: Mapping[str, str]) -> frozenset[str]:
    """The ids of texts that have all that a question names, where it names enough."""
    rare = {each for each, rarity in rarities_of(asked).items() if rarity > _RARE}
    if len(rare) < _FEWEST or asks_for_a_way(asked):
        return frozenset()
    return frozenset(each for each, text in texts.items() if terms_of(text).keys() >= rare)


def _tells(wording: Wording, now: datetime) -> bool:
    """Whether it says in short how something is by now: no event, no idea, no question."""
    return (
        wording.prose.is_short
        and wording.statement.has_injection is False
        and has_begun(wording, now)
        and not wording.prose.happened
        and not wording.prose.is_undecided
        and not _IS_NO_STATE.search(wording.statement.text)
    )
