"""How many of a list are what: `12 cases, five of them high`, `of the 7 three are unassigned`.

The sentence, or the one before, tells how many the list has. Each word behind the part must be
understood (`list_claims`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.list_claims import (
    LEADING,
    THEM,
    WITHOUT,
    ListPart,
    is_leading,
    is_linking_verb,
    possible_counts,
    priority_levels,
)
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import Word

_IDLE: Final = frozenset({"if", "maybe", "said", "not", "not_be", "about", "over", "under", "when"})
_ONLY: Final = frozenset("only just nur solo seulement alleen apenas now currently still".split())

_OR: Final = frozenset(["or", "oder", "ou", "o", "of"])
_NEAR: Final = 4
_MOST: Final = 60
_FEWEST: Final = 2


def part_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on the parts of a list that a clause tells, all lists of the size taken."""
    clause, lists = context.clause, context.index.lists
    words = clause.sentence
    if not lists or not tells_surely(context):
        return
    sizes = frozenset(map(len, lists))
    for size, parts in _wholes(words, context.sentence.before, sizes):
        of_size = [each for each in lists if len(each) == size]
        told = ""
        for part in parts:
            kind, found = possible_counts(part.rest, of_size)
            if not found or told not in {"", kind}:
                return
            told = kind
            is_here = clause.words[0].start <= part.first.start < clause.words[-1].end
            if kind == "" and part.number is None:
                is_here &= all(rows.has_named(context.folded_text(words)) for rows in found)
            if is_here and not any(part.may_be(counts, size) for counts in found.values()):
                yield part.wrong(*next(iter(found.items())))
        return


def tells_surely(context: ClauseContext) -> bool:
    """Whether a clause states how many are what, with no exception, condition or denial."""
    line, words = context.sentence, context.clause.sentence
    if len(words) > _MOST or not context.clause.states or context.supposes:
        return False
    is_idle = any(word.says(*_IDLE) and word.text not in WITHOUT for word in words)
    return not (line.has_exception or line.is_proportion or is_idle)


def _wholes(
    words: Sequence[Word], before: Sequence[Word], sizes: frozenset[int]
) -> Iterator[tuple[int, Sequence[ListPart]]]:
    """The sizes of lists that a sentence tells, each with the parts behind it."""
    for at, word in enumerate(words):
        size = _size(word)
        if size in sizes:
            if at and words[at - 1].says("every") and _leads(words, at - 1):
                yield size, _of_every(words, at)
                return
            place = _share_before(words, at)
            if place:
                part = _before_whole(words, place, at)
                if part is not None:
                    yield size, [part]
                return  # `three of the six, all of them closed` is of three
            if parts := list(_parts(words, at + 1, leads=_is_led(words, at))):
                yield size, parts
    numbers = [size for word in before if (size := _size(word))]
    if len(numbers) == 1 and numbers[0] in sizes and _begins_with_them(words):
        yield numbers[0], list(_parts(words, 0))


def _is_led(words: Sequence[Word], at: int) -> bool:
    """Whether a whole leads a sentence: `Of the twelve`, `Of Ann's seven cases`, `In those 12`."""
    before = words[: min(at, _FEWEST)]
    return at <= _NEAR and any(word.says("share") or word.text in THEM for word in before)


def _size(word: Word) -> int:
    """The number of several; 0 where a word is none."""
    number = _whole_number(word)
    return number if number is not None and number >= _FEWEST else 0


def _begins_with_them(words: Sequence[Word]) -> bool:
    return any(word.text in THEM for word in words[:_NEAR])


def _of_every(words: Sequence[Word], at: int) -> Sequence[ListPart]:
    """What is said behind the verb of `all four printer cases were caused by the driver`."""
    verbs = (place for place in range(at + 1, at + 1 + _NEAR) if place < len(words))
    verb = next((place for place in verbs if is_linking_verb(words[place])), len(words))
    rest = up_to_end(words[verb:])
    between = words[at + 1 : verb]
    is_plain = all(word.form in {"word", "name"} and word.text not in LEADING for word in between)
    return [ListPart(words[at - 1], None, rest)] if rest and is_plain else []


def _share_before(words: Sequence[Word], at: int) -> int:
    """The place of the `of` before a whole: `of the seven`, `of Ann's 7`; 0 where there is none."""
    for place in range(at - 1, max(0, at - 2 - _NEAR), -1):
        if words[place].says("share") and _is_quantity(words[place - 1]):
            return place
        if words[place].form == "mark":
            break
    return 0


