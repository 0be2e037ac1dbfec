"""Finds named fields that are given a wrong value: `the contact of X is Y`, `Category: Z`.

Where a clause names an object of a list and a field, a value that another object has in this field
is wrong, whatever it is: a name, a state, a small number. A name right behind a field is wrong if
it resembles no value of this field in the object, or in any object where it is unclear which one
the clause is about. These rules read tickets, too.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from recollect.validation.facts.findings.verdicts import FactFinding, contradiction, finding
from recollect.validation.facts.people.name_words import is_title
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.claims.mentions import term_mentions
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.columns import Part
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.words.terms import terms
from recollect.validation.grammar.folding import places_of, stands_in
from recollect.validation.grammar.moments import moment
from recollect.validation.grammar.quantities import amounts_in
from recollect.validation.grammar.words import Word
from recollect.validation.known.values import begins_name
from recollect.validation.models import FactKind

_QUALIFIED: Final = re.compile(r"\b(?!(?:the|its|their|his|her|whose|and)\b)\w+\s$")
"""A word that changes the meaning of what follows: `started` before `by`."""

_MAX_WORD_LENGTH: Final = 64

_GROUPING: Final = re.compile(r"\b(?:by|nach|par|por|per) \w+$|\b(?:repeated|common|frequent) \w*$")
"""What stands before a field by which something is grouped, and which is given no value."""

_SEVERAL: Final = re.compile(r"(?:causes|states|statuses|priorities|owners|contacts|locations)\b")
"""Fields in the plural: values of several objects follow."""

_WORD: Final = re.compile(r"\w+")
_MAX_WORDS_TO_VALUE: Final = 10
_MAX_VALUE_LENGTH: Final = 120
_PAIR: Final = 2
_MAX_WORDS_BEFORE_COLON: Final = 4
_MAX_NAME_WORDS: Final = 5
_STEM_SIZE: Final = 3
"""Letters that make words alike; words of no more letters need no capital in a name."""

_KINDS: Final[Mapping[str, FactKind]] = {
    "group": "group",
    **dict.fromkeys(("customer", "account", "company"), "customer"),
    **dict.fromkeys(("item", "host", "server", "location", "site"), "host"),
    **dict.fromkeys(
        (
            *("contact", "owner", "manager", "by", "to", "user", "caller", "author", "maker"),
            *("assignee", "approver", "reviewer", "requester", "engineer", "lead"),
        ),
        "person",
    ),
}
"""The kind of fact of a field, by a word of its name."""


class _Sentence(NamedTuple):
    """The folded text about an object, its offset, and the offset of the first use of each term.

    `words_and_terms` are its words as they are written, and these terms.
    """

    text: str
    start: int
    places: Mapping[str, int]
    words_and_terms: Collection[str]


def field_value_findings(claim: Claim) -> Iterator[FactFinding]:
    """The contradictions of fields that a clause names, with the value that it gives them."""
    row = _subject(claim)
    may_give_value = _may_give_value(claim)
    if (row is None and not may_give_value) or not claim.is_assertion:
        return
    sentence = _sentence(claim)
    if claim.is_denied():
        if row is not None and claim.is_plain:
            yield from _denied_values(claim, row, sentence)
        return
    if row is not None:
        yield from _values_of_others(claim, row, sentence)
    if may_give_value and not claim.context.lexicon.is_foreign and claim.is_plain:
        yield from _values_of_nobody(claim, sentence)


def _may_give_value(claim: Claim) -> bool:
    """Whether a clause has an `is` or a colon, and so may give a field a value."""
    clause = claim.context.clause
    return "be" in clause.cues or ":" in clause.texts


def _values_of_others(claim: Claim, row: ResultRow, sentence: _Sentence) -> Iterator[FactFinding]:
    """Values of a named field that another object of the list has in it, and this one does not."""
    other_rows = [each for each in claim.named if each is not row]
    if claim.context.sentence.has_exception or _SEVERAL.search(sentence.text):
        return
    possible_values = _possible_values(claim)
    judged: set[tuple[str, ...]] = set()
    for own in row.named_fields.among(sentence.words_and_terms) if possible_values else ():
        if own.path in judged:
            continue  # another value of the same field
        end_of_name = _end_of_name(own, sentence)
        if end_of_name is not None and _GROUPING.search(
            sentence.text[: end_of_name - sentence.start]
        ):
            continue  # `By priority: 1 critical, 2 high`
        if end_of_name is not None and own.names_object and _numbers_before(claim, end_of_name):
            continue  # `three open cases: SCS0012345, SCS0012346 and SCS0012347`
        if (
            end_of_name is None
            or own.form == "nothing"
            or _value_near_field(own, claim, end_of_name)
            or _is_stated_before(own, claim)
        ):
            continue
        if own.form == "number" and abs(own.figure) in _numbers_before(claim, end_of_name):
            continue  # `S-3 a eu 7 appels et S-1 en a eu 3`
        judged.add(own.path)
        others = (
            [cell for each in other_rows if (cell := each.by_path.get(own.path)) is not None]
            if other_rows
            else claim.tables.columns.matching(row.table, own.path, possible_values)
        )
        for cell in others:
            words = (
                _value_near_field(cell, claim, end_of_name)
                if len(cell.fold) <= _MAX_VALUE_LENGTH
                else ()
            )
            # `Lyon` does not contradict `Lyon, room 214`.
            if words and not any(each.startswith(cell.fold) for each in row.folds[own.path]):
                span = words[0].start, words[-1].end
                yield FactFinding(*span, fact_kind_of(own), "contradicted", own.result_value)
                break


def _denied_values(claim: Claim, row: ResultRow, sentence: _Sentence) -> Iterator[FactFinding]:
    """Values that a clause says a named field does not have: `the owner of X is not Ann`."""
    for own in row.named_fields.among(sentence.words_and_terms):
        end_of_name = None if own.form == "nothing" else _end_of_name(own, sentence)
        words = _value_near_field(own, claim, end_of_name) if end_of_name is not None else ()
        if words and claim.is_behind_denial(words[0]) and _is_whole(words, own, claim):
            yield finding(words, fact_kind_of(own), "contradicted", own.result_value, denied=True)


def _is_whole(words: Sequence[Word], own: Cell, claim: Claim) -> bool:
    """Whether words are all of a denied value: not `is not Ann alone`, nor the value `no show`."""
    behind = claim.words[claim.words.index(words[-1]) + 1 :][:1]
    is_last = not behind or behind[0].form == "mark"
    return is_last and (words[0].form != "word" or own.fold.startswith(words[0].text))


def _is_stated_before(own: Cell, claim: Claim) -> bool:
    """Whether the words before a clause give its object the value: `CPU 91 %, memory 40 %`."""
    if not claim.goes_on:
        return False
    if own.form == "number":
        return any(each.number == abs(own.figure) for each in amounts_in(claim.lead))
    return stands_in(own.fold, claim.context.folded_text(claim.lead))


def _numbers_before(claim: Claim, offset: int) -> Sequence[float]:
    """The numbers in a clause before an offset, which may count the objects named behind it."""
    return [each.number for each in claim.amounts if claim.words[each.place].start < offset]


def _possible_values(claim: Claim) -> Sequence[Part]:
    """All parts of a clause that may be the value of a field, or the beginning of one."""
    days = (day for word in claim.words if word.form == "date" for day in moment(word.text).days)
    parts: dict[Part, None] = dict.fromkeys(each.term for each in claim.mentions)
    parts |= dict.fromkeys(word.text for word in claim.words)
    parts |= dict.fromkeys(each.number for each in claim.amounts)
    return [*(parts | dict.fromkeys(days))]


def _values_of_nobody(claim: Claim, sentence: _Sentence) -> Iterator[FactFinding]:
    """Names right behind a field that resemble no value of it, in the object or in any."""
    fields = claim.row.texts if claim.row is not None else claim.tables.texts_of_fields
    for cells in fields.among(sentence.words_and_terms):
        end_of_name = (
            _end_of_written_name(cells[0], sentence, begins=True) if not cells[0].is_state else None
        )
        words = _name_behind(claim, end_of_name) if end_of_name is not None else ()
        if (
            words
            and not _is_team(words, claim)
            and not any(claim.context.folded_text(words) == each.fold for each in cells)
            and all(
                _is_name(each.result_value.text) and not _resembles(words, each) for each in cells
            )
        ):
            own = cells[0]
            yield contradiction(words, fact_kind_of(own), own.result_value)


def _is_team(words: Sequence[Word], claim: Claim) -> bool:
    """Whether words name a team of the results, which others judge: `Assigned to: IT Support`."""
    return claim.context.index.owners.has_team(claim.context.folded_text(words))


def _subject(claim: Claim) -> ResultRow | None:
    """The one object that a claim is about; or the first of two, as the second may be a value."""
    is_field = not claim.named and any(
        word.text == ":" for word in claim.words[:_MAX_WORDS_BEFORE_COLON]
    )
    if claim.is_about_one or (is_field and not claim.mentions_others):
        return claim.row  # `Owner: …` in the lines below its object
    pair = claim.named
    is_pair = len(pair) == _PAIR and pair[0].table == pair[1].table
    return pair[0] if is_pair and not claim.mentions_others else None


def fact_kind_of(cell: Cell) -> FactKind:
    """The kind of a fact about a field, by its form and the words of its name."""
    if cell.form in {"number", "date"}:
        return "number" if cell.form == "number" else "date"
    return next((_KINDS[part] for part in reversed(cell.parts) if part in _KINDS), "status")


def _sentence(claim: Claim) -> _Sentence:
    """The words of a claim; with those before it if only they name the object."""
    words = (*claim.lead, *claim.words) if claim.goes_on else claim.words
    places: dict[str, int] = {}
    for mention in term_mentions(words) if claim.goes_on else claim.mentions:
        places.setdefault(mention.term, mention.word.start)
    text = claim.context.folded_text(words)
    return _Sentence(text, words[0].start, places, {*_WORD.findall(text), *places})


def _end_of_written_name(cell: Cell, sentence: _Sentence, *, begins: bool = False) -> int | None:
    """The offset where the name of a field, written as in the result, ends in a sentence.

    With `begins`, no word that changes its meaning stands before it: `started by` is not `by`.
    """
    text, name = sentence.text, " ".join(cell.parts)
    places = (at for at in places_of(name, text) if not (begins and _is_qualified(text, at)))
    at = next(places, None)
    return sentence.start + at + len(name) if at is not None else None


def _is_qualified(text: str, at: int) -> bool:
    return _QUALIFIED.search(text, max(0, at - _MAX_WORD_LENGTH), at) is not None


def _end_of_name(cell: Cell, sentence: _Sentence) -> int | None:
    """The offset where a field is named, as in the result or by all terms of its label."""
    if (end := _end_of_written_name(cell, sentence)) is not None:
        return end
    if not cell.label or not cell.label <= sentence.places.keys():
        return None
    return min(sentence.places[each] for each in cell.label)


def _value_near_field(cell: Cell, claim: Claim, end_of_name: int) -> Sequence[Word]:
    """The words that state the value of a field, if they are near behind its name."""
    found: Sequence[Word] = ()
    if cell.form == "text":
        found = claim.value_words(cell) or (() if " " in cell.fold else claim.code_words(cell.fold))
    elif cell.form == "date":
        found = [w for w in claim.words if w.form == "date" and moment(w.text).agrees(cell.moment)]
    elif cell.form == "number":
        figures = (each for each in claim.amounts if not each.is_word)
        stating = (each for each in figures if each.number == abs(cell.figure))
        found = [claim.words[each.place] for each in stating]
    behind = [word for word in claim.words if word.start >= end_of_name][:_MAX_WORDS_TO_VALUE]
    return found if any(word in behind for word in found) else ()


def _name_behind(claim: Claim, end_of_name: int) -> Sequence[Word]:
    """The name behind a field and its `is` or colon, if nothing else follows up to a mark."""
    behind = [word for word in claim.words if word.start >= end_of_name]
    if not behind or not (behind[0].means_any("be") or behind[0].text == ":"):
        return ()
    words = list(takewhile(lambda word: word.form != "mark", behind[1:]))
    is_short = 0 < len(words) <= _MAX_NAME_WORDS
    if not is_short or begins_name(words[-1].text) or is_title(claim.context, words[-1]):
        return ()  # the `J` of `J. Smith`
    answer = claim.context.answer
    return words if _is_name(answer[words[0].start : words[-1].end]) else ()


def _is_name(text: str) -> bool:
    """Whether every longer word of a text begins with a capital, and there is no figure."""
    words = _WORD.findall(text)
    return bool(words) and all(word[0].isupper() or len(word) <= _STEM_SIZE for word in words) and (
        not any(map(str.isdigit, text))
    )  # fmt: skip


def _resembles(words: Sequence[Word], own: Cell) -> bool:
    """Whether a name and a value share the beginning of a word, or have the same initials."""
    name_terms = [each for word in words for each in terms(word.text)]
    begins = {each[:_STEM_SIZE] for each in own.terms}
    letters = "".join(word.text[0] for word in words)
    return any(each[:_STEM_SIZE] in begins for each in name_terms) or letters == "".join(
        each[0] for each in own.terms
    )
