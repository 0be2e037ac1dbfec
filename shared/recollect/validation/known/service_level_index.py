"""What results say of service levels: how long they are, when they end, whether they were kept."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pydantic import JsonValue

from recollect.core.lazy import lazy
from recollect.validation.known.field_kinds import kind_of
from recollect.validation.known.records import ResultValue, Source
from recollect.validation.known.result_texts import ResultText
from recollect.validation.results import ReadResult

_LIST: Final = "slas"
_OWN: Final = "sla"
_BREACHED: Final = ("has_breached", "is_breached", "breached")
PHASES: Final = ("response", "resolution")
"""What a service level is of."""

_TARGET: Final = re.compile(r"(?:resolution|response) \((\d{1,3} (?:minute|hour|day)s?)\)")


class ServiceLevelIndex:
    """The service levels of results, by what summaries and fields say of them."""

    def __init__(self, results: Sequence[ReadResult], texts: Sequence[ResultText]) -> None:
        self._results = results
        self._texts = texts

    @lazy
    def told(self) -> Sequence[ResultValue]:
        """What summaries say of them, of whatever record."""
        return [
            ResultValue(line.partition(":")[2].strip(), told.source)
            for told in self._texts
            if "SLA" in told.text
            for line in told.text.splitlines()
            if line.strip().startswith("SLA:")
        ]

    @lazy
    def targets(self) -> Sequence[ResultValue]:
        """How long they are, by their names: `4 hours` of `resolution (4 hours)`."""
        return [
            ResultValue(length, told.source)
            for told in self._texts
            for length in _TARGET.findall(told.fold)
        ]

    @lazy
    def breaches(self) -> Sequence[bool]:
        """Whether each was breached, by the fields."""
        return self._breaches_of("")

    @lazy
    def breaches_by_phase(self) -> Mapping[str, Sequence[bool]]:
        """The same of those whose names have a word: `response` or `resolution`."""
        return {phase: self._breaches_of(phase) for phase in PHASES}

    def _breaches_of(self, phase: str) -> Sequence[bool]:
        levels = (each for each in self._fields() if phase in str(each.get("name", "")).lower())
        found = (each.get(name) for each in levels for name in _BREACHED)
        return [breached for breached in found if isinstance(breached, bool)]

    @lazy
    def in_words(self) -> Sequence[ResultValue]:
        """Whether those that only fields tell of were kept, in words."""
        is_breached = any(self.breaches)
        listed = [Source(each.tool, _LIST) for each in self._results if each.content.get(_LIST)]
        sources = listed or [Source(tool, _OWN) for tool, _ in self._own if self.breaches]
        return [
            ResultValue("breached" if is_breached else "not breached", each) for each in sources[:1]
        ]

    def _fields(self) -> Iterator[Mapping[str, JsonValue]]:
        """The fields of each."""
        for result in self._results:
            some = result.content.get(_LIST)
            yield from (
                each for each in (some if isinstance(some, list) else ()) if isinstance(each, dict)
            )
        if len(self._own) == 1:  # of several it is not plain which is meant
            yield self._own[0][1]

    @lazy
    def _own(self) -> Sequence[tuple[str, Mapping[str, JsonValue]]]:
        """The service levels that records have in themselves, with the tools that told them."""
        return [
            (each.tool, level)
            for each in self._results
            if isinstance(level := each.content.get(_OWN), dict)
            and any(kind_of(name) == "id" for name in each.content)
        ]
