"""Check how many of a list are in a state, of a level or otherwise alike.

`12 cases, five of them high`, `of the 7 three are unassigned`.

The sentence, or the one before it, says how many the list has: the whole. It names parts of the
whole, and each word behind a part must be understood (`list_claims`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.facts.lists.list_claims import (
    LEADING,
    THEM,
    WITHOUT,
    ListPart,
    is_linking_verb,
    possible_counts,
)
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import ONLY, Word, any_among, word_set

_UNSURE_MEANINGS: Final = word_set("if maybe said not not_be about over under when")
_ONLY: Final = ONLY | {"just", "now", "currently", "still"}

_WINDOW: Final = 4
"""Words among which the verb, or a word for those counted, is looked for beside a quantity."""

_MAX_SENTENCE_WORDS: Final = 60
_MIN_SIZE: Final = 2
"""Objects that a list has at least; words at the beginning of a sentence that can lead to one."""


def part_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on the parts of a list that a clause names.

    A part is wrong if it fits no list of the size that the sentence names. All parts of a sentence
    must be of one kind.
    """
    clause, lists = context.clause, context.index.lists
    words = clause.sentence
    if not lists or not states_surely(context):
        return
    sizes = frozenset(map(len, lists))
    for size, parts in _wholes(words, context.sentence.before, sizes):
        lists_of_size = [each for each in lists if len(each) == size]
        kind_before = ""
        for part in parts:
            kind, found = possible_counts(part.rest, lists_of_size)
            if not found or kind_before not in {"", kind}:
                return
            kind_before = kind
            is_here = clause.words[0].start <= part.first.start < clause.words[-1].end
            if kind == "" and part.number is None:
                is_here &= all(rows.has_named(context.folded_text(words)) for rows in found)
            if is_here and not any(part.may_be(counts, size) for counts in found.values()):
                yield part.wrong(*next(iter(found.items())))
        return


def states_surely(context: ClauseContext) -> bool:
    """Whether a clause states a count, without exception, condition, denial or rough number."""
    line, words = context.sentence, context.clause.sentence
    if len(words) > _MAX_SENTENCE_WORDS or not context.clause.asserts_now or context.supposes:
        return False
    is_unsure = any(
        word.means_any(*_UNSURE_MEANINGS) and word.text not in WITHOUT for word in words
    )
    return not (line.has_exception or line.is_proportion or is_unsure)


def _wholes(
    words: Sequence[Word], before: Sequence[Word], sizes: frozenset[int]
) -> Iterator[tuple[int, Sequence[ListPart]]]:
    """The sizes of lists that a sentence names, each with the parts that belong to it."""
    for at, word in enumerate(words):
        size = _size(word)
        if size in sizes:
            if at and words[at - 1].means_any("every") and _leads(words, at - 1):
                return
            place = _of_before(words, at)
            if place:
                part = _before_whole(words, place, at)
                if part is not None:
                    yield size, [part]
                return  # `three of the six, all of them closed` is of three
            if parts := list(_parts_from(words, at + 1, leads=_is_led(words, at))):
                yield size, parts
    numbers = [size for word in before if (size := _size(word))]
    if len(numbers) == 1 and numbers[0] in sizes and any_among(words[:_WINDOW], THEM):
        yield numbers[0], list(_parts_from(words, 0))


def _is_led(words: Sequence[Word], at: int) -> bool:
    """Whether the whole at `at` leads: `Of the twelve`, `Of Ann's seven cases`, `In those 12`."""
    before = words[: min(at, _MIN_SIZE)]
    return at <= _WINDOW and any(word.means_any("share") or word.text in THEM for word in before)


def _size(word: Word) -> int:
    """The number in a word, if it can be the size of a list; else 0."""
    number = _whole_number(word)
    return number if number is not None and number >= _MIN_SIZE else 0


def _of_before(words: Sequence[Word], at: int) -> int:
    """The place of the `of` before a whole: `of the seven`, `of Ann's 7`; 0 where there is none."""
    for place in range(at - 1, max(0, at - 2 - _WINDOW), -1):
        if words[place].means_any("share") and _is_quantity(words[place - 1]):
            return place
        if words[place].form == "mark":
            break
    return 0


