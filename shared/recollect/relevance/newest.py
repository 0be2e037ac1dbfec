"""Of short texts that have all that a question names, the newest comes first.

"Breakfast at Quillon: 06:30 to 10:00" and, a year later, "Quillon serves breakfast between seven
and half past ten": nothing in the newer one says that it was otherwise before, and they share too
little to contradict each other. Both have what a question for the breakfast at Quillon names, so
the newer one is what holds now, as far as anybody can tell. Where the question names something that
one of them lacks, they may be of different things, and relevance decides.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from recollect.relevance.answer_types import asks_for_a_way, asks_for_the_past
from recollect.relevance.asked_for import AskedFor
from recollect.relevance.statements import Wording, on_different_things
from recollect.relevance.supersession import has_begun
from recollect.relevance.words import rarities_of, terms_of

_RARE: Final = 4.0
"""How rare in English is what a question is about: at most 1.8 % of texts have the word."""

_FEWEST: Final = 2
_AS_RELEVANT: Final = 0.5
_IS_NO_STATE: Final = re.compile(
    r"\b(?:ideas?|drafts?|propos(?:als?|es?|ed)|suggest(?:s|ed|ions?)?|undecided|tb[cd]|maybe"
    r"|perhaps|considering|what if|should we|could we|under discussion|might|would|i think"
    r"|not (?:yet )?(?:decided|approved|final|sure)|plan(?:s|ned|ning)? to|used to|anyone|anybody"
    r"|do(?:n['\u2019]t| not) know|thanks|thank you|unlike|(?:this|next) week)\b|\?(?:\s|$)",
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
    be half as relevant at least and as much trusted as all that it passes, be of no other thing,
    hold already, say how something is, and give no orders. Nothing passes where a question asks how
    to do something, or for the past. `texts` are those of what is compared, as they are searched,
    `relevance` is that of all, both by id.
    """
    complete, asked_for = _complete(asked, texts), AskedFor(asked)
    order, passed = list[Wording](), dict[str, str | None]()
    for each in ranked:
        may_pass = each.statement.id in complete and _tells(each, now)
        place = _place(each, order, complete, relevance, asked_for) if may_pass else len(order)
        passed[each.statement.id] = order[place].statement.id if place < len(order) else None
        order.insert(place, each)
    return {each.statement.id: passed[each.statement.id] for each in order}


def _place(
    newer: Wording,
    order: Sequence[Wording],
    complete: Collection[str],
    relevance: Mapping[str, float],
    asked_for: AskedFor,
) -> int:
    """The best place that it may take: behind all that is far more relevant, or better trusted."""
    place, mine = len(order), newer.statement
    for at in reversed(range(len(order))):
        its = order[at].statement
        if relevance[mine.id] < _AS_RELEVANT * relevance[its.id] or mine.trust < its.trust:
            break
        if its.id in complete and _is_newer(newer, order[at], asked_for):
            place = at
    return place


def _complete(asked: str, texts: Mapping[str, str]) -> frozenset[str]:
    """The ids of texts that have all that a question names, where it names enough."""
    rare = {each for each, rarity in rarities_of(asked).items() if rarity > _RARE}
    if len(rare) < _FEWEST or asks_for_a_way(asked) or asks_for_the_past(asked):
        return frozenset()
    return frozenset(each for each, text in texts.items() if terms_of(text).keys() >= rare)


def _is_newer(one: Wording, other: Wording, asked_for: AskedFor) -> bool:
    return (
        other.prose.is_short
        and other.statement.created_at is not None
        and one.is_newer_than(other)
        and not on_different_things(one.prose, other.prose)
        and not asked_for.is_of_one(one.prose.text, other.prose.text)
        and not asked_for.tells_apart(one.prose.text, other.prose.text)
    )


def _tells(wording: Wording, now: datetime) -> bool:
    """Whether it says in short how something is by now: no event, no idea, no question."""
    return (
        wording.prose.is_short
        and wording.statement.gives_orders is False
        and has_begun(wording, now)
        and not wording.prose.happened
        and not wording.prose.is_undecided
        and not _IS_NO_STATE.search(wording.statement.text)
    )
