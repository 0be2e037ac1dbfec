"""The port of the cases of runs, which are judged with the memories that the runs cited."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.model import CitationOutcome


class JudgedCases(Protocol):
    """What runs needed besides memories."""

    async def judge(
        self, run: Key, outcome: CitationOutcome, as_of: datetime, operation: Operation
    ) -> CitationOutcome | None:
        """Note how a run turned out; what was said of the latest moment, None where it is no case.

        Raises OwnJudgement.
        """

    async def void(self, runs: Sequence[Key], as_of: datetime) -> None:
        """Take back how runs turned out, unless somebody says so later."""

    async def forget_citing(
        self, collection: str, memory_ids: Sequence[str], runs: Sequence[str]
    ) -> None:
        """Forget the cases of these runs, and of those that cited one of these memories."""
