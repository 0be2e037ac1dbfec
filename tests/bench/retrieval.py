"""How well evidence is found: `python -m tests.bench.retrieval CORPUS… [--embedder minilm]`.

A corpus is a folder with `corpus.jsonl` and `queries.jsonl`, or LoCoMo's own file. Its items go
into a fresh local platform as those of `POST /evidence` do (and with `--postgres` into a real
Postgres beside it), and are found through H4R:

    dense       semantic queries, by relevance alone
    sparse      keyword queries, by relevance alone
    relevance   hybrid queries, by relevance alone
    signals     hybrid queries, by all signals: what `POST /context` answers
"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from infra.local.emulators.vector.embedder_names import EmbedderName
from infra.local.environment import environment
from infra.local.platform import PlatformOptions, running_platform
from infra.routes import FUNCTIONS
from recollect.adapters.http.transport import new_http_client
from recollect.context.building import Retrieve
from recollect.knowledge.evidence_storing import ingest_evidence
from recollect.knowledge.items import evidence_item
from recollect.knowledge.requests import EvidenceBatch, NewEvidence
from recollect.relevance.calibration import QueryType
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import EvidenceQuery, Scope
from recollect.settings.context import ContextSettings
from recollect.settings.stores import StoreSettings
from recollect.slicing.decisions import LocalDecisions
from recollect.slicing.reader import SpecialistReader
from recollect.slicing.specialist import ALL_GROUPS, Specialist
from recollect.wiring.evidence import build_evidence_services
from recollect.wiring.knowledge import KnowledgeServices, build_knowledge_services
from recollect.wiring.stores import build_stores
from tests.adapters.postgres_server import postgres_url, put
from tests.bench.figures import DEPTHS, NDCG_DEPTH, Figures, figures_of, mean
from tests.bench.judged import Document, JudgedCorpus, Question, read
from tests.writers import EDITOR

TENANT = "bench"
_BATCH = 20
SETTINGS = {"STORE_TIMEOUT_MS": "120000", "H4R_DEADLINE_MS": "60000", "H4R_CACHE_TTL_MS": "0"}
FUNCTION = next(each for each in FUNCTIONS if each.name == "ingest_knowledge")


@dataclass(frozen=True, slots=True)
class System:
    """A way to search: a type of query, and whether relevance alone counts."""

    name: str
    type: QueryType
    by_relevance: bool

    def settings(self, settings: ContextSettings) -> ContextSettings:
        """The settings of this system."""
        if not self.by_relevance:
            return settings
        return replace(settings, h4r=replace(settings.h4r, relevance=1.0))


_READER = SpecialistReader(
    Specialist("specialist", "bench", "restricted", frozenset({ALL_GROUPS})), LocalDecisions()
)

SYSTEMS = (
    System("dense", "semantic", by_relevance=True),
    System("sparse", "keyword", by_relevance=True),
    System("relevance", "hybrid", by_relevance=True),
    System("signals", "hybrid", by_relevance=False),
)


def measure(corpus: JudgedCorpus, embedder: EmbedderName, *, postgres: bool) -> dict[str, Figures]:
    """The figures of every system on a corpus."""
    options = PlatformOptions(embedder=embedder)
    further = {"DATABASE_URL": postgres_url()} if postgres else {}
    with running_platform(options) as platform:
        variables = {**environment(FUNCTION, platform.url, options), **SETTINGS, **further}
        return asyncio.run(_measured(corpus, variables))


async def _measured(corpus: JudgedCorpus, variables: dict[str, str]) -> dict[str, Figures]:
    settings = ContextSettings.read(variables)
    async with new_http_client() as client:
        connected = build_stores(StoreSettings.read(variables), client)
        knowledge = build_knowledge_services(connected)
        for batch in track(list(batches(corpus.documents)), f"{corpus.name}: items"):
            await bring_in(batch, corpus, knowledge, postgres="DATABASE_URL" in variables)
        figures = {}
        for system in SYSTEMS:
            services = build_evidence_services(system.settings(settings), connected)
            retrieve, limit = services.builder.retrieve, settings.candidate_limit
            figures[system.name] = mean(
                [
                    figures_of(
                        await ranking_of(question, system, retrieve, limit), question.relevant
                    )
                    for question in track(corpus.questions, f"{corpus.name}: {system.name}")
                ]
            )
        return figures


def batches(documents: Sequence[Document]) -> Iterator[EvidenceBatch]:
    """Documents as `POST /evidence` takes them, scope by scope."""
    for scope in dict.fromkeys(each.scope for each in documents):
        here = [each for each in documents if each.scope == scope]
        for start in range(0, len(here), _BATCH):
            items = tuple(
                NewEvidence(
                    id=each.id, content=each.text, created_at=each.created_at, thread=each.thread
                )
                for each in here[start : start + _BATCH]
            )
            yield EvidenceBatch(tenant=TENANT, project=scope.lower(), items=items)


async def bring_in(
    batch: EvidenceBatch, corpus: JudgedCorpus, knowledge: KnowledgeServices, *, postgres: bool
) -> None:
    """Store a batch of a corpus. Raises RuntimeError if an item is not stored completely."""
    now = datetime.now(UTC)  # an item from the future would be as old as this
    stored = await ingest_evidence(
        batch,
        now,
        knowledge.ownership(EDITOR),
        repository=knowledge.repository,
        threads=knowledge.threads,
    )
    if stored.failed:
        raise RuntimeError(f"{len(stored.failed)} items of {corpus.name} are not stored whole")
    if postgres:
        scope = Scope(batch.tenant, batch.project)
        await put(scope, [evidence_item(each, scope, now, EDITOR) for each in batch.items])


async def ranking_of(
    question: Question, system: System, retrieve: Retrieve, limit: int
) -> list[str]:
    """The ids that are found, best first."""
    query = EvidenceQuery(
        scope=Scope(TENANT, question.scope.lower()),
        type=system.type,
        text=question.text[:4096],
        filters=Filters(until=question.now - timedelta(milliseconds=1)),
        limit=limit,
    )
    found = await retrieve(query, _READER, question.now)
    return [each.candidate.item.id for each in found.ranking.kept]


def main(
    corpora: Annotated[list[Path], typer.Argument(exists=True, help="Folders, or locomo10.json.")],
    embedder: EmbedderName = "hashed",
    postgres: Annotated[
        bool, typer.Option("--postgres", help="As a source beside Upstash.")
    ] = False,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the figures here.")
    ] = None,
) -> None:
    """Measure how well evidence is found."""
    titles = (
        "corpus",
        "system",
        *(f"recall@{each}" for each in DEPTHS),
        "MRR",
        f"nDCG@{NDCG_DEPTH}",
    )
    table = Table(*titles, title=f"{embedder}{' and postgres' if postgres else ''}")
    numbers = {}
    for path in corpora:
        corpus = read(path)
        figures = measure(corpus, embedder, postgres=postgres)
        numbers[corpus.name] = {name: asdict(each) for name, each in figures.items()}
        for name, each in figures.items():
            cells = (*each.recall, each.mrr, each.ndcg)
            table.add_row(corpus.name, name, *(f"{value:.3f}" for value in cells))
    Console().print(table)
    if json_file:
        json_file.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
