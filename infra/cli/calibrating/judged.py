"""Judged questions: a folder with `corpus.jsonl` and `queries.jsonl`, a JSON object a line.

    corpus.jsonl     {scope, id, text, created_at, thread?}
    queries.jsonl    {scope, text, relevant: [ids], now}

Each scope is a collection of its own, and for a query only what was made before its `now` exists. A
query without relevant items has no answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from pydantic import AwareDatetime, BaseModel, Field

from infra.cli.console import CommandError
from infra.cli.lines import InvalidLine, LineFile

_T = TypeVar("_T", bound=BaseModel)
_MOST_TEXT = 100_000


@dataclass(frozen=True, slots=True)
class Document:
    """An item of a scope."""

    scope: str
    id: str
    text: str
    created_at: datetime
    thread: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A query; only items made before `now` exist for it. It may have no relevant ones."""

    scope: str
    text: str
    relevant: frozenset[str]
    now: datetime


@dataclass(frozen=True, slots=True)
class JudgedCorpus:
    """A corpus and its questions."""

    name: str
    documents: Sequence[Document]
    questions: Sequence[Question]


class _DocumentLine(BaseModel):
    scope: str
    id: str
    text: str = Field(min_length=1, max_length=_MOST_TEXT)
    created_at: AwareDatetime
    thread: str | None = None


class _QuestionLine(BaseModel):
    scope: str
    text: str = Field(min_length=1, max_length=_MOST_TEXT)
    relevant: frozenset[str]
    now: AwareDatetime


def read_folder(folder: Path) -> JudgedCorpus:
    """A folder's corpus and questions.

    Raises CommandError where a line is not what it should be, or a question's answer is nowhere.
    """
    documents = [
        Document(each.scope, each.id, each.text, each.created_at, each.thread)
        for each in _lines(folder / "corpus.jsonl", _DocumentLine)
    ]
    questions = [
        Question(each.scope, each.text, each.relevant, each.now)
        for each in _lines(folder / "queries.jsonl", _QuestionLine)
    ]
    there = {(each.scope, each.id) for each in documents}
    if len(there) < len(documents):
        raise CommandError(f"{folder / 'corpus.jsonl'}: an id stands twice in its scope")
    for question in questions:
        for wanted in sorted(question.relevant):
            if (question.scope, wanted) not in there:
                raise CommandError(
                    f"{folder / 'queries.jsonl'}: {wanted} is no item of {question.scope}"
                )
    return JudgedCorpus(folder.name, documents, questions)


def _lines(path: Path, model: type[_T]) -> list[_T]:
    try:
        with path.open("rb") as file:
            return list(LineFile(file, model.model_validate_json).lines())
    except InvalidLine as invalid:
        raise CommandError(f"{path}: {invalid}") from invalid