def _before_whole(words: Sequence[Word], place: int, at: int) -> ListPart | None:
    """The part in `three of the seven are closed`; `of` is at `place`, and `seven` at `at`."""
    first, rest = words[place - 1], up_to_end(words[at + 1 :])
    is_claim = any(is_linking_verb(word) for word in rest) and _leads(words, place - 1)
    return _part(first, rest) if is_claim else None


def _leads(words: Sequence[Word], at: int) -> bool:
    """Whether the quantity at `at` begins a clause: `only three`, but not `is one of five`."""
    before = at - 1
    while before >= 0 and words[before].text in _ONLY:
        before -= 1
    is_first = before < 0 or words[before].form == "mark" or words[before].means_any("and")
    return is_first and _is_quantity(words[at])


def _is_quantity(word: Word) -> bool:
    """Whether a word is a whole number, or means all or none."""
    return word.means_any("every", "none") or _whole_number(word) is not None


def _whole_number(word: Word) -> int | None:
    number = number_of(word) if word.form == "number" or word.means else None
    return int(number) if number is not None and number == int(number) else None


def _part(first: Word, rest: Sequence[Word]) -> ListPart:
    return ListPart(first, None if first.means_any("every", "none") else _whole_number(first), rest)


def _parts_from(words: Sequence[Word], begin: int, *, leads: bool = False) -> Iterator[ListPart]:
    """The parts that a sentence names from a place on: `five of them high, one critical`."""
    starts = [at for at in range(begin, len(words)) if _is_quantity(words[at])]
    near = starts[:1] if leads and _is_near(words, begin, starts) else []
    at = starts[0] if starts else None
    if at is None or not (at in near or _is_of_them(words, at)):
        return  # there is no part, or the sentence counts something else in between
    while at is not None:
        rest = up_to_end(words[at + 1 :])
        if not rest:
            return
        yield _part(words[at], rest)
        at = _next_part(words, at + 1 + len(rest))


def _is_near(words: Sequence[Word], begin: int, starts: Sequence[int]) -> bool:
    """Whether the first part is near its whole: `of the 12 cases, two are new`, `sind zwei neu`."""
    between = words[begin : starts[0]] if starts else ()
    marks = [word.text for word in between if word.form == "mark"]
    behind = words[starts[0] + 1 : starts[0] + 2] if starts else ()
    has_verb = any(is_linking_verb(word) for word in (*between, *behind))
    return has_verb and len(between) <= _WINDOW + 1 and marks in ([], [","])


def _is_of_them(words: Sequence[Word], at: int) -> bool:
    """Whether the quantity at `at` is of those counted before: `five of them`, `of which five`."""
    behind, before = words[at + 1 : at + 3], words[max(0, at - _WINDOW) : at]
    if any_among(behind, THEM):
        return True
    marks = [place for place, word in enumerate(before) if word.form == "mark"]
    near = before[marks[-1] + 1 :] if marks else before
    return any_among(near, THEM) and all(
        word.text in THEM
        or word.text in LEADING
        or word.means_any("be", "share", "determiner", "adverb")
        for word in near
    )


def _next_part(words: Sequence[Word], at: int) -> int | None:
    """The place of the next part, right behind a comma or an `and`; None if there is none."""
    while at < len(words) and (words[at].text == "," or words[at].means_any("and")):
        at += 1
    is_part = at < len(words) and _is_quantity(words[at])
    return at if is_part and not any_among(words[at + 1 : at + 3], THEM) else None


def up_to_end(words: Sequence[Word]) -> Sequence[Word]:
    """The words up to a mark, or up to an `and` before the next part; none if more is said."""
    marks = (
        at for at, word in enumerate(words) if word.form == "mark" or word.means_any("and", "but")
    )
    end = next(marks, len(words))
    is_joined = end < len(words) and words[end].form != "mark"
    is_whole = not is_joined or any(_is_quantity(word) for word in words[end + 1 : end + 2])
    return words[:end] if is_whole else ()
