"""The sample data of `events/data`: memories of four collections, and two runs that cited some.

Seeding twice changes nothing. Most memories carry no date, so that they are fresh whenever they are
seeded; the few that do are stale on purpose.
"""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from infra.local.cli.stores import Target
from infra.local.cli.transfer import Importer, Reading
from recollect.memories.citations import cite_memories
from recollect.memories.deed import Deed
from recollect.memories.identity import collection_of
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


def seed(target: Target) -> int:
    """Bring the sample data into the stores; answer how many memories were added."""

    async def bring() -> int:
        async with target.open() as services:
            return await _seed(services)

    return asyncio.run(bring())


async def _seed(services: Services) -> int:
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
