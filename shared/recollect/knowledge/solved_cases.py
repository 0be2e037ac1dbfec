"""Solved cases: which evidence of a project the runs that ended well needed.

A run that cites evidence in a situation is a case. Once it has ended well it is *solved*: a record
is stored beside the evidence of each project that it cited, where context requests find it. Redis
decides, and the searched record is updated to match: if a run turns out to have failed, its record
is removed.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, Protocol

from recollect.core.concurrency import gather_all
from recollect.core.errors import NotFound
from recollect.core.grouping import batched, grouped
from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms
from recollect.detection.mask import masked
from recollect.knowledge.ownership import Sees
from recollect.knowledge.records import KnowledgeRecord, KnowledgeRepository, items_namespace
from recollect.retrieval.candidates import Scope

NEEDED, WRITER, SOLVED_AT = "needed", "writer", "solved_at_ms"
"""The metadata fields of the record of a solved case."""
MAX_NEEDED_ITEMS = 100
"""How many items a case can need."""
_AT_ONCE: Final = 500

Needs = Mapping[Scope, Sequence[str]]
"""The ids of the needed evidence, by tenant and project."""
CaseOutcome = Literal["success", "failure"]
RunKey = tuple[str, str]
"""A run: the collection of its app, and its id there."""


def experience_namespace(scope: Scope) -> str:
    """The namespace in which the solved cases of a project are searched."""
    return f"experience:{scope.tenant}:{scope.project}"


@dataclass(frozen=True, slots=True)
class RunCase:
    """A case: its masked situation, the evidence that it needed, and who opened its run.

    `solved_at` is when it ended well; None if it did not, or has not ended.
    """

    situation: str
    needs: Needs
    opener: str
    solved_at: datetime | None


class RunCases(Protocol):
    """The store that decides about cases and how they ended. Raises StoreError."""

    async def cite(self, run: RunKey, situation: str, needs: Needs, operation: Operation) -> bool:
        """Record what a run needed; its first situation stands. False if it is somebody else's."""

    async def judge(
        self, run: RunKey, outcome: CaseOutcome, as_of: datetime, operation: Operation
    ) -> CaseOutcome | None:
        """Record how a run ended; only a judge's latest report counts.

        The run counts as ended well while more judges say so than say otherwise, or the operator
        says so. Answers the outcome reported for the latest moment, or None if the run has no case.
        Raises OwnJudgement if whoever opened the run judges it.
        """

    async def void(self, runs: Sequence[RunKey], as_of: datetime) -> None:
        """Void the outcomes of runs; later reports count again. A run without a case is ignored."""

    async def read(self, runs: Sequence[RunKey]) -> Sequence[RunCase | None]:
        """The cases of runs, in their order; None for a run without a case."""

    async def note_solved(self, scope: Scope) -> None:
        """Note that a project has solved cases, so that context requests look for them."""

    async def needing(self, scope: Scope, item_id: str) -> Sequence[RunKey]:
        """The runs that needed an item."""

    async def citing(self, collection: str, memory_ids: Sequence[str]) -> Sequence[RunKey]:
        """The runs that cited some memories."""

    async def forget_item(self, scope: Scope, item_id: str, runs: Sequence[RunKey]) -> None:
        """Remove an item from what runs needed."""

    async def forget_needs(self, run: RunKey, needs: Needs) -> None:
        """Remove items from what a run needed, where the items no longer know the run."""

    async def forget(self, cases: Mapping[RunKey, RunCase]) -> None:
        """Delete the cases of runs, given as they were read, and what they needed."""


