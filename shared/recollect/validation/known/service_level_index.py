"""Look up the service levels in results: their target times, ends, and whether they were met."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pydantic import JsonValue

from recollect.core.lazy import lazy
from recollect.validation.known.field_kinds import kind_of
from recollect.validation.known.record_models import ResultValue, Source
from recollect.validation.known.result_texts import ResultText
from recollect.validation.results import ReadResult

_LIST: Final = "slas"
_OWN: Final = "sla"
_BREACHED: Final = ("has_breached", "is_breached", "breached")
PHASES: Final = ("response", "resolution")
"""The phases of a ticket that have service levels."""

_TARGET: Final = re.compile(r"(?:resolution|response) \((\d{1,3} (?:minute|hour|day)s?)\)")


class ServiceLevelIndex:
    """The service levels in summaries and fields of results."""

    def __init__(self, results: Sequence[ReadResult], texts: Sequence[ResultText]) -> None:
        self._results = results
        self._texts = texts

    @lazy
    def in_summaries(self) -> Sequence[ResultValue]:
        """The values of the label `SLA:` in summaries, of any record."""
        return [
            ResultValue(line.partition(":")[2].strip(), known.source)
            for known in self._texts
            if "SLA" in known.text
            for line in known.text.splitlines()
            if line.strip().startswith("SLA:")
        ]

    @lazy
    def targets(self) -> Sequence[ResultValue]:
        """The target times in their names: `4 hours` of `resolution (4 hours)`."""
        return [
            ResultValue(length, known.source)
            for known in self._texts
            for length in _TARGET.findall(known.fold)
        ]

    @lazy
    def breaches(self) -> Sequence[bool]:
        """Whether each was breached, according to its fields."""
        return self._breaches_of("")

    @lazy
    def breaches_by_phase(self) -> Mapping[str, Sequence[bool]]:
        """The same for those whose names have the word `response` or `resolution`, by that word."""
        return {phase: self._breaches_of(phase) for phase in PHASES}

    def _breaches_of(self, phase: str) -> Sequence[bool]:
        levels = (each for each in self._fields() if phase in str(each.get("name", "")).lower())
        found = (each.get(name) for each in levels for name in _BREACHED)
        return [breached for breached in found if isinstance(breached, bool)]

    @lazy
    def breach_phrases(self) -> Sequence[ResultValue]:
        """Whether service levels in fields were breached, in words, with the first source."""
        is_breached = any(self.breaches)
        listed = [Source(each.tool, _LIST) for each in self._results if each.content.get(_LIST)]
        sources = listed or [Source(tool, _OWN) for tool, _ in self._own if self.breaches]
        return [
            ResultValue("breached" if is_breached else "not breached", each) for each in sources[:1]
        ]

    def _fields(self) -> Iterator[Mapping[str, JsonValue]]:
        """The fields of each service level."""
        for result in self._results:
            some = result.content.get(_LIST)
            yield from (
                each for each in (some if isinstance(some, list) else ()) if isinstance(each, dict)
            )
        if len(self._own) == 1:  # an answer could mean any of several
            yield self._own[0][1]

    @lazy
    def _own(self) -> Sequence[tuple[str, Mapping[str, JsonValue]]]:
        """The service levels within records, with the tools that returned them."""
        return [
            (each.tool, level)
            for each in self._results
            if isinstance(level := each.content.get(_OWN), dict)
            and any(kind_of(name) == "id" for name in each.content)
        ]
