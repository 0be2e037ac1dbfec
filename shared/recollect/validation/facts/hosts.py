"""One host in the place of another, where a clause repeats a sentence of the results.

`SPF-API01 is back in the pool` where that is said of SPF-API02, and nothing tells it of the one.
"""

import re
from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.answer_sentences import is_ticket
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.slips import shape_of
from recollect.validation.grammar.words import Word, is_of_nothing
from recollect.validation.known.passages import Passage, stems_of
from recollect.validation.known.records import ResultValue
from recollect.validation.known.statements import says_failure

_HOST: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\d")
_HOSTS: Final = re.compile(rf"(?<![\w-]){_HOST.pattern}(?![\w-])")
_SHORTEST: Final = 4
_FIGURES: Final = 6
"""Characters at the end of two names that are of one kind of host: of API01 and API02."""

_SOME: Final = 2
_HALF: Final = 0.5
_MUCH: Final = 3


def host_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on the only host that a clause names."""
    clause = context.clause
    if not clause.states or context.supposes or is_of_nothing(clause.words):
        return
    hosts = [word for word in clause.words if _is_host(word)]
    if len(hosts) == 1 and (known := _other_host(hosts[0], context)) is not None:
        yield FactFinding(hosts[0].start, hosts[0].end, "host", "contradicted", known)


def _is_host(word: Word) -> bool:
    is_name = word.form == "name" and len(word.text) >= _SHORTEST and not is_ticket(word.text)
    return is_name and _HOST.fullmatch(word.text) is not None


def _other_host(said: Word, context: ClauseContext) -> ResultValue | None:
    """The sentence that says the same of another host of this kind, and none does of this one."""
    if context.index.names.find(said.text) is None:
        return None
    stems = context.own_stems - stems_of(said.text)
    least = max(_MUCH, _HALF * len(stems))
    found: ResultValue | None = None
    for shared, passage in context.index.passages.sharing(stems, min(_SOME, least)):
        names = _HOSTS.findall(passage.text)
        if any(_is_one(name, said.text) for name in names):
            if shared >= _SOME:
                return None
        elif found is None and shared >= least and any(_is_kin(name, said.text) for name in names):
            found = passage.result_value if _fails(passage) == context.sentence.fails else None
    return found


def _fails(passage: Passage) -> bool:
    """Whether a sentence says that something does not work."""
    return says_failure(passage.text.split())


def _is_one(name: str, other: str) -> bool:
    return name.endswith(other) or other.endswith(name)


def _is_kin(name: str, other: str) -> bool:
    return shape_of(name)[-_FIGURES:] == shape_of(other)[-_FIGURES:]
