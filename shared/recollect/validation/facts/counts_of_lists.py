"""How many cases of a list are of a level, of somebody, or of nobody.

`Two are P1`, `there is no P1`, `all three are with Network Services`, `Ann Lee has two of them`,
`two have no owner`: each is counted, where the list is whole and nothing else narrows it down.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.belonging import named_owners
from recollect.validation.facts.counted import Population
from recollect.validation.facts.folding import folded
from recollect.validation.facts.known import OwnerName
from recollect.validation.facts.quantities import number_of, plain_number
from recollect.validation.facts.records import Known, Record
from recollect.validation.facts.values import levels_in
from recollect.validation.facts.verdicts import ClauseContext, FoundFact
from recollect.validation.facts.words import Word

_LEVEL: Final = re.compile(r"p([1-5])s?")
_OR: Final = frozenset(["or", "oder", "ou", "o", "of"])
_ONE: Final = frozenset(["one", "1", "eins"])
_THEM: Final = (
    r"(?: (?:of (?:them|these|the \w+)|davon|de ellos|d['\u2019]entre eux|di essi|deles|ervan)"
    r"| (?:cases?|incidents?|tickets?|faelle|falle|casos|dossiers|casi|zaken))?"
)
_MANY: Final = r"(?:(?P<all>all|alle|todos|tous|tutti)(?: (?:the )?(?P<of>[\w]+))?|(?P<number>\w+))"
_LED: Final = re.compile(
    r"(?:and |while |und |y |e |et |en )?"
    + _MANY
    + _THEM
    + r" (?:are|is|sit|sits|belong|belongs|lie|liegen|sind|gehoren|estan"
    r"|son|sont|sono|zijn|liggen|come|comes)(?: (?:with|to|from|of|bei|beim|zu|von|con|de|chez"
    r"|di|bij|van))? (?:the |team )?"
)
"""What stands before somebody of whom so many are."""

_HAVING: Final = re.compile(
    r" (?:has|owns|handles|holds|hat|tiene|tem|heeft) " + _MANY + _THEM + r"(?=\W*(?:[.,;!\n]|$))"
)
"""What stands behind somebody who has so many."""

_WITHOUT: Final = re.compile(
    r"(?:and |while |und |y |e |et |en )?"
    + _MANY
    + _THEM
    + r" (?:have|has|haben|hat|tienen|tiene|ont|hanno|ha|hebben|heeft)"
    r" (?:no|noch keinen|keinen|ningun|nessun|geen|pas d['\u2019]) ?(?:owner|assignee|engineer"
    r"|bearbeiter|responsable|assegnatario|behandelaar)\b"
)
_REST: Final = frozenset(["leaves", "left", "rest", "remaining", "other", "others", "else", "more"])
"""What tells of some of a list."""

_ENDING: Final = re.compile(r"(?:['\u2019]s)?\W*(?:[.,;!\n]|$)")
_SPOKEN: Final = 200
"""Characters before a count in which a customer may be named whose cases are meant."""

_MOST: Final = 20
_PART: Final = 2


def list_count_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on how many cases are of a level, of somebody or of nobody."""
    clause = context.clause
    population = _whole(context)
    if population is None or not clause.states or clause.is_event or context.supposes:
        return
    if context.line.has_exception or context.line.is_proportion or _is_of_some(context):
        return
    yield from _of_levels(context, population)
    yield from _of_owners(context, population)
    yield from _of_nobody(context, population)


def _whole(context: ClauseContext) -> Population | None:
    """The only list of cases, where all of them are told."""
    found = [each for each in context.index.populations if each.kind == "case"]
    is_only = len(found) == 1 and found[0].is_whole and len(found[0].records) > 1
    return found[0] if is_only and len(context.index.populations) == 1 else None


def _is_of_some(context: ClauseContext) -> bool:
    """Whether the words before name records, or one of several customers: theirs may be meant."""
    words = context.clause.words
    near = context.fold[max(0, words[0].start - _SPOKEN) : words[0].start]
    customers = context.index.customers
    if not _REST.isdisjoint(context.line.texts):
        return True  # that leaves three, of which one is P1
    is_whose = len(customers) > 1 and any(each.partition(" ")[0] in near for each in customers)
    return is_whose or bool(context.line.records)


