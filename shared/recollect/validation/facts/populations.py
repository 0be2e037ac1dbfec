"""What is said of several: `all pods are healthy`, `3 of 5 are open`, `no case is closed`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Final, Literal

from recollect.validation.facts.clauses import AnswerClause
from recollect.validation.facts.counted import Population
from recollect.validation.facts.known import Index, status_of
from recollect.validation.facts.quantities import number_of
from recollect.validation.facts.records import Known, Record
from recollect.validation.facts.values import excludes, levels_in, same_person
from recollect.validation.facts.verdicts import ClauseContext, FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.models import Verdict

_QUANTIFIERS: Final = ("not_all", "every", "none", "both", "half", "most", "some")
KINDS: Final = ("pod", "case", "item")
"""What is counted here."""

_NEAR: Final = 5
_NAME: Final = 2
_SOME_OF: Final = re.compile(r"\b(?:these|those|diesen|jenen) (?:two|three|four|\d)")
_HAVING: Final = frozenset(
    ["has", "owns", "handles", "hat", "tiene", "a", "tem", "ha", "heeft", "have", "had", "need"]
)
_TELLING: Final = ("be", "been", "was", "handles", "assigned")
"""What verbs mean that say something of those that are counted."""

_OF_ONE: Final = frozenset(["is", "isn't", "was", "wasn't", "ist", "war"])
_RELATIVE: Final = frozenset(["that", "which", "who", "der", "die", "que", "qui", "che", "dat"])
_POSSESSIVES: Final = frozenset(["your", "ihrer", "vos", "sus", "uw"])
_THEM: Final = frozenset(["them", "denen", "davon", "ellos", "ellas"])
_ACTIVE: Final = frozenset(
    """
    active aktiv aktive aktiven aktiver actif active actifs actives activo activa activos activas
    ativo ativa ativos ativas attivo attiva attivi attive actief actieve
    """.split()  # noqa: SIM905 - a list of so many quoted words is harder to read
)
"""What is said of all that is not over, whatever else its status is called."""

_NOW: Final = re.compile(
    r"\s(?:right now|now|currently|at (?:the moment|present)|today|in (?:this|the) list"
    r"|derzeit|zurzeit|momentan|im moment|actuellement|en ce moment|actualmente|ahora"
    r"|en este momento|neste momento|no momento|attualmente|al momento|op dit moment)"
    r"(?=\s*(?:[.,;:!)\n]|$))"
)
_FRACTIONS: Final = frozenset(
    """
    third thirds quarter quarters fifth fifths drittel viertel funftel tercio tercios cuarto cuartos
    tiers quart quarts terco tercos quarto quartos terzo terzi quarti derde kwart vierde
    """.split()  # noqa: SIM905 - a list of so many quoted words is harder to read
)
_LIMITING: Final = re.compile(
    r"\b(?:least|most|(?:more|less|fewer) than|over|under|besides|apart from|except|other than"
    r"|yesterday|last week|with priority|mindestens|hochstens|mehr als|weniger als|ausser|gestern"
    r"|al menos|como maximo|mas de|menos de|ademas|ayer|au moins|au plus|plus de|moins de|hier"
    r"|pelo menos|no maximo|mais de|alem|ontem|almeno|al massimo|piu di|meno di|oltre|ieri|minstens"
    r"|hoogstens|meer dan|minder dan|behalve|gisteren)\b[^.]*$"
)
"""What stands before a number that is none of all there are."""

_YOURS: Final = re.compile(
    r"\b(?:you(?:['\u2019]ve| have)|sie haben|vous avez|tiene|tienen|tem|avete)\b"
)
"""What is said to one customer of several."""

_SOMEBODY: Final = re.compile(r"\W*[A-Z][\w.'\u2019-]+(?: [A-Z][\w.'\u2019-]+){1,2}\W*:\W*")
"""A name before a colon: `- Ann Lee: 2 active cases`."""

_SEARCHED: Final = re.compile(
    r"\b(?:search|suche|recherche|busqueda|ricerca|pesquisa|busca|zoekopdracht)"
    r" (?:\w+ ){0,2}(?:gave|gives|returned|returns|found|finds|ergab|lieferte|fand|a donne|a trouve"
    r"|renvoie|dio|devolvio|encontro|ha dato|ha trovato|encontrou|devolveu|deu|gaf|vond)\b"
)
_PLACING: Final = frozenset(
    ["for", "in", "of", "from", "at", "fur", "von", "para", "de", "en", "pour", "per", "di", "voor"]
)
_STATES: Final = ("status", "active")
_UNASSIGNED: Final = frozenset({""})
_TIMES: Final = 20
_SPOKEN: Final = 200
"""Characters before a quantity in which a customer is named whose cases may be meant."""

_FAR_BEHIND: Final = 5
"""Words behind a quantity in which a level tells which of them are meant."""

_FAR: Final = 40
_SHOWN: Final = frozenset({"shown", "listed", "above", "here", "displayed", "visible"})
_OF: Final = frozenset(
    {"of", "von", "de", "des", "di", "van", "dei", "delle", "degli", "dos", "das", "del", "der"}
)
_OF_PODS: Final = {"down": "unhealthy", "operational": "healthy"}
_ITEMS: Final = frozenset(["item", "items", "ci", "cis"])
"""What all that a search of the inventory finds may be called."""
_LIKE: Final = frozenset(
    [
        "similar",
        "matching",
        "earlier",
        "past",
        "previous",
        "ahnliche",
        "similaires",
        "similares",
        "simili",
        "vergelijkbare",
    ]
)
"""What all that a search found is called."""

_CUES: Final = frozenset({*_QUANTIFIERS, "number"})


_Field = Literal["status", "active", "cause", "priority", "assignee"]


@dataclass(frozen=True, slots=True)
class _Quantity:
    """How many of what: `all`, `none` …, `fewest` for less than half, or a number `of` another one.

    `noun` is the place behind the noun, or behind the quantifier where it stands alone.
    """

    quantifier: str
    number: float | None
    among: float | None
    kind: str
    first: int
    noun: int


def is_quantified(clause: AnswerClause) -> bool:
    """Whether a clause speaks of several at once."""
    return not clause.cues.isdisjoint(_CUES) and _quantity(clause.words) is not None


def population_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on how many are what."""
    clause = context.clause
    quantity = _quantity(clause.words) if clause.states and not clause.is_event else None
    if quantity is None or clause.line[0].text in _OF or _is_limited(context, quantity):
        return  # of the seven cases only this one is critical, of the other three two
    if quantity.kind == "item" and clause.words[quantity.noun - 1].text not in _ITEMS:
        return  # of the firewalls of a list, which may have other items
    between = clause.words[quantity.first : quantity.noun]
    is_similar = quantity.kind == "case" and any(word.text in _LIKE for word in between)
    kind = "similar" if is_similar else quantity.kind or _kind_of(context.index)
    noun = clause.words[max(0, quantity.noun - 1)].text
    populations = [
        each
        for each in context.index.populations
        if each.kind == kind and _may_be(each, quantity, noun)
    ]
    if len(populations) != 1:
        return
    population = populations[0]
    is_of_all = any(word.says("total") for word in clause.words)
    if not is_of_all and (owner := _owner(context, quantity)):
        yield from _had(context, quantity, population, owner)
        return
    is_shown = not population.is_whole and any(word.text in _SHOWN for word in clause.words)
    if is_shown or _is_of_some(context, quantity) or _is_of_more(quantity, population):
        return  # `all five shown`
    after = _until_mark(clause.words[quantity.noun :])
    said_after = _said(after)
    denied = said_after is not None and any(word.says("not", "not_be") for word in after)
    told = takewhile(lambda word: not word.says(*_TELLING), after[:_FAR_BEHIND])
    is_of_level = any(word.says("label:priority") for word in (*after[:2], *told))
    is_of_whole = _is_of_whole(context, quantity, after, said_after)
    if is_of_level or is_of_whole or (said_after is None and _tells_more(after)):
        # No case of priority 2 is active, two of five closed ones were Ann's, none is about mail.
        return
    said = said_after or _said(clause.words[quantity.first : quantity.noun])
    said = said or _of_cause(context, quantity)
    end = clause.words[-1] if said else clause.words[max(quantity.first, quantity.noun - 1)]
    verdict = _verdict(quantity, population, said, context, denied=denied)
    if verdict is not None:
        yield FoundFact(
            clause.words[quantity.first].start,
            end.end,
            "count",
            "supported" if verdict else "contradicted",
            Known(_shown(population), population.source),
        )


