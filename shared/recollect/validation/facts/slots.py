"""What an answer puts in the place of something else, where it repeats a sentence of a result.

`HTTP 500` for `HTTP 503`, `one gateway` for both, York for Hull. A slot is a number or a name with
the words beside it. A clause that shares most of what a result states, and a word beside the slot,
should have there what the result has; where a statement that is as near has what it says, there is
no verdict.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from recollect.validation.facts.folding import folded
from recollect.validation.facts.lexicon import ENGLISH, lexicon
from recollect.validation.facts.quantities import TIME, Amount, Bound, amounts_in, number_of
from recollect.validation.facts.records import Known
from recollect.validation.facts.statements import StatedClause, stated, stem, weight
from recollect.validation.facts.verdicts import ClauseContext, FoundFact
from recollect.validation.facts.words import Word, words_of
from recollect.validation.models import FactKind

_CLOSE: Final = 0.6
_CLOSER: Final = 0.75
_SOME: Final = 0.4
_ENOUGH: Final = 2
_FAR: Final = 3
_BOTH: Final = 2.0
_SAME: Final = 1e-9
_SINGLE: Final = frozenset(["0", "1", "one"])
"""What is said of none or one; other words for one are articles."""

_IN: Final = frozenset(["in", "at", "from", "to"])
_PART_OF: Final = re.compile(r"\b(?P<part>\w+) of (?:the |our |their )?(?P<whole>\d+)\b")

Form = Literal["number", "time", "%", "name"]


class _Slot(NamedTuple):
    """A number or name: what it is, and what tells before and behind it, as stems and as words.

    `own` are its stems in a statement; `number` is nought for a name, `name` "" for a number.
    """

    form: Form
    kind: FactKind
    number: float
    name: str
    bound: Bound
    start: int
    end: int
    own: frozenset[str]
    stems: tuple[str, str]
    words: tuple[str, str]


def slot_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on numbers and names in the place of others."""
    clause = context.clause
    if clause.is_event:
        return
    if "every" in clause.cues and clause.states:
        yield from _all(context)
    slots = _slots(clause.words, context.answer)
    if not slots:
        return
    line = _slots(clause.line, context.answer)
    said = stated(folded(context.answer[clause.words[0].start : clause.words[-1].end]))
    if context.supposes:
        return
    for slot in slots:
        known = _instead(context, slot, said, line)
        if known is not None:
            yield FoundFact(slot.start, slot.end, slot.kind, "contradicted", known)


def _all(context: ClauseContext) -> Iterator[FoundFact]:
    """`All eight sites are migrated`, where a result has `5 of 8 sites are migrated`."""
    words = context.clause.words
    if not words[0].says("every"):
        return
    said = stated(folded(context.answer[words[0].start : words[-1].end]))
    if said.denied or said.partly or said.planned:
        return
    rest = said.stems - {stem(word.text) for word in words if number_of(word) is not None}
    for shared, told in context.index.near(rest):
        if shared < max(_ENOUGH, _SOME * weight(rest)) or told.denied:
            return
        if told.known is not None and told.is_single and _is_of_part(told.text):
            yield FoundFact(words[0].start, words[-1].end, "count", "contradicted", told.known)
            return


def _is_of_part(text: str) -> bool:
    """Whether a clause tells of a part of several: `5 of 8`, but not `8 of 8`."""
    found = _PART_OF.search(text)
    return found is not None and found["part"] != found["whole"]


def _instead(
    context: ClauseContext, slot: _Slot, said: StatedClause, line: Sequence[_Slot]
) -> Known | None:
    """The sentence that has another value in a slot, if none that is as near has this one."""
    if _is_plain(context, slot):
        return None
    rest = said.stems - slot.own
    is_elsewhere = slot.number > _BOTH and slot.number in context.index.numbers
    least = max(_ENOUGH, (_CLOSER if is_elsewhere else _CLOSE) * weight(rest))
    found: Known | None = None
    for shared, told in context.index.near(rest):
        if shared < least or told.known is None or bool(told.denied) != bool(said.denied):
            continue
        if slot.form == "name" and not told.is_single:
            continue
        there = [each for each in _told(told.known, told.text) if not _is_plain(context, each)]
        if any(_is_same(slot, each) for each in there):
            return None
        if found is None and any(
            _fits(slot, each)
            and not any(_is_same(each, other) for other in line)
            and not _is_rest(slot, each, there)
            for each in there
        ):
            found = told.known
    return found