def _of_levels(context: ClauseContext, population: Population) -> Iterator[FoundFact]:
    """`Two are P1`, `one P1`, `no P1`."""
    words = context.clause.words
    if not any(each.values("priority") for each in population.records):
        return
    for at, word in enumerate(words):
        level = _LEVEL.fullmatch(word.text)
        number = _number_before(words, at) if level is not None else None
        if level is None or number is None or not _ends(words, at):
            continue
        wanted = int(level[1])
        count = sum(wanted in _levels(record) for record in population.records)
        yield from _found(words[max(0, at - 1) : at + 1], number, count, population)


def _levels(record: Record) -> frozenset[int]:
    return frozenset(level for each in record.values("priority") for level in levels_in(each.text))


def _number_before(words: Sequence[Word], at: int) -> float | None:
    """How many are said to be of a level; `one P1` may be one of several that are told in turn."""
    before = words[:at]
    if before and before[-1].says("over", "under"):
        return None  # none is above P3
    if any(word.says("none") for word in before):
        return 0.0
    is_said = bool(before) and before[-1].says("be")
    if is_said:
        before = before[:-1]
    of = next((at for at in range(-2, -4, -1) if len(before) > -at and before[at].says("share")), 0)
    if of:
        before = before[:of]  # `three of the five are P2`
        if not is_said:
            return None  # `three of the four P2 cases`
    if not before:
        return None
    number = number_of(before[-1])
    is_article = number == 1 and not is_said
    return None if number is None or is_article or number > _MOST else number


def _ends(words: Sequence[Word], at: int) -> bool:
    """Whether nothing behind a level narrows it down."""
    behind = [word for word in words[at + 1 :] if not word.says("case")]
    if not behind or behind[0].form == "mark":
        return True
    return behind[0].says("and") and behind[0].text not in _OR


def _of_owners(context: ClauseContext, population: Population) -> Iterator[FoundFact]:
    """`All three are with Network Services`, `Ann Lee has two of them`."""
    begin, last = context.clause.words[0].start, context.clause.words[-1].end
    for word, owner, end in named_owners(context):
        led = _LED.fullmatch(context.fold, begin, word.start) if _is_last(context, end) else None
        having = None if led else _HAVING.match(context.fold, end, last + 1)
        found = led or having
        number = _number(found, population) if found is not None else None
        if number is None or owner.kind in {"contact", "place"}:
            continue
        count = sum(_is_theirs(record, owner) for record in population.records)
        told = [each for each in context.clause.words if word.start <= each.start < end]
        yield from _found(told, number, count, population)


def _is_last(context: ClauseContext, end: int) -> bool:
    return _ENDING.match(context.fold, end, context.line.words[-1].end + 1) is not None


def _is_theirs(record: Record, owner: OwnerName) -> bool:
    return any(owner.whole == folded(known.text).strip() for known in record.values(owner.kind))


def _of_nobody(context: ClauseContext, population: Population) -> Iterator[FoundFact]:
    """`Two have no owner`."""
    words = context.clause.words
    found = _WITHOUT.match(context.fold, words[0].start, words[-1].end)
    number = _number(found, population) if found is not None else None
    if found is None or number is None or not any(map(_is_assigned, population.records)):
        return
    count = sum(not _is_assigned(record) for record in population.records)
    yield from _found(words, number, count, population)


def _is_assigned(record: Record) -> bool:
    return any(known.text for known in record.values("assignee"))


def _number(found: re.Match[str], population: Population) -> float | None:
    """How many are said: all are as many as there are, where no other number is said with it."""
    if found["all"]:
        told = _of_word(found["of"]) if found["of"] else None
        size = float(len(population.records))
        return size if told in {None, size} else None
    return _of_word(found["number"])


def _of_word(text: str) -> float | None:
    """The number that a word is; articles are none."""
    number = plain_number(text)
    return number if 1 < number <= _MOST or text in _ONE else None


def _found(
    words: Sequence[Word], number: float, count: int, population: Population
) -> Iterator[FoundFact]:
    if number != count:
        known = Known(f"{count} of {len(population.records)} cases", population.source)
        yield FoundFact(words[0].start, words[-1].end, "count", "contradicted", known)