def _may_be(population: Population, quantity: _Quantity, noun: str) -> bool:
    """Whether a quantity may be of these: not `2 of 3 replicas`, where there are 15 pods."""
    is_whole = quantity.among in {None, population.total}
    return population.kind != "pod" or is_whole or "pod" in noun


def _is_of_more(quantity: _Quantity, population: Population) -> bool:
    """Whether more are spoken of than there are, and not by name: all seven, where 6 cases are."""
    total = population.total
    is_named = bool(quantity.kind) or quantity.among is not None
    return not (is_named or total is None or quantity.number is None) and quantity.number > total


def _is_of_some(context: ClauseContext, quantity: _Quantity) -> bool:
    """Whether it is of some that were named before, or of the pods of one deployment."""
    words = context.clause.words
    between = {word.text for word in words[quantity.first + 1 : quantity.noun]}
    names = (each.partition("-")[0] for record in context.index.records for each in record.ids)
    is_of_pods = quantity.kind == "pod" and not between.isdisjoint(names)
    said = context.told(words)
    customers = context.index.customers
    # `Notes on Lindenhof: there are two active cases`
    near = context.fold[max(0, words[0].start - _SPOKEN) : words[-1].end]
    is_whose = (quantity.number is not None and not _POSSESSIVES.isdisjoint(between)) or (
        len(customers) > 1 and any(each.partition(" ")[0] in near for each in customers)
    )
    return is_of_pods or is_whose or _SOME_OF.search(said) is not None


