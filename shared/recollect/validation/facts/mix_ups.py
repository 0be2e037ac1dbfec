"""One host or person in the place of another, where a clause repeats a sentence of the results.

`SPF-API01 is back in the pool` where that is said of SPF-API02, `Amira Benali re-sent 19 studies`
where another wrote so in the journal. Nothing that names the one may tell of it at all.
"""

import re
from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.folding import stands_in
from recollect.validation.facts.known import NamedOne, shape_of
from recollect.validation.facts.passages import Passage, stems_of
from recollect.validation.facts.records import Known
from recollect.validation.facts.values import plain, same_person
from recollect.validation.facts.verdicts import ClauseContext, FoundFact, is_ticket
from recollect.validation.facts.words import Word

_HOST: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\d")
_HOSTS: Final = re.compile(rf"(?<![\w-]){_HOST.pattern}(?![\w-])")
_SHORTEST: Final = 4
_FIGURES: Final = 6
"""Characters at the end of two names that are of one kind of host: of API01 and API02."""

_ASKING: Final = frozenset(
    ["asked", "asks", "wanted", "wants", "fragt", "fragte", "demande", "pregunta", "pregunto"]
)
_SOME: Final = 2
_HALF: Final = 0.5
_MUCH: Final = 3
_MOST: Final = 0.6


def mix_up_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on the only host, and on the only person, that a clause names."""
    hosts = [word for word in context.clause.words if _is_host(word)]
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
    stems = stems_of(context.told(context.clause.words)) - stems_of(said.text)
    least = max(_SOME, _HALF * len(stems))
    found: Known | None = None
    for shared, passage in context.index.sharing(stems):
        names = _HOSTS.findall(passage.text)
        if any(_is_one(name, said.text) for name in names):
            if shared >= _SOME:
                return None
        elif found is None and shared >= least and any(_is_kin(name, said.text) for name in names):
            found = passage.known
    return found


def _is_one(name: str, other: str) -> bool:
    return name.endswith(other) or other.endswith(name)


def _is_kin(name: str, other: str) -> bool:
    return shape_of(name)[-_FIGURES:] == shape_of(other)[-_FIGURES:]


def _people(context: ClauseContext) -> Iterator[tuple[Word, str]]:
    """The people of the results whom a clause names in full, by their first words."""
    index = context.index
    for word in context.clause.words:
        for person in index.people_by_first.get(plain(word.text), ()):
            name = " ".join(person.words)
            if plain(context.fold[word.start : word.start + len(name)]) == name:
                yield word, name


def _other_person(name: str, context: ClauseContext) -> Known | None:
    """The sentence that says the same of somebody else, where none does of this one."""
    if not _ASKING.isdisjoint(context.clause.texts):
        return None  # what she asked for, another one told
    stems = stems_of(context.told(context.clause.words)) - stems_of(name)
    least = max(_MUCH, _MOST * len(stems))
    found: Known | None = None
    for shared, passage in context.index.sharing(stems):
        if _tells_of(passage, name):
            return None
        if found is None and shared >= least and _is_somebodys(passage, context):
            found = passage.known
    return found


def _tells_of(passage: Passage, name: str) -> bool:
    """Whether a sentence has a part of somebody's name, or is theirs."""
    entry = passage.entry()
    is_theirs = entry is not None and same_person(name, entry.who.replace(".", " "))
    return is_theirs or any(stands_in(part, passage.text) for part in name.split())


def _is_somebodys(passage: Passage, context: ClauseContext) -> bool:
    """Whether a sentence is of a journal, or names somebody of the results."""
    named: list[NamedOne] = [each for one in context.index.people_named.values() for each in one]
    return passage.entry() is not None or any(
        stands_in(" ".join(each.words), plain(passage.text)) for each in named
    )
