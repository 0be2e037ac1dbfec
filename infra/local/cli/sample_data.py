"""The sample data of `events/data`: memories, runs that cited some of them, and evidence.

Seeding twice adds nothing. Most memories and items carry no date, so that they are fresh whenever
they are seeded; the few that do are old on purpose. An item of evidence is stored anew each time.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from infra.local.cli.stores import Target
from infra.local.cli.transfer import Importer, Reading
from recollect.knowledge.evidence import ingest_evidence
from recollect.knowledge.requests import EvidenceBatch, NewEvidence
from recollect.memories.citations import cite_memories
from recollect.memories.deed import Deed
from recollect.memories.identity import collection_of
from recollect.wiring.knowledge import KnowledgeServices
from recollect.wiring.services import Services

EVENTS_FOLDER = Path(__file__).parents[3] / "events"
_DATA_FOLDER = EVENTS_FOLDER / "data"


class SampleRun(BaseModel):
    """A run that cited memories, so that samples can tell how it turned out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    app_slug: str
    run_id: str
    memory_ids: tuple[str, ...]


def memory_files() -> Iterator[tuple[str, Path]]:
    """Each app of the sample data with its file."""
    for path in sorted((_DATA_FOLDER / "memories").glob("*.jsonl")):
        yield path.stem, path


def sample_runs() -> Iterator[SampleRun]:
    """The runs of the sample data."""
    for line in (_DATA_FOLDER / "citations.jsonl").read_text(encoding="utf-8").splitlines():
        yield SampleRun.model_validate_json(line)


def sample_evidence() -> EvidenceBatch:
    """The evidence of the sample data, of tenant and project `default`."""
    lines = (_DATA_FOLDER / "evidence.jsonl").read_text(encoding="utf-8").splitlines()
    return EvidenceBatch(items=tuple(map(NewEvidence.model_validate_json, lines)))


@dataclass(frozen=True, slots=True)
class Seeded:
    """How many memories were added, and how many items of evidence were stored."""

    memories: int
    evidence: int


def seed(target: Target) -> Seeded:
    """Bring the sample data into the stores."""

    async def bring() -> Seeded:
        async with target.open_all() as (services, knowledge):
            return Seeded(await _seed_memories(services), await _seed_evidence(knowledge))

    return asyncio.run(bring())


async def _seed_memories(services: Services) -> int:
    added = 0
    for app_slug, path in memory_files():
        with path.open("rb") as file:
            added += (await Importer(app_slug, services, Reading(file)).run()).added
    for run in sample_runs():
        await cite_memories(
            collection_of(run.app_slug),
            run.run_id,
            run.memory_ids,
            Deed("sample data", datetime.now(UTC)),
            records=services.records,
            citations=services.counts,
        )
    return added


async def _seed_evidence(knowledge: KnowledgeServices) -> int:
    stored = await ingest_evidence(
        sample_evidence(),
        datetime.now(UTC),
        shelf=knowledge.shelf,
        catalogue=knowledge.catalogue,
    )
    return stored.stored