def _tells_more(words: Sequence[Word]) -> bool:
    """Whether words behind a quantity say what nobody here can tell."""
    return any(word.says("be", "been") for word in words) and any(
        word.form == "word" and not word.means for word in words
    )


def _is_of_whole(
    context: ClauseContext,
    quantity: _Quantity,
    behind: Sequence[Word],
    said: tuple[_Field, frozenset[str]] | None,
) -> bool:
    """Whether a status is that of all, and something else is said: `two closed ones were Ann's`."""
    words = [word for word in behind if word.form == "word"]
    between = _said(context.clause.words[quantity.first : quantity.noun])
    if said is None:
        end = context.clause.words[quantity.noun - 1].end
        is_now = _NOW.match(context.fold, end) is not None
        is_end = not words or is_now or words[0].text in _PLACING or behind[0].form == "mark"
        return between is not None and not is_end
    if between is not None and between[0] in _STATES and said[0] in _STATES:
        return True  # none of the active cases is closed
    is_first = bool(words) and bool(words[0].of("status:"))  # `cinque casi chiusi erano …`
    return is_first and any(word.says(*_TELLING) for word in words[1:])


def _of_cause(context: ClauseContext, quantity: _Quantity) -> tuple[_Field, frozenset[str]] | None:
    """The cause of the pods that stand behind it: `Crash loops: four pods`."""
    words = context.clause.words[max(0, quantity.first - 2) : quantity.first]
    is_label = quantity.kind == "pod" and len(words) > 1 and words[1].text == ":"
    causes = words[0].of("cause:") if is_label else _UNASSIGNED
    return ("cause", causes) if is_label and causes else None


def _is_limited(context: ClauseContext, quantity: _Quantity) -> bool:
    """Whether it is a bound, or of one's own, of some, or of another day: `at least two cases`."""
    words, fold = context.clause.words, context.fold
    first = words[quantity.first].start
    noun = words[quantity.noun - 1].end if quantity.noun else first
    begin = max(context.line.words[0].start, first - _FAR)
    before = fold[begin:first]
    is_whose = context.answer[noun : noun + 2] == " ("
    is_whose = is_whose or _SOMEBODY.fullmatch(context.answer, begin, first) is not None
    is_bound = quantity.number is not None and _LIMITING.search(before) is not None
    is_yours = len(context.index.customers) > 1 and _YOURS.search(before) is not None
    return context.supposes or is_whose or is_bound or is_yours


