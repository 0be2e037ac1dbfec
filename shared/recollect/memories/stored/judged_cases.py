"""The port of the cases of runs, which are judged along with the memories that the runs cited."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.model import CitationOutcome


class JudgedCases(Protocol):
    """The store of cases: which evidence a run needed in which situation, and how it ended."""

    async def judge(
        self, run: Key, outcome: CitationOutcome, as_of: datetime, operation: Operation
    ) -> CitationOutcome | None:
        """Record how a run turned out; answers the outcome reported for the latest moment.

        None if the run has no case. Raises OwnJudgement if the run is the judge's own.
        """

    async def void(self, runs: Sequence[Key], as_of: datetime) -> None:
        """Void the outcomes of runs; outcomes reported afterwards count again."""

    async def forget_citing(
        self, collection: str, memory_ids: Sequence[str], runs: Sequence[str]
    ) -> None:
        """Delete the cases of `runs`, and those of runs that cited one of these memories."""
