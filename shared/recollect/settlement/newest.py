"""Rank newer short texts before older ones that answer a question equally well.

"Breakfast at Quillon: 06:30 to 10:00" and, a year later, "Quillon serves breakfast between seven
and half past ten" both have all that a question for the breakfast at Quillon names, so the newer
one presumably holds now. Where one of them lacks something that the question names, they may be
about different things, and relevance decides, unless the newer text

- has much in common with the older one, and a word of change or another value: "Stores hand out no
  toner any more" and "Toner for ward printers: fetch it at the stores";
- says that something is gone on which the older one relies (`recollect.settlement.endings`);
- says what became of a matter on which the older one is, too (`recollect.settlement.matters`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from recollect.language.sentences import split_sentences
from recollect.language.terms import terms
from recollect.relevance.intents import asks_for_a_way, asks_for_the_past, asks_why
from recollect.relevance.word_scores import rarities_of, terms_of
from recollect.settlement.asked_for import AskedFor
from recollect.settlement.matters import matter_in
from recollect.settlement.names_in_text import bare_words
from recollect.settlement.prose import ReadProse, read_prose
from recollect.settlement.statements import (
    Wording,
    contained,
    likeness,
    on_different_things,
    say_different,
)
from recollect.settlement.validity import has_begun

_MIN_RARITY: Final = 4.0
"""How rare in English a term must be to name something: at most 1.8 % of texts have the word."""

COMPARED: Final = 20
"""At most this many of the best items are compared with each other."""

_MIN_TERMS: Final = 2
_MIN_RELEVANCE_SHARE: Final = 0.1
_MIN_RELEVANCE_SHARE_OF_LIKE: Final = 0.2
_MIN_RELEVANCE_SHARE_OF_NAMING_ALL: Final = 0.5
_MIN_RELEVANCE_SHARE_OF_NEWS: Final = 0.02
_MAX_HOLDERS: Final = 3
"""A name that more items have, and more than a quarter of them, does not tell which rely on it."""

# Shares of common words (Dice), 0…1.
_MIN_LIKENESS: Final = 0.3
_MIN_LIKENESS_OF_CHANGE: Final = 0.25

_MIN_CONTAINED: Final = 0.25
"""The share of the words for what an older text is about that a newer one must have, 0…1."""

_MAX_CONTAINED: Final = 0.8
"""A text that shares more of its words with an older one says the same, or less."""


def newest_first(
    ranked: Sequence[Wording],
    asked: str,
    texts: Mapping[str, str],
    relevance: Mapping[str, float],
    now: datetime,
) -> Mapping[str, str | None]:
    """The ids of `ranked`, best first, reordered so that newer items precede older equivalent ones.

    Maps each id to that of the older item right before which it was placed, or to None if it kept
    its place. An item may pass others only if it is at least as trusted as each of them, holds
    already, gives no orders, and is relevant enough: the rules say how much, and what else it
    needs. `texts` are the searched texts of the items that are compared, `relevance` is that of all
    items, both by id. Only the best `COMPARED` items are compared with each other.
    """
    question = _Question(asked, texts, relevance, ranked[:COMPARED])
    order, passed = list[Wording](), dict[str, str | None]()
    for at, each in enumerate(ranked):
        rules = question.rules_for(each, now) if at < COMPARED else ()
        place = min((question.place_of(each, order, *rule) for rule in rules), default=len(order))
        passed[each.statement.id] = order[place].statement.id if place < len(order) else None
        order.insert(place, each)
    return {each.statement.id: passed[each.statement.id] for each in order}


# Takes a newer item, an older one, and the least share that the newer one has of the relevance of
# what it passes.
_Rule = Callable[[Wording, Wording, float], bool]


class _Question:
    """A question, with the texts and the relevance of the items found for it."""

    def __init__(
        self,
        asked: str,
        texts: Mapping[str, str],
        relevance: Mapping[str, float],
        ranked: Sequence[Wording],
    ) -> None:
        self.is_for_now = not asks_for_the_past(asked)
        # What became of a matter does not say why.
        self.is_for_a_state = self.is_for_now and not asks_why(asked)
        self._compared = {each.statement.id: each for each in ranked if each.statement.id in texts}
        self._naming_all = _items_naming_all(asked, texts)
        self._relevance, self._asked_for = relevance, AskedFor(asked)
        self._asked = read_prose(asked)

    def rules_for(self, new: Wording, now: datetime) -> Iterator[tuple[float, _Rule]]:
        """The rules by which an item may pass others, and the share of their relevance it needs.

        What became of a matter may be told in mails and messages, too: their own words name it.
        """
        if not (self.is_for_now and _may_hold(new, now)):
            return
        if self._compares(new) and new.prose.states_a_current_fact:
            yield _MIN_RELEVANCE_SHARE, self._answers_instead_of
        if self._compares(new) and new.prose.ended_names and not new.statement.is_report:
            yield _MIN_RELEVANCE_SHARE_OF_NEWS, self._ends_what_is_relied_on
        if self.is_for_a_state and _tells_a_state(new):
            yield _MIN_RELEVANCE_SHARE_OF_NEWS, _is_on_one_matter

    def place_of(
        self, new: Wording, order: Sequence[Wording], min_share: float, passes: _Rule
    ) -> int:
        """The least index in `order` of an older item that `new` passes, else behind all of them.

        It does not pass an item that is more trusted or far more relevant.
        """
        place, share = len(order), 1.0
        for at in reversed(range(len(order))):
            old, share = order[at], min(share, self._relevance_share(new, order[at]))
            if new.statement.trust < old.statement.trust or share < min_share:
                break
            if _is_newer(new, old) and passes(new, old, share):
                place = at
        return place

    def _compares(self, item: Wording) -> bool:
        return item.statement.id in self._compared

    def _answers_instead_of(self, new: Wording, old: Wording, share: float) -> bool:
        """Whether `new` answers the question instead of an older item that states one fact."""
        return (
            self._compares(old)
            and old.states_one_fact
            and self._answers_the_same(new, old, share)
            and not self._is_about_another(new.prose, old.prose)
        )

    def _ends_what_is_relied_on(self, new: Wording, old: Wording, _: float) -> bool:
        """Whether an older item names, where it is about the question, what `new` says is gone.

        Names and codes count, unless many items have them, as the firm's name.
        """
        mine, its = new.prose, old.prose
        shared = mine.ended_names & its.words if self._compares(old) else frozenset()
        named = {each for each in shared if "_" in each or each in its.names}
        if not named or self._lacks_a_name(mine, its) or self._are_apart(mine, its):
            return False
        if not its.is_short:
            named.intersection_update(bare_words(" ".join(self._asked_about(its))))
        return not all(map(self._is_common, named))

    def _are_apart(self, new: ReadProse, old: ReadProse) -> bool:
        """Whether the question excludes one of two texts, or two notes are about other things."""
        are_notes = new.is_short and old.is_short
        return self._asked_for.excludes_one_of(new.text, old.text) or (
            are_notes and on_different_things(new, old)
        )

    def _is_common(self, name: str) -> bool:
        """Whether many of the items have a name."""
        count = sum(name in each.prose.words for each in self._compared.values())
        return count > max(_MAX_HOLDERS, len(self._compared) // 4)

    def _asked_about(self, prose: ReadProse) -> Iterator[str]:
        """The first sentence of a page, those with a word of the question, and the next ones."""
        is_asked = True
        for sentence in split_sentences(prose.text):
            has_word = not self._asked.subject.isdisjoint(terms(sentence))
            if has_word or is_asked:
                yield sentence
            is_asked = has_word

    def _lacks_a_name(self, newer: ReadProse, other: ReadProse) -> bool:
        """Whether `newer` lacks a name that the question and the older text have."""
        named = (other.names | self._asked.names) & self._asked.words & other.words
        return bool(named - newer.words)

    def _relevance_share(self, newer: Wording, other: Wording) -> float:
        """The relevance of `newer` as a share of that of `other`."""
        its = self._relevance[other.statement.id]
        return self._relevance[newer.statement.id] / its if its else 1.0

    def _answers_the_same(self, newer: Wording, other: Wording, share: float) -> bool:
        """Whether both have all that the question names, or are alike and `newer` says otherwise.

        Of two that are alike, `newer` may not lack a name that the question and the older one have.
        It must also have each word that these two share if it only says that something is new ("the
        scanner locks now" says nothing of how it charges), if the two are less alike, or if it has
        hardly anything that the older one has not.
        """
        ids = {newer.statement.id, other.statement.id}
        if share >= _MIN_RELEVANCE_SHARE_OF_NAMING_ALL and ids <= self._naming_all:
            return True
        mine, its = newer.prose, other.prose
        if len(mine.subject & its.subject) < _MIN_TERMS or self._lacks_a_name(mine, its):
            return False
        asked = self._asked.subject & its.subject
        if not asked <= mine.subject and contained(mine, its) >= _MAX_CONTAINED:
            return False
        # A name alone, as of a customer, says nothing of what is asked about it.
        has_all_asked = asked <= mine.subject and not asked <= its.names | its.about.head
        is_anew = mine.hints_at_change or (mine.changes.are_new and has_all_asked)
        alike = likeness(mine, its)
        if is_anew and alike >= _MIN_LIKENESS_OF_CHANGE:
            return True
        if share < _MIN_RELEVANCE_SHARE_OF_LIKE:
            return False
        contains = has_all_asked and contained(its, mine) >= _MIN_CONTAINED
        return (contains and is_anew) or (
            (contains or alike >= _MIN_LIKENESS) and say_different(mine, its)
        )

    def _is_about_another(self, one: ReadProse, other: ReadProse) -> bool:
        """Whether two texts are about different things, by their own words or the question's."""
        return (
            on_different_things(one, other)
            or self._asked_for.excludes_one_of(one.text, other.text)
            or self._asked_for.tells_apart(one.text, other.text)
        )


def _is_newer(one: Wording, other: Wording) -> bool:
    """Whether `one` is newer than `other`, which must have a time."""
    return other.statement.created_at is not None and one.is_newer_than(other)


def _items_naming_all(asked: str, texts: Mapping[str, str]) -> frozenset[str]:
    """The ids of the texts that have all terms that a question names; none if it names too few."""
    named = {each for each, rarity in rarities_of(asked).items() if rarity > _MIN_RARITY}
    if len(named) < _MIN_TERMS or asks_for_a_way(asked):
        return frozenset()
    return frozenset(each for each, text in texts.items() if terms_of(text).keys() >= named)


def _may_hold(wording: Wording, now: datetime) -> bool:
    """Whether a text holds already, is decided, and gives no orders to its reader."""
    return (
        wording.statement.has_injection is False
        and not wording.prose.is_undecided
        and has_begun(wording, now)
    )


def _tells_a_state(wording: Wording) -> bool:
    """Whether a text says what became of a matter that it names, and is no machine's message."""
    matter = wording.prose.matter
    return not wording.statement.is_alert and matter is not None and matter.tells_its_state()


def _is_on_one_matter(new: Wording, old: Wording, _: float) -> bool:
    """Whether an older item is about the matter that `new` names, or has its number as its id."""
    matter = new.prose.matter
    known = old.prose.matter, matter_in(old.statement.id)
    return matter is not None and any(each and each.number == matter.number for each in known)