def _owner(context: ClauseContext, quantity: _Quantity) -> Sequence[Word]:
    """The words for who has them: `Ann Lee has all three cases`; none for nobody."""
    words = context.clause.words
    first = quantity.first
    while first > 1 and words[first - 1].text not in _HAVING and words[first - 1].says("adverb"):
        first -= 1  # `Ann hat derzeit zwei`
    name = words[max(0, first - 1 - _NAME) : max(0, first - 1)]
    if not name or words[first - 1].text not in _HAVING or name[-1].means:
        return ()
    return name if context.answer[name[0].start].isupper() else ()


def _had(
    context: ClauseContext, quantity: _Quantity, population: Population, owner: Sequence[Word]
) -> Iterator[FoundFact]:
    """The finding on how many an owner has, where all are known."""
    words = context.clause.words
    behind = words[quantity.noun :][:1]
    is_now = _NOW.match(context.fold, words[quantity.noun - 1].end) is not None
    if not population.is_whole or (behind and behind[0].form != "mark" and not is_now):
        return  # all three cases that are open
    name = context.answer[owner[0].start : owner[-1].end]
    theirs = [
        record
        for record in population.records
        if any(same_person(name, known.text) for known in record.values("assignee", "customer"))
    ]
    counted = words[quantity.first : quantity.noun]
    said = _said(counted)
    counts = {len(theirs)}
    if said is not None:
        ways = (False,) if said[0] == "active" else (True, False)
        counts = {sum(_is(each, *said, exactly=way) for each in theirs) for way in ways}
    number = len(population.records) if quantity.quantifier == "every" else quantity.number
    if not theirs or number is None:
        return
    known = Known(f"{max(counts)} of {len(population.records)} cases", population.source)
    verdict: Verdict = "supported" if number in counts else "contradicted"
    yield FoundFact(owner[0].start, counted[-1].end, "count", verdict, known)


def _until_mark(words: Sequence[Word]) -> Sequence[Word]:
    """What is said of a quantity, up to a colon or the next number: `are healthy and 5 aren't`."""
    end = next((at for at, word in enumerate(words) if word.text == ":"), len(words))
    numbers = (at for at, word in enumerate(words) if at and number_of(word) is not None)
    rest = next((at - 1 for at in numbers if words[at - 1].says("and")), end)
    return words[: min(end, rest)]


def _quantity(words: Sequence[Word]) -> _Quantity | None:
    """The first quantity in a clause: a quantifier or a number with what it is of."""
    for at, word in enumerate(words):
        if word.form != "number" and not word.means:
            continue
        quantifier = _quantifier(word.means)
        if quantifier == "half" and at and words[at - 1].says("over", "under"):
            quantifier = "most" if words[at - 1].says("over") else "fewest"
        number = None if word.text.endswith("%") else number_of(word)
        if number is not None and any(
            each.text in _FRACTIONS for each in words[max(0, at - _NAME - 1) : at]
        ):
            return None  # a third of the twelve pods
        if (quantifier or number is not None) and (
            found := _read_quantity(words, at, quantifier, number)
        ):
            return found
        if number is not None and at + 1 < len(words) and words[at + 1].says("share"):
            return None  # two of Ann's three cases
    return None


@cache
def _quantifier(means: frozenset[str]) -> str:
    return next((each for each in _QUANTIFIERS if each in means), "")


def _read_quantity(
    words: Sequence[Word], at: int, quantifier: str, number: float | None
) -> _Quantity | None:
    """Read on up to the noun, or to the verb where several stand for themselves."""
    among: float | None = None
    shares = False
    has_state = number is not None and any(
        each.of("status:") or each.of("cause:") for each in words[at + 1 : at + _FAR]
    )
    for place in range(at + 1, min(len(words), at + 1 + _NEAR)):
        word = words[place]
        kind = next((each for each in KINDS if each in word.means), "")
        second = number_of(word)
        if (
            kind
            and _is_plural(quantifier, number, word)
            and not any(map(_is_thing, words[place + 1 : place + 2]))
        ):
            return _Quantity(quantifier, number, among, kind, at, place + 1)
        if place == at + 1 and _is_other(word, number, leads=at == 0):
            return None
        if word.says("be", "been") and (
            among is not None or ((quantifier or has_state) and at <= 1)
        ):
            return _Quantity(quantifier, number, among, "", at, place)
        is_of_all = shares and word.text in _THEM
        if is_of_all and any(each.says("nobody") for each in words[place + 1 : place + 3]):
            return _Quantity(quantifier, number, among, "", at, place + 1)
        if second is not None and (number is None or shares):
            number, among = (second, among) if number is None else (number, second)
        elif second is not None or not _is_between(word, quantifier):
            return None
        shares = shares or word.says("share")
    return None