def _is_plain(context: ClauseContext, slot: _Slot) -> bool:
    """Whether a result has a name in small letters, too: a word at the beginning of a sentence."""
    return not context.index.plain.isdisjoint(slot.name.split())


def _told(known: Known, clause: str) -> Sequence[_Slot]:
    """The slots of a clause of a result."""
    fold = folded(known.text)
    begin = max(0, fold.find(clause))
    english = lexicon(ENGLISH)
    return _slots(words_of(fold, begin, begin + len(clause), english), known.text)


def _fits(said: _Slot, told: _Slot) -> bool:
    """Whether a slot is where another one is: what is beside them is the same."""
    if said.form != told.form or said.bound not in {"", told.bound}:
        return False
    if said.form == "name":
        before, behind = said.words
        return before == told.words[0] and (before in _IN or behind == told.words[1])
    return any(one and one == other for one, other in zip(said.stems, told.stems, strict=True))


def _is_same(one: _Slot, other: _Slot) -> bool:
    if one.form == "name" or other.form == "name":
        return not set(one.name.split()).isdisjoint(other.name.split())
    return one.form == other.form and abs(one.number - other.number) < _SAME


def _is_rest(said: _Slot, told: _Slot, there: Sequence[_Slot]) -> bool:
    """Whether one is what the other leaves of a third one: `34 are fine` where 2 of 36 are not."""
    both = said.number + told.number
    return said.form != "name" and any(abs(each.number - both) < _SAME for each in there)


def _slots(words: Sequence[Word], text: str) -> list[_Slot]:
    """The numbers and capitalised names among words, in their order."""
    stems = [_stem(word) for word in words]
    amounts = {each.place: each for each in amounts_in(words)}
    found: list[_Slot] = []
    at = 0
    while at < len(words):
        begin, word, amount = at, words[at], amounts.get(at)
        at += 1
        form: Form
        kind: FactKind
        name = ""
        if amount is not None:
            if amount.bound == "about" or (amount.number <= 1 and word.text not in _SINGLE):
                continue
            form, kind, at = _measured(words, amount)
        elif word.says("both"):
            form, kind = "number", "count"
        else:
            while at < len(words) and _is_name(words[at], text):
                at += 1
            if not _is_name(word, text):
                at = begin + 1
                continue
            form, kind, name = "name", "host", " ".join(each.text for each in words[begin:at])
        found.append(
            _Slot(
                form,
                kind,
                _BOTH if amount is None else amount.value,
                name,
                "" if amount is None else amount.bound,
                word.start,
                words[at - 1].end,
                frozenset(stem(each.text) for each in words[begin:at]),
                (_first(reversed(stems[max(0, begin - _FAR) : begin])),
                 _first(stems[at : at + _FAR])),
                (_beside(words, begin - 1), _beside(words, at)),
            )
        )  # fmt: skip
    return found


def _measured(words: Sequence[Word], amount: Amount) -> tuple[Form, FactKind, int]:
    """What an amount is, and the place behind it and its unit of time or per cent."""
    at = amount.place + 1
    if amount.concept not in {TIME, "%"}:
        return "number", "count" if amount.concept else "number", at
    while at < len(words) and words[at].end <= amount.end:
        at += 1
    return ("time", "duration", at) if amount.concept == TIME else ("%", "number", at)


def _is_name(word: Word, text: str) -> bool:
    is_told = word.form == "word" and not word.means and bool(stem(word.text))
    return is_told and text[word.start].isupper()


def _stem(word: Word) -> str:
    """What a word tells, by the same name in all languages where that is known."""
    if word.form == "mark":
        return ""
    known = word.of("unit:") or word.of("thing:") or word.of("number:")
    return min(known) if known else stem(word.text)


def _first(stems: Iterable[str]) -> str:
    return next(filter(None, stems), "")


def _beside(words: Sequence[Word], at: int) -> str:
    """The word at a place; "" where there is none, or a mark."""
    is_word = 0 <= at < len(words) and words[at].form != "mark"
    return words[at].text if is_word else ""
