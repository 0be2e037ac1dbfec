"""Ask both arms of an index judged questions, in namespaces that are removed at the end."""

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
from recollect.adapters.upstash.vector.client import STORE, ArmQuery, VectorIndex, translated_errors
from recollect.core.errors import StoreError
from recollect.core.grouping import batched, grouped
from recollect.core.timestamps import epoch_ms
from recollect.relevance.arms import MAX_ARM_ITEMS, completed_scores, cosine
from recollect.relevance.views import combined_cosines, subqueries

CANDIDATES: Final = 50
"""How many of each arm's best results are taken; the default of context requests (H4R)."""

MAX_QUESTION_CHARS: Final = 4096
"""How many characters of a question are asked; the limit of a request's text."""

# Long, because nobody waits for the answer, and a laptop takes long to embed long texts.
_TIMEOUT_SECONDS = 300.0
_WRITE_BATCH_ITEMS = 100
_QUERY_BATCH_QUESTIONS = 5
_MAX_POLLS = 300
_POLL_SECONDS = 1.0
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class FoundItem:
    """An item that an arm found for a question: by meaning (dense), by words (sparse), or by both.

    The `cosine` of an item that only the sparse arm found is estimated (`completed_scores`).
    """

    text: str
    cosine: float
    relevant: bool
    by_meaning: bool
    by_words: bool


@dataclass(frozen=True, slots=True)
class Found:
    """The items found for a question; `answers` is its number of relevant items, found or not."""

    question: str
    answers: int
    candidates: Sequence[FoundItem]


async def ask(url: str, token: str, corpora: Sequence[JudgedCorpus]) -> list[list[Found]]:
    """Find items for the questions of each corpus. Raises StoreError, CommandError.

    The items are removed from the index again, also after an error.
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
    """The prefix of this run's namespaces; all namespaces with it are removed at the end."""
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
    by_scope = grouped((question.scope, question) for question in corpus.questions)
    found: list[Found] = []
    for place, (scope, questions) in enumerate(by_scope.items()):
        namespace = f"{prefix}{place}"
        documents = [each for each in corpus.documents if each.scope == scope]
        await _write(index, namespace, documents, f"{corpus.name}: items")
        batches = list(batched(questions, _QUERY_BATCH_QUESTIONS))
        for batch in _tracked(batches, f"{corpus.name}: questions"):
            found += await _ask_batch(index, namespace, documents, batch)
    return found


async def _write(
    index: VectorIndex, namespace: str, documents: Sequence[Document], title: str
) -> None:
    records = [
        # The id is the item's position: the corpus' own ids may be too long for the index.
        Data(str(place), data=each.text, metadata={"created_at_ms": epoch_ms(each.created_at)})
        for place, each in enumerate(documents)
    ]
    for batch in _tracked(list(batched(records, _WRITE_BATCH_ITEMS)), title):
        await index.put(namespace, batch)
    await _wait_until_indexed(index, namespace)


async def _wait_until_indexed(index: VectorIndex, namespace: str) -> None:
    """Wait until all written items can be found: Upstash indexes them a little later."""
    for _ in range(_MAX_POLLS):
        with translated_errors():
            namespace_info = (await index.info()).namespaces.get(namespace)
        if namespace_info is None or not namespace_info.pending_vector_count:
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
    """A query to each arm, then one to the dense arm for each view of a long question."""
    text = question.text[:MAX_QUESTION_CHARS]
    created_before = f"created_at_ms <= {epoch_ms(question.now) - 1}"
    yield ArmQuery(QueryMode.DENSE, text, created_before, CANDIDATES)
    yield ArmQuery(QueryMode.SPARSE, text, created_before, CANDIDATES)
    for view in subqueries(text, is_of_conversation=False):
        yield ArmQuery(QueryMode.DENSE, view, created_before, MAX_ARM_ITEMS, only_scores=True)


def _found(
    question: Question,
    documents: Sequence[Document],
    answers: Sequence[Sequence[QueryResult]],
) -> Found:
    dense, sparse, *views = answers
    dense_cosines = {hit.id: cosine(hit.score) for hit in dense}
    sparse_ids = {hit.id for hit in sparse}
    wholes = completed_scores(
        dense_cosines, sorted({*dense_cosines} | sparse_ids, key=int), CANDIDATES
    )
    by_view = [{hit.id: cosine(hit.score) for hit in view} for view in views]
    cosines = combined_cosines(wholes, by_view, CANDIDATES)
    return Found(
        question.text[:MAX_QUESTION_CHARS],
        len(question.relevant),
        [
            FoundItem(
                text=documents[int(each)].text,
                cosine=value,
                relevant=documents[int(each)].id in question.relevant,
                by_meaning=each in dense_cosines,
                by_words=each in sparse_ids,
            )
            for each, value in cosines.items()
        ],
    )


def _tracked(values: Sequence[_T], title: str) -> Iterable[_T]:
    return track(values, title, console=stderr, transient=True, disable=not stderr.is_terminal)