@dataclass(frozen=True, slots=True)
class SolvedCases:
    """Cases of runs, kept in both stores: `runs` decide, `repository` has the searched records."""

    runs: RunCases
    repository: KnowledgeRepository

    async def check(self, needs: Needs, sees: Sees) -> None:
        """Raise NotFound with the first item that does not exist or that the caller may not see."""
        found = await gather_all(
            self.repository.get(items_namespace(scope), ids) for scope, ids in needs.items()
        )
        for (scope, ids), records in zip(needs.items(), found, strict=True):
            seen = {each.id for each in records if sees(each)}
            for each in ids:
                if each not in seen:
                    raise NotFound(f"there is no evidence {each} in {scope.tenant}/{scope.project}")

    async def cite(self, run: RunKey, situation: str, needs: Needs, operation: Operation) -> None:
        """Record what a run needed; NotFound if the run is somebody else's."""
        if not await self.runs.cite(run, masked(situation), needs, operation):
            raise NotFound(f"there is no run {run[1]} in {run[0]}")
        await self.follow(run)

    async def judge(
        self, run: RunKey, outcome: CaseOutcome, as_of: datetime, operation: Operation
    ) -> CaseOutcome | None:
        """Record how a run ended; answers the outcome reported for the latest moment.

        None if the run has no case.
        """
        judged = await self.runs.judge(run, outcome, as_of, operation)
        if judged:
            await self.follow(run)
        return judged

    async def void(self, runs: Sequence[RunKey], as_of: datetime) -> None:
        """Void the outcomes of runs: they are no solved cases until a later report says so."""
        if runs:
            await self.runs.void(runs, as_of)
            await gather_all(self.follow(run) for run in runs)

    async def needing(self, scope: Scope, ids: Sequence[str]) -> Mapping[RunKey, RunCase]:
        """The cases that needed one of these items."""
        found = await gather_all(self.runs.needing(scope, each) for each in ids)
        runs = list(dict.fromkeys(each for some in found for each in some))
        cases = await self.runs.read(runs) if runs else ()
        return {run: case for run, case in zip(runs, cases, strict=True) if case is not None}

    async def forget_item(self, scope: Scope, item_id: str) -> None:
        """Remove an item of evidence from what cases needed."""
        runs = await self.runs.needing(scope, item_id)
        await self.runs.forget_item(scope, item_id, runs)
        await gather_all(self.follow(run, gone=(scope,)) for run in runs)

    async def forget_needs(self, run: RunKey, needs: Needs) -> None:
        """Remove items that were deleted with everything about them from what a run needed."""
        await self.runs.forget_needs(run, needs)
        await self.follow(run, gone=tuple(needs))

    async def forget_runs(self, runs: Sequence[RunKey]) -> None:
        """Delete the cases of runs completely, 500 at a time, so that a repeat continues there."""
        for batch in batched(runs, _AT_ONCE):
            await self._forget(batch)

    async def _forget(self, runs: Sequence[RunKey]) -> None:
        read = zip(runs, await self.runs.read(runs), strict=True)
        cases = {run: case for run, case in read if case}
        searched = grouped((scope, _id(run)) for run, case in cases.items() for scope in case.needs)

        async def remove() -> None:
            await gather_all(
                self.repository.remove(experience_namespace(scope), ids)
                for scope, ids in searched.items()
            )

        await remove()
        await self.runs.forget(cases)
        # Again: somebody who still read the cases has stored their records.
        await remove()

    async def forget_citing(
        self, collection: str, memory_ids: Sequence[str], runs: Sequence[str]
    ) -> None:
        """Delete the cases of `runs`, and those of runs that cited one of these memories."""
        citing = await self.runs.citing(collection, memory_ids)
        named = ((collection, each) for each in runs)
        await self.forget_runs(list(dict.fromkeys([*citing, *named])))

    async def follow(self, run: RunKey, gone: Sequence[Scope] = ()) -> None:
        """Update the searched records until they match the case as it is.

        `gone` are projects that the case does not need any more. The case is read again afterwards,
        since somebody may have decided otherwise meanwhile, or deleted it.
        """
        scopes, is_followed = {*gone}, False
        (case,) = await self.runs.read([run])
        while not is_followed:
            scopes |= {*(case.needs if case else ())}
            await gather_all(self._follow_in(scope, run, case) for scope in scopes)
            before, (case,) = case, await self.runs.read([run])
            is_followed = case == before

    async def _follow_in(self, scope: Scope, run: RunKey, case: RunCase | None) -> None:
        namespace, ids = experience_namespace(scope), case.needs.get(scope, ()) if case else ()
        if case and case.solved_at and case.situation and ids:
            await self.runs.note_solved(scope)
            await self.repository.put(namespace, [_record(run, case, case.solved_at, ids)])
        else:
            await self.repository.remove(namespace, [_id(run)])


def _record(run: RunKey, case: RunCase, solved_at: datetime, ids: Sequence[str]) -> KnowledgeRecord:
    return KnowledgeRecord(
        _id(run),
        case.situation,
        {
            NEEDED: list(ids),
            # A digest: readers may know that two cases have the same writer, but not who it is.
            WRITER: _digest(case.opener),
            SOLVED_AT: epoch_ms(solved_at),
        },
    )


def _id(run: RunKey) -> str:
    return f"case_{_digest(' '.join(run))}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:24]
