"""The cases of runs in Upstash Redis: which evidence a run needed, and how the run ended."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from recollect.adapters.upstash.redis.client import (
    Command,
    RedisAdapter,
    Script,
    mapping_from_pairs,
    translated_errors,
)
from recollect.adapters.upstash.redis.evidence_keys import knowledge_key, needed_by_key
from recollect.adapters.upstash.redis.keys import case_key, memory_key, once_keys, run_key
from recollect.adapters.upstash.redis.memory_format import (
    authority_argument,
    citation_outcome,
    operation_digest,
    stamp_argument,
)
from recollect.core.errors import OwnJudgement
from recollect.core.grouping import grouped
from recollect.core.operation import Operation
from recollect.core.timestamps import from_epoch_ms
from recollect.knowledge.solved_cases import MAX_NEEDED_ITEMS, Needs, RunCase, RunKey
from recollect.memories.model import CitationOutcome
from recollect.memories.stored.ledger_data import FOREIGN_RUN, NOT_ITS_OWN
from recollect.retrieval.candidates import Scope

_NEEDS = "needs "
_OPENER = "opened by"


class RedisRunCases(RedisAdapter):
    """The port `RunCases` of `recollect.knowledge`."""

    async def cite(self, run: RunKey, situation: str, needs: Needs, operation: Operation) -> bool:
        """Note which evidence a run needed; False if the run is somebody else's."""
        needed = [(scope, item_id) for scope, ids in needs.items() for item_id in ids]
        script = Script(
            "cite_evidence",
            (run_key(*run), case_key(*run), *(needed_by_key(*item) for item in needed)),
            (
                *(operation.actor, "1" if operation.relays else ""),
                *(situation, str(MAX_NEEDED_ITEMS), json.dumps(run)),
                *(_field(*item) for item in needed),
            ),
        )
        return not await self._redis.run(script, repeatable=True)

    async def judge(
        self, run: RunKey, outcome: CitationOutcome, as_of: datetime, operation: Operation
    ) -> CitationOutcome | None:
        """Note how a run ended, and return the outcome that was reported for the latest moment.

        None if the run has no case. Raises OwnJudgement if the run is the actor's own.
        """
        case, digest = case_key(*run), operation_digest(operation, case_key(*run))
        signed = (digest, operation.actor, authority_argument(operation))
        arguments = (*signed, stamp_argument(as_of), outcome)
        script = Script("judge_case", (case,), arguments, once_keys(digest))
        answer = await self._redis.run(script, repeatable=True)
        if answer == "=own":
            raise OwnJudgement(NOT_ITS_OWN)
        with translated_errors():
            return None if answer == FOREIGN_RUN else citation_outcome(answer)

    async def void(self, runs: Sequence[RunKey], as_of: datetime) -> None:
        """Void what was reported about how runs ended, up to the moment `as_of`."""
        keys = tuple(case_key(*run) for run in runs)
        await self._redis.run(Script("void_cases", keys, (stamp_argument(as_of),)), repeatable=True)

    async def read(self, runs: Sequence[RunKey]) -> Sequence[RunCase | None]:
        """The case of each run as it is now, or None."""
        commands: list[Command] = [["HGETALL", case_key(*run)] for run in runs]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with translated_errors():
            return [_case(mapping_from_pairs(flat)) if flat else None for flat in answers]

    async def note_solved(self, scope: Scope) -> None:
        """Note that a project has solved cases."""
        await self._redis.hset(knowledge_key(scope), "has_cases", "1")

    async def needing(self, scope: Scope, item_id: str) -> Sequence[RunKey]:
        """The runs that needed an item of evidence."""
        members = await self._redis.smembers(needed_by_key(scope, item_id))
        with translated_errors():
            return [(collection, run) for collection, run in map(json.loads, sorted(members))]

    async def citing(self, collection: str, memory_ids: Sequence[str]) -> Sequence[RunKey]:
        """The runs that cited any of these memories."""
        keys = [f"{memory_key((collection, memory_id))}:runs" for memory_id in memory_ids]
        commands: list[Command] = [["SMEMBERS", key] for key in keys]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with translated_errors():
            runs = {str(each) for answer in answers for each in answer}
            return [
                (collection, each.removeprefix(run_key(collection, ""))) for each in sorted(runs)
            ]

    async def forget_item(self, scope: Scope, item_id: str, runs: Sequence[RunKey]) -> None:
        """Remove an item from the needs of these runs."""
        commands: list[Command] = [["HDEL", case_key(*run), _field(scope, item_id)] for run in runs]
        commands.append(["DEL", needed_by_key(scope, item_id)])
        await self._redis.pipeline(commands, repeatable=True)

    async def forget_needs(self, run: RunKey, needs: Needs) -> None:
        """Remove items from the needs of a run."""
        fields = [_field(scope, item_id) for scope, ids in needs.items() for item_id in ids]
        await self._redis.hdel(case_key(*run), *fields)

    async def forget(self, cases: Mapping[RunKey, RunCase]) -> None:
        """Remove cases, and their runs from the sets of runs that needed an item."""
        commands: list[Command] = []
        for run, case in cases.items():
            commands += [
                ["SREM", needed_by_key(scope, each), json.dumps(run)]
                for scope, ids in case.needs.items()
                for each in ids
            ]
            commands.append(["DEL", case_key(*run)])
        await self._redis.pipeline(commands, repeatable=True)


def _case(fields: Mapping[str, str]) -> RunCase:
    named = sorted(each for each in fields if each.startswith(_NEEDS))
    needed = (json.loads(each.removeprefix(_NEEDS)) for each in named)
    needs = grouped((Scope(tenant, project), item_id) for tenant, project, item_id in needed)
    is_solved = fields.get("outcome") == "success"
    return RunCase(
        fields.get("situation", ""),
        needs,
        fields[_OPENER],
        from_epoch_ms(int(fields["outcome_at"])) if is_solved else None,
    )


def _field(scope: Scope, item_id: str) -> str:
    return _NEEDS + json.dumps([scope.tenant, scope.project, item_id])
