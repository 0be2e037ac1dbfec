"""Records what runs used, and how they ended."""

from collections import defaultdict

from recollect.actions.sight import sees_evidence
from recollect.learning.contexts import RunContext
from recollect.memories.judging.citations import cite_memories, record_run_outcome
from recollect.memories.judging.moments import happened_at
from recollect.memories.receipts import Cited
from recollect.memories.requests import NewCitationOutcome, NewCitations
from recollect.memories.stored.ledger_data import RunOutcome
from recollect.retrieval.candidates import Scope
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.experience import solved_cases
from recollect.wiring.memories import memory_stores


async def cite(call: Call[NewCitations]) -> Answer:
    """Record the memories and the evidence that a run used."""
    body, caller, cases = call.body, call.principal, solved_cases()
    run = call.collection, body.run_id
    needs = defaultdict[Scope, list[str]](list)
    for each in dict.fromkeys(body.evidence):
        caller.require_project(each.tenant, each.project)
        needs[Scope(each.tenant, each.project)].append(each.id)
    await cases.check(needs, sees_evidence(caller))
    cited = Cited(run_id=body.run_id, cited=(), evidence=tuple(dict.fromkeys(body.evidence)))
    if body.memory_ids:
        memories = await cite_memories(
            *run,
            body.memory_ids,
            caller.security_level,
            call.operation,
            memory_stores(),
            RunContext(body.stage or "", body.category or ""),
        )
        cited = cited.model_copy(update={"cited": memories.cited})
    if needs:
        await cases.cite(run, body.situation or "", needs, call.operation)
    return answer(cited, about=tuple((call.collection, each) for each in cited.cited))


async def report_outcome(call: Call[NewCitationOutcome]) -> Answer:
    """Report how a run turned out for the memories that it cited."""
    now = call.operation.at
    as_of = happened_at(call.body.occurred_at, now, now)
    recorded = await record_run_outcome(
        call.collection,
        RunOutcome(call.path["run_id"], call.body.outcome, as_of),
        call.body.memory_ids,
        call.principal.security_level,
        call.operation,
        memory_stores(),
        solved_cases(),
    )
    return answer(recorded, about=tuple((call.collection, each) for each in recorded.updated))
