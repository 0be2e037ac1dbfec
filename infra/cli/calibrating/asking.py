"""What both arms of an index find for judged questions, in namespaces that are removed again."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import islice
from secrets import token_hex
from typing import Final, TypeVar

from rich.progress import track
from upstash_vector.types import Data, QueryMode, QueryResult

from infra.cli.calibrating.judged import Document, JudgedCorpus, Question
from infra.cli.console import CommandError, stderr
from recollect.adapters.http.transport import HttpService, bearer, new_http_client
from recollect.adapters.upstash.vector import STORE, ArmQuery, VectorIndex, translated_errors
from recollect.core.errors import StoreError
from recollect.core.grouping import batched, grouped
from recollect.core.timestamps import epoch_ms
from recollect.relevance.arms import MOST_ASKED, completed_scores, cosine
from recollect.relevance.views import combined_cosines, subqueries

CANDIDATES: Final = 50
"""So many of the best of each arm, as H4R asks for by default."""

LONGEST_QUESTION: Final = 4096
"""Characters of a question that are asked, as of a request."""

# Nobody waits for an answer here, and a laptop that embeds long texts takes its time.
_TIMEOUT_SECONDS = 300.0
_WRITTEN_AT_ONCE = 100
_ASKED_AT_ONCE = 5
_POLLS = 300
_POLL_SECONDS = 1.0
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class FoundItem:
    """What an arm found for a question; a `cosine` is of the dense arm's completed answer."""

    text: str
    cosine: float
    relevant: bool
    by_meaning: bool
    by_words: bool


@dataclass(frozen=True, slots=True)
class Found:
    """What was found for a question, of which `answers` items are relevant, found or not."""

    question: str
    answers: int
    candidates: Sequence[FoundItem]


async def ask(url: str, token: str, corpora: Sequence[JudgedCorpus]) -> list[list[Found]]:
    """What an index finds for the questions of each corpus. Raises StoreError, CommandError.

    Nothing stays in the index, however this ends.
    """
    async with new_http_client() as client:
        index = VectorIndex(HttpService(client, STORE, url, _TIMEOUT_SECONDS, bearer(token)))
        async with _own_namespaces(index) as prefix:
            return [
                await _ask_corpus(index, f"{prefix}{place}-", corpus)
                for place, corpus in enumerate(corpora)
            ]


@asynccontextmanager
async def _own_namespaces(index: VectorIndex) -> AsyncIterator[str]:
    """How the names of this run's namespaces begin; all of them are removed at the end."""
    prefix = f"calibration-{token_hex(8)}-"
    try:
        yield prefix
    finally:
        try:
            with translated_errors():
                for name in await index.list_namespaces():
                    if name.startswith(prefix):
                        await index.delete_namespace(name)
        except StoreError as error:
            raise CommandError(
                f"{error}. The namespaces that begin with {prefix} may still be there; remove them."
            ) from error


async def _ask_corpus(index: VectorIndex, prefix: str, corpus: JudgedCorpus) -> list[Found]:
    asked = grouped((question.scope, question) for question in corpus.questions)
    found: list[Found] = []
    for place, (scope, questions) in enumerate(asked.items()):
        namespace = f"{prefix}{place}"
        documents = [each for each in corpus.documents if each.scope == scope]
        await _write(index, namespace, documents, f"{corpus.name}: items")
        batches = list(batched(questions, _ASKED_AT_ONCE))
        for batch in _tracked(batches, f"{corpus.name}: questions"):
            found += await _ask_batch(index, namespace, documents, batch)
    return found


async def _write(
    index: VectorIndex, namespace: str, documents: Sequence[Document], title: str
) -> None:
    records = [
        # By its place: an id of theirs may be longer than one may be here.
        Data(str(place), data=each.text, metadata={"created_at_ms": epoch_ms(each.created_at)})
        for place, each in enumerate(documents)
    ]
    for batch in _tracked(list(batched(records, _WRITTEN_AT_ONCE)), title):
        await index.put(namespace, batch)
    await _indexed(index, namespace)


async def _indexed(index: VectorIndex, namespace: str) -> None:
    """Wait until what was written is found: Upstash indexes it a little later."""
    for _ in range(_POLLS):
        with translated_errors():
            known = (await index.info()).namespaces.get(namespace)
        if known is None or not known.pending_vector_count:
            return
        await asyncio.sleep(_POLL_SECONDS)
    raise CommandError("the index still had not indexed all items after five minutes")


async def _ask_batch(
    index: VectorIndex,
    namespace: str,
    documents: Sequence[Document],
    questions: Sequence[Question],
) -> list[Found]:
    queries = [list(_queries(each)) for each in questions]
    with translated_errors():
        answers = iter(
            await index.query_batch(namespace, [one for each in queries for one in each])
        )
        return [
            _found(question, documents, list(islice(answers, len(asked))))
            for question, asked in zip(questions, queries, strict=True)
        ]


def _queries(question: Question) -> Iterator[ArmQuery]:
    """Both arms, then the views of a long question."""
    text, before = question.text[:LONGEST_QUESTION], _before(question)
    yield ArmQuery(QueryMode.DENSE, text, before, CANDIDATES)
    yield ArmQuery(QueryMode.SPARSE, text, before, CANDIDATES)
    for view in subqueries(text, is_of_conversation=False):
        yield ArmQuery(QueryMode.DENSE, view, before, MOST_ASKED, only_scores=True)


def _found(
    question: Question,
    documents: Sequence[Document],
    answers: Sequence[Sequence[QueryResult]],
) -> Found:
    dense, sparse, *seen = answers
    near = {hit.id: cosine(hit.score) for hit in dense}
    worded = {hit.id for hit in sparse}
    wholes = completed_scores(near, sorted({*near} | worded, key=int), CANDIDATES)
    by_view = [{hit.id: cosine(hit.score) for hit in view} for view in seen]
    cosines = combined_cosines(wholes, by_view, CANDIDATES)
    return Found(
        question.text[:LONGEST_QUESTION],
        len(question.relevant),
        [
            FoundItem(
                text=documents[int(each)].text,
                cosine=value,
                relevant=documents[int(each)].id in question.relevant,
                by_meaning=each in near,
                by_words=each in worded,
            )
            for each, value in cosines.items()
        ],
    )


def _before(question: Question) -> str:
    return f"created_at_ms <= {epoch_ms(question.now) - 1}"


def _tracked(values: Sequence[_T], title: str) -> Iterable[_T]:
    return track(values, title, console=stderr, transient=True, disable=not stderr.is_terminal)
