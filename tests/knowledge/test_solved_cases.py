"""Solved cases: what is searched follows what was decided, also if others decide meanwhile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from typing_extensions import override

from recollect.core.operation import Operation
from recollect.knowledge.records import KnowledgeRecord
from recollect.knowledge.solved_cases import (
    CaseOutcome,
    RunCase,
    RunKey,
    SolvedCases,
    experience_namespace,
)
from tests.knowledge.fake_cases import FakeRunCases
from tests.knowledge.fakes import FakeKnowledge, Meanwhile
from tests.knowledge.stores import SCOPE
from tests.retrieval.samples import NOW

RUN: RunKey = "support:helpdesk", "run-1"
ANN = Operation("ann", NOW)


@dataclass(slots=True)
class InterruptedKnowledge(FakeKnowledge):
    """A store where others act once, just before a record is written."""

    meanwhile: list[Meanwhile] = field(default_factory=list)

    @override
    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        if self.meanwhile:
            await self.meanwhile.pop()()
        await FakeKnowledge.put(self, namespace, records)


@dataclass(slots=True)
class InterruptedCases(FakeRunCases):
    """Cases where others act once, just before some are deleted."""

    meanwhile: list[Meanwhile] = field(default_factory=list)

    @override
    async def forget(self, cases: Mapping[RunKey, RunCase]) -> None:
        if self.meanwhile:
            await self.meanwhile.pop()()
        await FakeRunCases.forget(self, cases)


class Cases:
    """A case that needed one item, and whose run has not ended."""

    def __init__(self) -> None:
        self.knowledge, self.runs = InterruptedKnowledge(), InterruptedCases()
        self.solved = SolvedCases(self.runs, self.knowledge)

    async def cite(self) -> None:
        await self.solved.cite(RUN, "The printer is silent.", {SCOPE: ["guide"]}, ANN)

    async def judge(self, outcome: CaseOutcome) -> None:
        await self.solved.judge(RUN, outcome, NOW, ANN)

    async def fail(self) -> None:
        await self.judge("failure")

    async def forget(self) -> None:
        await self.solved.forget_runs([RUN])

    def searched(self) -> int:
        return len(self.knowledge.of(experience_namespace(SCOPE)))


async def test_a_run_that_ended_well_is_searched_until_it_turns_out_to_have_failed() -> None:
    cases = Cases()
    await cases.cite()
    await cases.judge("success")
    assert cases.searched() == 1
    await cases.fail()
    assert cases.searched() == 0


async def test_a_run_that_is_judged_to_have_failed_meanwhile_is_not_searched() -> None:
    cases = Cases()
    await cases.cite()
    cases.knowledge.meanwhile = [cases.fail]
    await cases.judge("success")
    assert cases.searched() == 0


async def test_a_case_that_is_forgotten_meanwhile_does_not_come_back() -> None:
    cases = Cases()
    await cases.cite()
    cases.knowledge.meanwhile = [cases.forget]
    await cases.judge("success")
    assert cases.searched() == 0


async def test_a_case_whose_run_is_judged_while_it_is_forgotten_does_not_come_back() -> None:
    cases = Cases()
    await cases.cite()
    cases.runs.meanwhile = [lambda: cases.judge("success")]
    await cases.forget()
    assert cases.searched() == 0