def _is_thing(word: Word) -> bool:
    """Whether a word behind a noun is what is counted: machines of `all 7 ticket machines`."""
    return word.form == "word" and not word.means and word.text.endswith("s")


def _is_other(behind: Word, number: float | None, *, leads: bool) -> bool:
    """Whether a number is none of several: `one that is closed`, `crane 4 is out of service`."""
    is_name = number is not None and number > 1 and not leads
    return behind.text in _RELATIVE or (is_name and behind.text in _OF_ONE)


def _is_between(word: Word, quantifier: str) -> bool:
    """Whether a word may stand between a quantity and its noun: `all eight of Ann's cases`."""
    if word.text in _LIKE:
        return True
    if word.form == "word" and (not word.means or word.text == "s"):
        return quantifier == "every"  # all of Ann's cases
    return bool(
        word.of("status:")
        or word.of("priority:")
        or word.of("cause:")
        or word.says("label:priority", "determiner", "adverb", "not", "share", *_QUANTIFIERS)
    )


def _is_plural(quantifier: str, number: float | None, noun: Word) -> bool:
    """`a case` is no number of cases; `one pod` is one of several."""
    if quantifier or number is None or number != 1:
        return True
    return noun.says("pod")


def _kind_of(index: Index) -> str:
    kinds = {each.kind for each in index.populations}
    return next(iter(kinds)) if len(kinds) == 1 else ""


def _said(
    words: Sequence[Word],
) -> tuple[_Field, frozenset[str]] | None:
    for word in words:
        if word.says("nobody"):
            return "assignee", _UNASSIGNED
        if statuses := word.of("status:"):
            return "active" if word.text in _ACTIVE else "status", statuses
        if causes := word.of("cause:"):
            return "cause", causes
    for at, word in enumerate(words):
        near = words[max(0, at - 1) : at + 2]
        ends = at + 1 == len(words) or words[at + 1].form == "mark"
        is_said = ends and at > 0 and words[at - 1].says("be", "adverb")
        if (levels := word.of("priority:")) and (
            is_said or any(each.says("label:priority") for each in near)
        ):
            return "priority", levels
    return None


def _verdict(
    quantity: _Quantity,
    population: Population,
    said: tuple[str, frozenset[str]] | None,
    context: ClauseContext,
    *,
    denied: bool,
) -> bool | None:
    """Whether it is so; None where it cannot be told."""
    total = population.total
    if quantity.among is not None and total is not None and quantity.among != total:
        shown = len(population.records)
        return None if quantity.among in {shown, *population.counts.values()} else False
    if said is None:
        return _of_all(quantity, population, context)
    size = total if total is not None else len(population.records)
    waits = any(word.says("status:pending") for word in context.line.words)
    verdicts = [
        _holds(
            quantity,
            size - count if denied else count,
            size,
            whole=population.kind == "pod" or population.is_whole or count == total,
        )
        for count in _counts(population, *said, waits=said[0] == "active" and waits)
    ]
    if not verdicts or None in verdicts:
        return None
    may_be_cause = said[0] in {"status", "active"} and quantity.among is None
    if may_be_cause and quantity.number in _by_cause(population):
        return True if any(verdicts) else None
    return any(verdicts)


def _by_cause(population: Population) -> Sequence[int]:
    """How many there are of each cause, which may be meant: `two crashing pods`."""
    return [
        count
        for name, count in population.counts.items()
        if name not in {"healthy", "unhealthy"} and count != population.counts.get("healthy")
    ]


