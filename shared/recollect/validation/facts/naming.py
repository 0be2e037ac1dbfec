"""What an answer names in the place of something else: `gate G` for `gate C`, Lisbon for Porto.

A single letter behind a noun that results have with other letters only, a capitalised name that no
result has where the statement that is repeated has another one, the ticket of a list that is said
to be about what another one is about, and an address that differs in its name.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.folding import folded
from recollect.validation.facts.known import shape_of
from recollect.validation.facts.records import Known
from recollect.validation.facts.statements import StatedClause, stated, stem, weight
from recollect.validation.facts.verdicts import ClauseContext, FoundFact
from recollect.validation.facts.words import Word

_IN: Final = frozenset(
    {"in", "at", "of", "from", "for", "en", "de", "di", "da", "em", "bei", "van"}
)
_NOTHING: Final = frozenset({"nothing", "none", "nichts", "nada", "rien", "niente", "niets"})
_ALIKE: Final = 0.6
_CLOSE: Final = 0.7
_ENOUGH: Final = 2
_SHORTEST: Final = 3
_MOST: Final = 3
_NAME: Final = re.compile(r"(?<=[\w,;] )[^\W\d_a-z][\w-]{2,}")


def naming_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on names in a clause that stand where a result has others."""
    clause = context.clause
    if not clause.states or clause.is_event:
        return
    if context.has_capitals:
        yield from _capitals(context)
    if "name" in clause.cues:
        yield from _about(context)
        yield from _swapped(context)


def _capitals(context: ClauseContext) -> Iterator[FoundFact]:
    words = context.clause.words
    for at, word in enumerate(words[1:], 1):
        if word.form == "word" and context.answer[word.start].isupper():
            if len(word.text) == 1:
                yield from _lettered(context, words[at - 1], word)
            elif words[at - 1].text in _IN and _is_new(context, word):
                yield from _named(context, at)


def _lettered(context: ClauseContext, noun: Word, letter: Word) -> Iterator[FoundFact]:
    """`Controller A`, where the results have a controller B only."""
    known = context.index.lettered.get(noun.text)
    if any(word.says("not", "not_be", "nobody") for word in context.clause.words) or any(
        word.text in _NOTHING for word in context.clause.words
    ):
        return  # of another one there is nothing to tell
    if known is None or noun.form != "word" or letter.text in known:
        return
    other = next(iter(known.values()))
    yield FoundFact(noun.start, letter.end, "number", "contradicted", other)


def _is_new(context: ClauseContext, word: Word) -> bool:
    return (
        not word.means
        and len(word.text) >= _SHORTEST
        and word.text not in context.index.words
        and not context.answer[word.start : word.end].isupper()
    )


def _named(context: ClauseContext, at: int) -> Iterator[FoundFact]:
    """A name that no result has, where the statement that is repeated has another name."""
    if context.lexicon.language == "german":
        return
    words = context.clause.words
    name: list[Word] = []
    for word in words[at : at + _MOST]:
        if word.form != "word" or not context.answer[word.start].isupper():
            break
        name.append(word)
    text = context.answer[words[0].start : words[-1].end]
    rest = context.said.stems - {stem(word.text) for word in name}
    whole = weight(rest)
    for shared, told in context.index.near(rest):
        if shared < max(_ENOUGH, _ALIKE * whole):
            break
        if told.known is None or told.denied or not told.is_single:
            continue
        others = [each for each in _NAME.findall(told.known.text) if each not in text]
        if others:
            yield FoundFact(name[0].start, name[-1].end, "host", "contradicted", told.known)
            return


def _about(context: ClauseContext) -> Iterator[FoundFact]:
    """The one listed ticket that a clause names, where it tells what another one is about."""
    clause = context.clause
    index = context.index
    if index.main is not None:
        return
    named = [word for word in clause.words if word.form == "name"]
    record = index.record(named[0].text) if len(named) == 1 else None
    if record is None or not (own := record.values("about")):
        return
    said = context.said
    rest = said.stems - {named[0].text}
    if said.denied or not rest or any(rest & _stems(each) for each in own):
        return
    enough = 1 if len(rest) == 1 else max(_ENOUGH, _ALIKE * len(rest))
    others: Sequence[Known] = [
        each
        for other in index.records
        if other is not record
        for each in other.values("about")
        if len(rest & _stems(each)) >= enough
    ]
    if others:
        yield FoundFact(named[0].start, named[0].end, "number", "contradicted", own[0])


def _swapped(context: ClauseContext) -> Iterator[FoundFact]:
    """The one host that a clause names, where results tell the same of another one only."""
    clause = context.clause
    named = [word for word in clause.words if word.form == "name" and "-" in word.text]
    if len(named) != 1:
        return
    name = named[0]
    said = context.said
    rest = frozenset(each for each in said.stems if each != name.text)
    least = max(_ENOUGH, _CLOSE * weight(rest))
    near = [(shared, told) for shared, told in context.index.near(rest) if told.is_single]
    own = max((shared for shared, told in near if _has(told, name.text)), default=0)
    for shared, told in near:
        if shared < least or own * 2 >= shared:
            return
        others = [each for each in told.stems if "-" in each and _is_alike(each, name.text)]
        if others and bool(told.denied) == bool(said.denied):
            yield FoundFact(name.start, name.end, "host", "contradicted", told.known)
            return


def _has(told: StatedClause, name: str) -> bool:
    return any(each == name or each.endswith(f"-{name}") for each in told.stems)


def _is_alike(one: str, other: str) -> bool:
    """Whether two names are of the same form, and not of the same thing."""
    return one != other and not one.endswith(f"-{other}") and shape_of(one) == shape_of(other)


def _stems(known: Known) -> frozenset[str]:
    return stated(folded(known.text)).stems
