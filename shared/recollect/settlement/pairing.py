"""Pairs the texts of which one may take the place of the other, or contradict it.

Two texts on one subject have many words in common and differ in what they say. A document has
earlier editions, and a decision denies another one in a like case.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Final

from recollect.core.grouping import grouped
from recollect.language.terms import terms
from recollect.settlement.phrases import NUMBER
from recollect.settlement.prose import ReadProse
from recollect.settlement.statements import (
    Wording,
    are_other_rows,
    are_other_sections,
    differ_in_negation,
    have_own_times,
    in_like_cases,
    in_other_cases,
    is_section_of,
    on_different_things,
    say_different,
    section_of,
)

# Shares of common words (Dice), 0…1, from which two texts are on one subject. A text that says that
# it replaces something need not repeat so many words of it.
_MIN_LIKENESS: Final = 0.4
_MIN_LIKENESS_OF_REPLACED: Final = 0.28
_MIN_LIKENESS_OF_TAKEN_BACK: Final = 0.2
_MIN_LIKENESS_OF_NAMED: Final = 0.18
_MIN_COMMON_WORDS: Final = 3
_MIN_COMMON_WORDS_OF_NAMED: Final = 2
_NUMBERS: Final = frozenset(terms(" ".join(NUMBER.values())))


def on_one_subject(wordings: Sequence[Wording]) -> Iterator[tuple[Wording, Wording, float]]:
    """Pairs on one subject that say different things, the newer one first, and their likeness."""
    comparable = sorted(filter(_may_be_compared, wordings), key=age)
    bits = _bits(comparable)
    parsed = [
        (each, _bit_set(each.prose.subject, bits), len(each.prose.subject)) for each in comparable
    ]
    for (new, own_bits, size), (old, other_bits, other_size) in combinations(parsed, 2):
        common = (own_bits & other_bits).bit_count()
        if common < _MIN_COMMON_WORDS_OF_NAMED:
            continue
        likeness = 2 * common / (size + other_size)  # Dice
        # Only a text that changes something may have less in common with what it changes.
        if likeness < _MIN_LIKENESS and not (new.prose.changes.stated or new.prose.taken_back):
            continue
        if _is_near(new, old, common, likeness) and _differ(new, old):
            yield new, old, likeness


def editions_of_documents(wordings: Sequence[Wording]) -> Iterator[tuple[Wording, Wording]]:
    """Pairs of a document and an older edition that it says it replaces."""
    known = [each for each in wordings if not each.statement.hides_subject]
    documents = (each for each in known if not (each.prose.is_undecided or each.states_one_fact))
    for new in documents:
        yield from ((new, old) for old in known if new.is_edition_instead_of(old))


def sections_of_editions(
    wordings: Sequence[Wording],
) -> Iterator[tuple[Wording, Wording, Wording]]:
    """What stands above a page, a section of it, and the older one that the section replaces.

    What stands above it says that the page replaces an edition, which has a section of the same
    name. It takes the place of the other sections of that edition.
    """
    known = [each for each in wordings if not each.statement.hides_subject]
    for lead in filter(lambda each: each.may_be_above_a_page, known):
        pages = grouped(
            (each.statement.created_at, each) for each in known if lead.may_replace_page_of(each)
        )
        own = [each for each in known if pages and is_section_of(each.statement, lead.statement)]
        by_name = {section_of(each.statement): each for each in own}
        for page in pages.values():
            # Without a section in common, "Printers: Ink" may be the title of another page.
            if any(section_of(each.statement) in by_name for each in page):
                yield from (
                    (lead, by_name.get(section_of(each.statement), lead), each) for each in page
                )


def _is_near(new: Wording, old: Wording, common: int, likeness: float) -> bool:
    """Whether two share enough words; fewer are enough if the newer one refers to the older."""
    one, other = new.prose, old.prose
    if _have_enough_in_common(one, other, common) and likeness >= _min_likeness(new, old):
        return True
    subject = new.count_restated_words(old) if likeness >= _MIN_LIKENESS_OF_NAMED else 0
    if not subject or not say_different(one, other):
        return False
    # Else they may state different facts of one thing: from when it runs, and on which port.
    return common > subject or have_own_times(one, other)


def _have_enough_in_common(one: ReadProse, other: ReadProse, count: int) -> bool:
    """Whether two share enough words, of which there are `count`.

    Short ones that deny nothing may differ in a value alone: decisions ("granted 20 percent", and
    30), and a text that changes another ("the canteen opens at 7", "… now opens at 8"; "the payroll
    office is in Leeds", "… has moved to York").
    """
    if count >= _MIN_COMMON_WORDS:
        return True
    if one.is_negated or other.is_negated:
        return False
    if one.case is not None and other.case is not None:
        return one.subject == other.subject
    if not one.changes.stated:
        return False
    mine, its = one.subject - other.subject - one.changes.words, other.subject - one.subject
    if not mine and not its:
        return True
    values = _NUMBERS | terms(" ".join(one.names | other.names))
    return len(mine) == len(its) == 1 and mine | its <= values


def _min_likeness(new: Wording, old: Wording) -> float:
    """The share of common words (Dice) from which two texts are on one subject."""
    if new.takes_back(old):
        return _MIN_LIKENESS_OF_TAKEN_BACK
    return _MIN_LIKENESS_OF_REPLACED if new.replaces(old) else _MIN_LIKENESS


def _may_be_compared(wording: Wording) -> bool:
    statement = wording.statement
    return wording.prose.is_short and not (statement.has_injection or statement.hides_subject)


def _differ(new: Wording, old: Wording) -> bool:
    """Whether two on one subject differ in what they say of one thing, or the newer changes it."""
    one, other = new.prose, old.prose
    return (
        not (new.statement.is_alert or old.statement.is_alert)
        and in_like_cases(one, other)
        and (new.replaces(old) or new.takes_back(old) or say_different(one, other))
        and not on_different_things(one, other)
        and not in_other_cases(one, other)
        and not are_other_rows(new.statement, old.statement)
        and not are_other_sections(new.statement, old.statement)
    )


def contradict(new: Wording, old: Wording, likeness: float) -> bool:
    """Whether two that `on_one_subject` found say different things of it, and not only of its tags.

    Reports of events contradict nothing, nor do texts for different weeks, or changes by an amount.
    """
    if likeness < _MIN_LIKENESS:
        return False
    one, other = new.prose, old.prose
    if new.statement.is_report or old.statement.is_report:
        return False
    periods, others = one.about.periods, other.about.periods
    if one.changes.are_relative or (periods and others and periods.isdisjoint(others)):
        return False
    common = one.subject_in_text & other.subject_in_text
    return _have_enough_in_common(one, other, len(common)) and say_different(one, other)


def decisions_that_deny(wordings: Sequence[Wording]) -> Iterator[tuple[Wording, Wording]]:
    """Pairs of decisions in like cases, newer first, of which one denies the other."""
    decisions = (each for each in wordings if each.prose.case and _may_be_compared(each))
    for new, old in combinations(sorted(decisions, key=age), 2):
        one, other = new.prose, old.prose
        if (
            (one.is_negated or other.is_negated)  # most decisions deny nothing
            and in_like_cases(one, other)
            and differ_in_negation(one, other)
            and not in_other_cases(one, other)
        ):
            yield new, old


def _bits(wordings: Sequence[Wording]) -> Mapping[str, int]:
    """A bit for each word that several subjects have; counting common bits is faster than sets."""
    counts = Counter(chain.from_iterable(each.prose.subject for each in wordings))
    common = (word for word, count in counts.items() if count > 1)
    return {word: 1 << place for place, word in enumerate(common)}


def _bit_set(subject: Iterable[str], bits: Mapping[str, int]) -> int:
    """The bits of all words of a subject, in one number."""
    found = 0
    for word in subject:
        found |= bits.get(word, 0)
    return found


def age(wording: Wording) -> tuple[float, str]:
    """Sort key: newest first, and items without a time last."""
    created_at = wording.statement.created_at
    return (-created_at.timestamp() if created_at else 0.0, wording.statement.id)
