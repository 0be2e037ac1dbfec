"""Read judged questions: a folder with `corpus.jsonl` and `queries.jsonl`, a JSON object a line.

    corpus.jsonl     {scope, id, text, created_at, thread?}
    queries.jsonl    {scope, text, relevant: [ids], now}

Each scope is a collection of its own. For a query, only items that were created before its `now`
exist. A query without relevant items has no answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from infra.cli.console import CommandError
from infra.cli.lines import InvalidLine, parsed_lines

_T = TypeVar("_T", bound=BaseModel)
_MAX_TEXT_CHARACTERS = 100_000


class Document(BaseModel):
    """An item of a scope."""

    model_config = ConfigDict(frozen=True)

    scope: str
    id: str
    text: str = Field(min_length=1, max_length=_MAX_TEXT_CHARACTERS)
    created_at: AwareDatetime
    thread: str | None = None


class Question(BaseModel):
    """A query. Only items created before `now` exist for it, perhaps none that are relevant."""

    model_config = ConfigDict(frozen=True)

    scope: str
    text: str = Field(min_length=1, max_length=_MAX_TEXT_CHARACTERS)
    relevant: frozenset[str]
    now: AwareDatetime


@dataclass(frozen=True, slots=True)
class JudgedCorpus:
    """A corpus and its judged questions, named after their folder."""

    name: str
    documents: Sequence[Document]
    questions: Sequence[Question]


def read_folder(folder: Path) -> JudgedCorpus:
    """Read the corpus and the questions of a folder.

    Raises CommandError if a line is wrong, an id is there twice, or a relevant item is missing.
    """
    documents = _lines(folder / "corpus.jsonl", Document)
    questions = _lines(folder / "queries.jsonl", Question)
    existing = {(each.scope, each.id) for each in documents}
    if len(existing) < len(documents):
        raise CommandError(f"{folder / 'corpus.jsonl'}: an id stands twice in its scope")
    for question in questions:
        for item_id in sorted(question.relevant):
            if (question.scope, item_id) not in existing:
                raise CommandError(
                    f"{folder / 'queries.jsonl'}: {item_id} is no item of {question.scope}"
                )
    return JudgedCorpus(folder.name, documents, questions)


def _lines(path: Path, model: type[_T]) -> list[_T]:
    try:
        with path.open("rb") as file:
            return list(parsed_lines(file, model.model_validate_json))
    except InvalidLine as invalid:
        raise CommandError(f"{path}: {invalid}") from invalid
