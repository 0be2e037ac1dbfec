"""A host named in place of another one, where a clause repeats a sentence of the results.

`SPF-API01 is back in the pool` is wrong where a result says so of SPF-API02, and no result says
anything like it of SPF-API01.
"""

import re
from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.context.sentence_lines import is_ticket
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.grammar.slips import shape_of
from recollect.validation.grammar.words import Word, denies_any
from recollect.validation.known.passages import stems_of
from recollect.validation.known.record_models import ResultValue
from recollect.validation.known.stated_clauses import says_failure

_HOST: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\d")
_HOSTS: Final = re.compile(rf"(?<![\w-]){_HOST.pattern}(?![\w-])")
_MIN_CHARACTERS: Final = 4
_KIND_CHARACTERS: Final = 6
"""Characters at the end of a name that tell the kind of host, digits apart: API01 and API02."""

_MIN_OWN_STEMS: Final = 2
"""Stems that a sentence about the named host must share with the clause to support it."""

_MIN_STEM_SHARE: Final = 0.5
_MIN_OTHER_STEMS: Final = 3
"""Stems that a sentence about another host must share with the clause to contradict it."""


def host_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The finding on the only host that a clause names, if it stands in another one's place."""
    clause = context.clause
    if not clause.asserts_now or context.supposes or denies_any(clause.words):
        return
    hosts = [word for word in clause.words if _is_host(word)]
    if len(hosts) == 1 and (known := _other_host(hosts[0], context)) is not None:
        yield contradiction((hosts[0],), "host", known)


def _is_host(word: Word) -> bool:
    is_name = word.form == "name" and len(word.text) >= _MIN_CHARACTERS and not is_ticket(word.text)
    return is_name and _HOST.fullmatch(word.text) is not None


def _other_host(named: Word, context: ClauseContext) -> ResultValue | None:
    """The result's sentence that says the same of another host of this kind.

    None where a sentence says something similar of this host, or where the two sentences do not
    agree on whether the host works.
    """
    if context.index.names.find(named.text) is None:
        return None
    stems = context.own_stems - stems_of(named.text)
    least = max(_MIN_OTHER_STEMS, _MIN_STEM_SHARE * len(stems))
    found: ResultValue | None = None
    for shared, passage in context.index.passages.sharing(stems, min(_MIN_OWN_STEMS, least)):
        names = _HOSTS.findall(passage.text)
        if any(_is_same(name, named.text) for name in names):
            if shared >= _MIN_OWN_STEMS:
                return None
        elif (
            found is None
            and shared >= least
            and any(_is_of_same_kind(name, named.text) for name in names)
        ):
            fails = says_failure(passage.text.split())
            found = passage.result_value if fails == context.sentence.fails else None
    return found


def _is_same(name: str, other: str) -> bool:
    return name.endswith(other) or other.endswith(name)


def _is_of_same_kind(name: str, other: str) -> bool:
    return shape_of(name)[-_KIND_CHARACTERS:] == shape_of(other)[-_KIND_CHARACTERS:]
