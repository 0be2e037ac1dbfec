"""One host or person in the place of another, where a clause repeats a sentence of the results.

`SPF-API01 is back in the pool` where that is said of SPF-API02, `Amira Benali re-sent 19 studies`
where another wrote so in the journal. Nothing that names the one may tell of it at all.
"""

import re
from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.folding import stands_in
from recollect.validation.facts.known import shape_of
from recollect.validation.facts.passages import Passage, stems_of
from recollect.validation.facts.records import Known
from recollect.validation.facts.statements import fails
from recollect.validation.facts.values import plain, same_person
from recollect.validation.facts.verdicts import ClauseContext, FoundFact, is_ticket
from recollect.validation.facts.words import Word, is_of_nothing

_HOST: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\d")
_HOSTS: Final = re.compile(rf"(?<![\w-]){_HOST.pattern}(?![\w-])")
_SHORTEST: Final = 4
_FIGURES: Final = 6
"""Characters at the end of two names that are of one kind of host: of API01 and API02."""

_ASKING: Final = frozenset(
    ["asked", "asks", "wanted", "wants", "fragt", "fragte", "demande", "pregunta", "pregunto"]
)
_TOLD: Final = frozenset(
    ["for", "to", "tell", "ask", "thanks", "dear", "hi", "fur", "an", "hallo", "pour", "para"]
)
"""Behind what stands the name of somebody who is spoken to, or who is to do something."""

_SOME: Final = 2
_HALF: Final = 0.5
_MUCH: Final = 3
_MOST: Final = 0.6


def mix_up_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on the only host, and on the only person, that a clause names."""
    clause = context.clause
    if not clause.states or context.supposes or is_of_nothing(clause.words):
        return
    hosts = [word for word in clause.words if _is_host(word)]
    if len(hosts) == 1 and (known := _other_host(hosts[0], context)) is not None:
        yield FoundFact(hosts[0].start, hosts[0].end, "host", "contradicted", known)
    people = list(_people(context))
    if len(people) == 1 and (known := _other_person(people[0][1], context)) is not None:
        word, name = people[0]
        yield FoundFact(word.start, word.start + len(name), "person", "contradicted", known)


def _is_host(word: Word) -> bool:
    is_name = word.form == "name" and len(word.text) >= _SHORTEST and not is_ticket(word.text)
    return is_name and _HOST.fullmatch(word.text) is not None


def _other_host(said: Word, context: ClauseContext) -> Known | None:
    """The sentence that says the same of another host of this kind, and none does of this one."""
    if context.index.name(said.text) is None:
        return None
    stems = context.own_stems - stems_of(said.text)
    least = max(_MUCH, _HALF * len(stems))
    found: Known | None = None
    for shared, passage in context.index.sharing(stems):
        names = _HOSTS.findall(passage.text)
        if any(_is_one(name, said.text) for name in names):
            if shared >= _SOME:
                return None
        elif found is None and shared >= least and any(_is_kin(name, said.text) for name in names):
            found = passage.known if _fails(passage) == context.line.fails else None
    return found


def _fails(passage: Passage) -> bool:
    """Whether a sentence says that something does not work."""
    return fails(passage.text.split())


def _is_one(name: str, other: str) -> bool:
    return name.endswith(other) or other.endswith(name)


def _is_kin(name: str, other: str) -> bool:
    return shape_of(name)[-_FIGURES:] == shape_of(other)[-_FIGURES:]


def _people(context: ClauseContext) -> Iterator[tuple[Word, str]]:
    """The people of the results whom a clause names in full, by their first words."""
    index = context.index
    named = [
        (at, word)
        for at, word in enumerate(context.clause.words)
        if word.form == "word" and context.answer[word.start].isupper()
    ]
    for at, word in named if index.people_by_first else ():
        for person in index.people_by_first.get(plain(word.text), ()):
            name = " ".join(person.words)
            end = word.start + len(name)
            if plain(context.fold[word.start : end]) == name and _acts(context, at, end):
                yield word, name


def _acts(context: ClauseContext, at: int, end: int) -> bool:
    """Whether a clause tells what somebody does, and not something to them: `for Ann: …`."""
    before = context.clause.words[max(0, at - 1) : at]
    is_told = any(word.text in _TOLD for word in before)
    return not is_told and context.fold[end : end + 1] not in {":", ","}


def _other_person(name: str, context: ClauseContext) -> Known | None:
    """The sentence that says the same of somebody else, where none does of this one."""
    if not _ASKING.isdisjoint(context.clause.texts):
        return None  # what she asked for, another one told
    stems = context.own_stems - stems_of(name)
    least = max(_MUCH, _MOST * len(stems))
    found: Known | None = None
    for shared, passage in context.index.sharing(stems):
        if _tells_of(passage, name):
            return None
        if found is None and shared >= least and context.index.names_somebody(passage):
            found = passage.known
    return found


def _tells_of(passage: Passage, name: str) -> bool:
    """Whether a sentence has a part of somebody's name, or is theirs."""
    entry = passage.entry()
    is_theirs = entry is not None and same_person(name, entry.who.replace(".", " "))
    return is_theirs or any(stands_in(part, passage.text) for part in name.split())
