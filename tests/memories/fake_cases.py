"""In-memory cases: what runs needed besides memories."""

from collections.abc import Sequence
from datetime import datetime

from typing_extensions import override

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.model import CitationOutcome
from recollect.memories.stored.judged_cases import JudgedCases
from tests.memories.stepping import Stepped, Steps, stepped


class NoCases(JudgedCases):
    """The port `JudgedCases` without any cases."""

    @override
    async def judge(
        self, run: Key, outcome: CitationOutcome, as_of: datetime, operation: Operation
    ) -> CitationOutcome | None:
        return None

    @override
    async def void(self, runs: Sequence[Key], as_of: datetime) -> None:
        return None

    @override
    async def forget_citing(
        self, collection: str, memory_ids: Sequence[str], runs: Sequence[str]
    ) -> None:
        return None


class FakeCases(Stepped, NoCases):
    """Existing cases with the memories that their runs cited; nobody judges them."""

    name = "cases"

    def __init__(self, steps: Steps | None = None) -> None:
        super().__init__(steps)
        self.cited: dict[Key, set[str]] = {}

    @override
    @stepped
    async def forget_citing(
        self, collection: str, memory_ids: Sequence[str], runs: Sequence[str]
    ) -> None:
        self.cited = {
            run: cited
            for run, cited in self.cited.items()
            if run[1] not in runs and cited.isdisjoint(memory_ids)
        }
