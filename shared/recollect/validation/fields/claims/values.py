"""The numbers and dates of a clause, with the words around them that may name their fields."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from recollect.validation.fields.claims.claims import Claim, is_denial
from recollect.validation.fields.claims.mentions import term_mentions
from recollect.validation.fields.words import vocabulary
from recollect.validation.fields.words.terms import term, terms
from recollect.validation.grammar.counted_things import PERCENTAGE
from recollect.validation.grammar.moments import Moment, moment
from recollect.validation.grammar.quantities import Amount
from recollect.validation.grammar.words import Word, any_among, word_set

_NOT_NAMING: Final = vocabulary.UNITS | vocabulary.APART
_MAX_WORDS_BACK_TO_WHOLE: Final = 4
_PER: Final = word_set("a an per each pro je par por al cada")
_OF: Final = word_set("of von de di sur su van")
_MAX_WORDS_TO_NAME: Final = 6
_TERMS_BEFORE_DATE: Final = 2
_TERMS_BEHIND: Final = 2


@dataclass(frozen=True, slots=True)
class ClaimedValue:
    """A number or date of a clause.

    `beside` are the terms right beside it: the last one before it, or the last two before a date,
    and the first two behind it. `near` are all terms between the previous value and the next one;
    `next` is the text of the next word.
    """

    word: Word
    value: Amount | Moment
    beside: frozenset[str]
    near: frozenset[str]
    next: str


def claimed_values(claim: Claim) -> Sequence[ClaimedValue]:
    """The numbers and dates of a clause, except relative ones: `three more`, `3 of 8`."""
    words = claim.words
    values = _values(claim)
    places = sorted(values)
    if not places:
        return ()
    begins = [0, *(at + 1 for at in places)]
    ends = [*places[1:], len(words)]
    lead = _since_mark(claim.lead)
    before = [(*lead, *words[:at]) if not begin else words[begin:at]
              for begin, at in zip(begins, places, strict=False)]  # fmt: skip
    lefts = [_terms_before(part, claim.names, values[at])
             for part, at in zip(before, places, strict=True)]  # fmt: skip
    rights = [_terms_behind(words[at + 1 : end], claim.names, values[at])
              for at, end in zip(places, ends, strict=True)]  # fmt: skip
    numbers = [count for count, at in enumerate(places) if isinstance(values[at], Amount)]
    leads, follows = _sides(
        [lefts[count] for count in numbers], [rights[count] for count in numbers]
    )
    claimed = []
    for part, at, end, left, right in zip(before, places, ends, lefts, rights, strict=True):
        value = values[at]
        if isinstance(value, Moment):
            beside = frozenset((*left, *(right if len(places) == 1 else ())))
        elif any_among(words[max(0, at - 1) : at + 2], vocabulary.COMPARING) or (
            value.concept != PERCENTAGE and _is_relative(words, at)
        ):
            continue  # `91 % against 95 %`, `three more`
        else:
            is_none = words[at].text in vocabulary.NOUGHT
            beside = frozenset(
                right[:1] if is_none else (*(left if leads else ()), *(right if follows else ()))
            )
        near = frozenset(each.term for each in term_mentions((*part, *words[at:end])))
        following = words[at + 1].text if at + 1 < len(words) else ""
        claimed.append(ClaimedValue(words[at], value, beside, near, following))
    return claimed


def _values(claim: Claim) -> Mapping[int, Amount | Moment]:
    """The numbers and dates of a clause by the index of their word, except those within names."""
    words = claim.words
    found: dict[int, Amount | Moment] = {
        each.place: each
        for each in claim.amounts
        if words[each.place].text not in claim.names and not (each.is_word and each.number <= 1)
    }
    for at, word in enumerate(words):
        if word.form == "date":
            found[at] = moment(word.text)
        elif word.text in vocabulary.NOUGHT:
            found[at] = Amount(0.0, "", "", start=word.start, end=word.end, place=at)
    return found


def _sides(lefts: Sequence[Sequence[str]], rights: Sequence[Sequence[str]]) -> tuple[bool, bool]:
    """Whether names of fields stand before the values of a clause, and whether they stand behind.

    Both are true for one value. Several values have their names on the same side: before them if
    nothing stands behind the last value, behind them if nothing stands before the first.
    """
    if len(lefts) < 2:  # noqa: PLR2004 - one value
        return True, True
    leads, follows = not rights[-1], not lefts[0]
    return (leads, follows) if leads != follows else (False, False)


def _since_mark(words: Sequence[Word]) -> Sequence[Word]:
    """The words behind the last mark, number or date."""
    for at in range(len(words) - 1, -1, -1):
        if words[at].form in {"mark", "number", "date"}:
            return words[at + 1 :]
    return words


def _terms_before(
    words: Sequence[Word], own: frozenset[str], value: Amount | Moment
) -> Sequence[str]:
    """The terms before a value that may name its field; none before `for 2` or `in 3`."""
    if isinstance(value, Moment):
        return tuple(islice(_naming_terms(reversed(words), own), _TERMS_BEFORE_DATE))
    if words and words[-1].text in vocabulary.TOWARDS:
        return ()
    return tuple(islice(_naming_terms(reversed(words), own), 1))


def _terms_behind(
    words: Sequence[Word], own: frozenset[str], value: Amount | Moment
) -> Sequence[str]:
    """The terms behind a value that may name its field; none in `4,950 at unit cost`."""
    is_share = isinstance(value, Amount) and value.concept == PERCENTAGE
    if words and words[0].text in vocabulary.APART and not (is_share and words[0].text in _OF):
        return ()  # but not for `93 % of its memory`
    if len(words) > 1 and words[0].text in vocabulary.UNITS and words[1].text in _PER:
        return ()  # `236 euros a night`
    return tuple(islice(_naming_terms(words, own), _TERMS_BEHIND))


def _naming_terms(words: Iterable[Word], own: frozenset[str]) -> Iterable[str]:
    """The terms of the nearest words, without units and the names of the object."""
    for word in islice(words, _MAX_WORDS_TO_NAME):
        if word.form == "name" and own.issuperset(terms(word.text)):
            continue  # `the CPU of db-01 is at 93 %`
        if word.form in {"number", "name"} or (word.form == "mark" and word.text != ":"):
            return
        if word.text in vocabulary.BESIDES:
            return
        if word.form != "word" or word.text in _NOT_NAMING or " " in word.text:
            continue
        found = term(word.text)
        if found and found not in own:
            yield found


def _is_relative(words: Sequence[Word], at: int) -> bool:
    """Whether a number is a part or a whole, a difference, or denied behind: `three more`."""
    behind = words[at + 1 : at + 4]
    is_part = len(behind) > 1 and behind[0].text in _OF and _is_whole(behind[1])
    is_part = is_part or any(
        words[place].text in _OF and place > 0 and _is_whole(words[place - 1])
        for place in range(max(0, at - _MAX_WORDS_BACK_TO_WHOLE), at)
    )
    is_part = is_part or _is_whole_of_part(words, at)
    if any_among(words[max(0, at - 2) : at], vocabulary.OTHERS):
        return True  # `the other three`
    near = (word for word in words[max(0, at - 2) : at + 3] if word.form == "word")
    is_denied = any(map(is_denial, behind)) and words[at].text not in vocabulary.NOUGHT
    return is_part or is_denied or any_among(near, vocabulary.RELATIVE)


def _is_whole_of_part(words: Sequence[Word], at: int) -> bool:
    """Whether a number is the whole of which another is a part: `61 out of 100`, `61/100`."""
    before = words[max(0, at - 2) : at]
    if before and before[-1].form == "number":
        return words[at].start - before[-1].end == 1
    return len(before) > 1 and before[0].form == "number" and before[1].means_any("share")


def _is_whole(word: Word) -> bool:
    return word.form == "number" or word.means_any("determiner") or word.means_some("number:")
