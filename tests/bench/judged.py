"""Corpora with judgements: documents, questions, and the documents that answer each question."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from infra.cli.calibrating.judged import Document, JudgedCorpus, Question, read_folder

__all__ = ["Document", "JudgedCorpus", "Question", "read"]

_TURN_ID = re.compile(r"D\d+:\d+")
_SESSION = re.compile(r"session_(\d+)")


def read(path: Path) -> JudgedCorpus:
    """A folder with `corpus.jsonl` and `queries.jsonl`, or LoCoMo's own file."""
    return read_folder(path) if path.is_dir() else _read_locomo(path)


def _read_locomo(path: Path) -> JudgedCorpus:
    """`locomo10.json` of snap-research/locomo: conversations in sessions, questions with evidence.

    Each turn is dated a second after the one before. A question is dated after all turns, and is
    left out if its evidence names no turn.
    """
    documents: list[Document] = []
    questions: list[Question] = []
    for sample in json.loads(path.read_text(encoding="utf-8")):
        scope = str(sample["sample_id"])
        said = list(_turns(scope, sample["conversation"]))
        documents += said
        ids = {each.id for each in said}
        end = max(each.created_at for each in said) + timedelta(days=1)
        for asked in sample["qa"]:
            named = frozenset(_TURN_ID.findall(" ".join(map(str, asked.get("evidence", ())))))
            if named & ids:
                text = str(asked["question"])
                questions.append(Question(scope=scope, text=text, relevant=named & ids, now=end))
    return JudgedCorpus(path.stem, documents, questions)


def _turns(scope: str, conversation: Mapping[str, Any]) -> Iterator[Document]:
    for name, turns in conversation.items():
        if _SESSION.fullmatch(name):
            begin = _moment(conversation[f"{name}_date_time"])
            for place, turn in enumerate(turns):
                at = begin + timedelta(seconds=place)
                text = f"{turn['speaker']}: {turn.get('text', '')}"
                yield Document(
                    scope=scope, id=str(turn["dia_id"]), text=text, created_at=at, thread=name
                )


def _moment(text: str) -> datetime:
    return datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