def _holds(quantity: _Quantity, count: int, size: int, *, whole: bool) -> bool | None:
    """Whether so many of so many fit; None where others may not have been listed."""
    quantifier, number = quantity.quantifier, quantity.number
    if quantifier == "none":
        return False if count else _if_whole(whole, fits=True)
    if quantifier == "some":
        return True if count else _if_whole(whole, fits=False)
    if quantifier == "both" and size != 2:  # noqa: PLR2004 - that is what `both` means
        return None
    if quantifier == "every" and number is not None and number != size:
        return _if_whole(whole, fits=False)
    fits = {
        "every": count == size,
        "both": count == size,
        "not_all": count < size,
        "half": 2 * count == size,
        "most": 2 * count > size,
        "fewest": 2 * count < size,
        "": number == count,
    }[quantifier]
    return _if_whole(whole, fits=fits)


def _if_whole(whole: bool, *, fits: bool) -> bool | None:  # what it is about
    return fits if whole else None


def _of_all(quantity: _Quantity, population: Population, context: ClauseContext) -> bool | None:
    """`8 pods`, `found 3 cases`, `no cases`: how many there are at all."""
    total, number = population.total, quantity.number
    words = context.clause.words
    before = context.told(words[: quantity.first]) if quantity.first else ""
    finds = any(word.says("total") for word in words) or _SEARCHED.search(before) is not None
    if total is None:
        return None
    if number is not None and number > total:
        return False if 1 < number <= _TIMES * max(total, 1) else None  # 4,100 requests an hour
    behind = words[quantity.noun :][:1]
    if any(word.form == "word" and not word.means for word in behind) and not finds:
        return None
    if quantity.quantifier == "none":
        return total == 0 if finds or total == 0 else None
    return _of_number(quantity, population, words, finds=finds)


def _of_number(
    quantity: _Quantity, population: Population, words: Sequence[Word], *, finds: bool
) -> bool | None:
    if quantity.number is None:
        return None
    if quantity.number == population.total or quantity.number in population.counts.values():
        return True
    between = words[quantity.first + 1 : quantity.noun - 1]
    return False if quantity.quantifier == "every" or (finds and not between) else None


def _counts(
    population: Population, field: str, values: frozenset[str], *, waits: bool
) -> list[int]:
    """How many have a value; of the open ones, with and without those in progress or pending.

    Where `waits`, those that are pending are told apart: `three are active, one is on hold`.
    """
    if population.kind == "pod":
        own = (_OF_PODS.get(each, each) for each in values)
        return [population.counts[each] for each in own if each in population.counts][:1]
    known = [each for each in population.records if _has(each, field)]
    if field == "assignee" and not any(each.values("assignee") for each in known):
        return []  # nothing tells of whom they are
    if not known or len(known) != len(population.records):
        return []
    exactly = sum(_is(record, field, values, exactly=field != "active") for record in known)
    widely = sum(_is(record, field, values, exactly=False) for record in known)
    if waits:
        exactly = widely - sum("pending" in status_of(record) for record in known)
    if not population.is_whole and widely == len(known) and population.total is not None:
        return [population.total]  # it is what was searched for
    return sorted({exactly, widely})


def _has(record: Record, field: str) -> bool:
    if field == "assignee":
        return True  # a field that is empty tells so
    return bool(record.values("priority") if field == "priority" else status_of(record))


def _is(record: Record, field: str, values: frozenset[str], *, exactly: bool) -> bool:
    if field == "assignee":
        return not any(known.text for known in record.values("assignee"))
    if field != "priority" and exactly:
        return not status_of(record).isdisjoint(values)
    if field != "priority":
        return any(excludes(each, status_of(record)) for each in values)
    levels = {str(level) for each in record.values("priority") for level in levels_in(each.text)}
    return not levels.isdisjoint(values)


def _shown(population: Population) -> str:
    if population.shown:
        return population.shown
    total = population.total if population.total is not None else len(population.records)
    if population.kind == "pod" and population.counts:
        return f"{population.counts.get('healthy', 0)} of {total} pods healthy"
    return f"{total} {population.kind}{'' if total == 1 else 's'}"
