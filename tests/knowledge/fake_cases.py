"""In-memory cases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from typing_extensions import override

from recollect.core.operation import Operation
from recollect.knowledge.solved_cases import CaseOutcome, Needs, RunCase, RunCases, RunKey
from recollect.retrieval.candidates import Scope


@dataclass(slots=True)
class FakeRunCases(RunCases):
    """Cases where no run is foreign, no outcome is late, and no run cites a memory."""

    cases: dict[RunKey, RunCase] = field(default_factory=dict)
    solved_in: set[Scope] = field(default_factory=set)

    @override
    async def cite(self, run: RunKey, situation: str, needs: Needs, operation: Operation) -> bool:
        self.cases[run] = RunCase(situation, needs, operation.actor, None)
        return True

    @override
    async def judge(
        self, run: RunKey, outcome: CaseOutcome, as_of: datetime, operation: Operation
    ) -> CaseOutcome | None:
        if run not in self.cases:
            return None
        solved_at = as_of if outcome == "success" else None
        self.cases[run] = replace(self.cases[run], solved_at=solved_at)
        return outcome

    @override
    async def void(self, runs: Sequence[RunKey], as_of: datetime) -> None:
        for run in runs:
            if run in self.cases:
                self.cases[run] = replace(self.cases[run], solved_at=None)

    @override
    async def read(self, runs: Sequence[RunKey]) -> Sequence[RunCase | None]:
        return [self.cases.get(run) for run in runs]

    @override
    async def note_solved(self, scope: Scope) -> None:
        self.solved_in.add(scope)

    @override
    async def needing(self, scope: Scope, item_id: str) -> Sequence[RunKey]:
        return [run for run, case in self.cases.items() if item_id in case.needs.get(scope, ())]

    @override
    async def citing(self, collection: str, memory_ids: Sequence[str]) -> Sequence[RunKey]:
        return ()

    @override
    async def forget_item(self, scope: Scope, item_id: str, runs: Sequence[RunKey]) -> None:
        for run in runs:
            case = self.cases[run]
            left = tuple(each for each in case.needs[scope] if each != item_id)
            self.cases[run] = replace(case, needs={**case.needs, scope: left})

    @override
    async def forget_needs(self, run: RunKey, needs: Needs) -> None:
        for scope, ids in needs.items():
            for each in ids:
                await self.forget_item(scope, each, [run])

    @override
    async def forget(self, cases: Mapping[RunKey, RunCase]) -> None:
        for run in cases:
            self.cases.pop(run, None)