def _before_whole(words: Sequence[Word], place: int, at: int) -> ListPart | None:
    """The part of `three of the seven are closed`: `of` stands at one place, `seven` at another."""
    first, rest = words[place - 1], up_to_end(words[at + 1 :])
    is_said = any(is_linking_verb(word) for word in rest) and _leads(words, place - 1)
    return _part(first, rest) if is_said else None


def _leads(words: Sequence[Word], at: int) -> bool:
    """Whether a quantity is what a clause begins with: `only three`, but not `is one of five`."""
    before = at - 1
    while before >= 0 and words[before].text in _ONLY:
        before -= 1
    is_first = before < 0 or words[before].form == "mark" or words[before].says("and")
    return is_first and _is_quantity(words[at])


def _is_quantity(word: Word) -> bool:
    """Whether a word is a number, or says all or none."""
    return word.says("every", "none") or _whole_number(word) is not None


def _whole_number(word: Word) -> int | None:
    number = number_of(word) if word.form == "number" or word.means else None
    return int(number) if number is not None and number == int(number) else None


def _part(first: Word, rest: Sequence[Word]) -> ListPart:
    return ListPart(first, None if first.says("every", "none") else _whole_number(first), rest)


def _parts(words: Sequence[Word], begin: int, *, leads: bool = False) -> Iterator[ListPart]:
    """The parts that a sentence tells behind a place: `five of them high, one critical`."""
    starts = [at for at in range(begin, len(words)) if _is_quantity(words[at])]
    near = starts[:1] if leads and _is_near(words, begin, starts) else []
    at = starts[0] if starts else None
    if at is None or not (at in near or _is_of_them(words, at) or _follows(words, begin, at)):
        return  # none, or those of something else that is counted between
    while at is not None:
        rest = up_to_end(words[at + 1 :])
        if not rest:
            return
        yield _part(words[at], rest)
        at = _next_part(words, at + 1 + len(rest))


def _follows(words: Sequence[Word], begin: int, at: int) -> bool:
    """Whether a part stands right behind the comma after its whole: `five cases, two high`."""
    between, rest = words[begin:at], up_to_end(words[at + 1 :])
    is_next = bool(between) and between[-1].text in {",", ":", "("}
    is_whole = any(word.says("case") for word in between) and all(
        word.says("case", "adverb") or word.of("status:") for word in between[:-1]
    )
    telling = [word for word in rest if not is_leading(word)]
    is_plain = all(
        word.of("status:") or word.says("nobody") or priority_levels([word]) for word in telling
    )
    return is_next and is_whole and is_plain and not any(w.says("case", "item") for w in rest)


def _is_near(words: Sequence[Word], begin: int, starts: Sequence[int]) -> bool:
    """Whether the first part follows its whole: `of the 12 cases, two are new`, `sind zwei neu`."""
    between = words[begin : starts[0]] if starts else ()
    marks = [word.text for word in between if word.form == "mark"]
    behind = words[starts[0] + 1 : starts[0] + 2] if starts else ()
    is_told = any(is_linking_verb(word) for word in (*between, *behind))
    return is_told and len(between) <= _NEAR + 1 and marks in ([], [","])


def _is_of_them(words: Sequence[Word], at: int) -> bool:
    """Whether a quantity is of those counted before: `five of them`, `of which five`."""
    behind, before = words[at + 1 : at + 3], words[max(0, at - _NEAR) : at]
    if any(word.text in THEM for word in behind):
        return True
    marks = [place for place, word in enumerate(before) if word.form == "mark"]
    near = before[marks[-1] + 1 :] if marks else before
    return any(word.text in THEM for word in near) and all(
        word.text in THEM
        or word.text in LEADING
        or word.says("be", "share", "determiner", "adverb")
        for word in near
    )


def _next_part(words: Sequence[Word], at: int) -> int | None:
    """The place of a further part right behind a comma or an `and`."""
    while at < len(words) and (words[at].text == "," or words[at].says("and")):
        at += 1
    is_part = at < len(words) and _is_quantity(words[at])
    return at if is_part and not any(w.text in THEM for w in words[at + 1 : at + 3]) else None


def up_to_end(words: Sequence[Word]) -> Sequence[Word]:
    """Words up to a mark, or an `and` with the next part; none where more is said of them."""
    marks = (at for at, word in enumerate(words) if word.form == "mark" or word.says("and", "but"))
    end = next(marks, len(words))
    is_joined = end < len(words) and words[end].form != "mark"
    is_whole = not is_joined or any(_is_quantity(word) for word in words[end + 1 : end + 2])
    return words[:end] if is_whole and not _is_or(words, end) else ()


def _is_or(words: Sequence[Word], at: int) -> bool:
    """Whether something else may be so: `critical or high`."""
    return any(word.says("and") and word.text in _OR for word in words[at : at + 1])
