"""The sample data of `events/data`: memories and runs that cited some of them, evidence, cases,
and business contexts.

Seeding twice adds no second copy: evidence is stored again in its place. Most memories and items
carry no date, so that they are fresh whenever they are seeded; the few that do are old on purpose.
"""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, JsonValue

from infra.cli.importing.into_stores import BUSINESS_CONTEXTS, OPERATOR, memories_of
from infra.cli.importing.plan import ImportSource
from infra.cli.importing.tables import json_lines
from infra.cli.stores import OpenStores, StoreTarget
from infra.samples import DATA_FOLDER, EVENTS_FOLDER
from recollect.core.customers import ALL_CUSTOMERS
from recollect.core.ids import collection_of
from recollect.core.operation import Operation
from recollect.knowledge.business_contexts import BusinessContext
from recollect.knowledge.case_storing import CaseBatch, NewCase, ingest_cases
from recollect.knowledge.evidence_storing import ingest_evidence
from recollect.knowledge.requests import EvidenceBatch, NewEvidence
from recollect.memories.judging.citations import cite_memories
from recollect.wiring.knowledge import KnowledgeServices

SAMPLE_DESK: Final = "https://mobiz.service-now.com"
"""The service desk in the sample data's links; `seed` replaces it by the target's own desk."""


class SampleRun(BaseModel):
    """A run that cited memories, so that sample events can report its outcome."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    app_slug: str
    run_id: str
    memory_ids: tuple[str, ...]


def memory_files() -> Iterator[tuple[str, Path]]:
    """Each app of the sample data with the file of its memories."""
    for path in sorted((DATA_FOLDER / "memories").glob("*.jsonl")):
        yield path.stem, path


def sample_runs() -> Iterator[SampleRun]:
    """The runs of the sample data."""
    return map(SampleRun.model_validate_json, _lines("citations"))


def sample_evidence() -> EvidenceBatch:
    """The evidence of the sample data, of tenant and project `default`."""
    return EvidenceBatch(items=tuple(map(NewEvidence.model_validate_json, _lines("evidence"))))


def sample_cases(desk_url: str = SAMPLE_DESK) -> CaseBatch:
    """The resolved cases of the sample data, with links to the service desk at `desk_url`."""
    lines = (line.replace(SAMPLE_DESK, desk_url) for line in _lines("cases"))
    return CaseBatch(cases=tuple(map(NewCase.model_validate_json, lines)))


def sample_business_contexts() -> Iterator[BusinessContext]:
    """The entities of the sample data."""
    return map(BusinessContext.model_validate_json, _lines("business_contexts"))


def _lines(name: str) -> list[str]:
    # Not splitlines(), which also splits at characters that JSON strings may hold.
    return (DATA_FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").strip().split("\n")


@dataclass(frozen=True, slots=True)
class Seeded:
    """How many memories were added, and how many records of the other kinds were stored."""

    memories: int
    evidence: int
    cases: int
    business_contexts: int


def seed(target: StoreTarget) -> Seeded:
    """Bring the sample data into the stores."""

    async def bring() -> Seeded:
        async with target.open() as stores:
            knowledge = stores.knowledge
            return Seeded(
                memories=await _seed_memories(stores),
                evidence=await _seed_evidence(knowledge),
                cases=await _seed_cases(knowledge, target.desk_url or SAMPLE_DESK),
                business_contexts=await _seed_business_contexts(stores),
            )

    return asyncio.run(bring())


async def _seed_memories(stores: OpenStores) -> int:
    added = 0
    for app_slug, path in memory_files():
        with path.open("rb") as file:
            counts = await memories_of(app_slug).run(ImportSource(json_lines(file)), stores)
            added += counts["added"]
    for run in sample_runs():
        await cite_memories(
            collection_of(run.app_slug),
            run.run_id,
            run.memory_ids,
            "restricted",
            Operation("sample data", datetime.now(UTC), trusted=True),
            stores.memories,
        )
    return added


async def _seed_cases(knowledge: KnowledgeServices, desk_url: str) -> int:
    ownership = knowledge.ownership(OPERATOR)
    stored = await ingest_cases(
        sample_cases(desk_url), ownership, repository=knowledge.repository, customers=ALL_CUSTOMERS
    )
    return stored.stored


async def _seed_evidence(knowledge: KnowledgeServices) -> int:
    stored = await ingest_evidence(
        sample_evidence(),
        datetime.now(UTC),
        knowledge.ownership(OPERATOR),
        repository=knowledge.repository,
        threads=knowledge.threads,
    )
    return stored.stored


async def _seed_business_contexts(stores: OpenStores) -> int:
    with (DATA_FOLDER / "business_contexts.jsonl").open("rb") as file:
        return (await BUSINESS_CONTEXTS.run(ImportSource(json_lines(file)), stores))["stored"]


def sample_body(name: str) -> dict[str, JsonValue]:
    """The body of the sample event of this name, such as `find_memories/search_memories.json`."""
    event = json.loads((EVENTS_FOLDER / name).read_text(encoding="utf-8"))
    body: dict[str, JsonValue] = json.loads(event["body"])
    return body
