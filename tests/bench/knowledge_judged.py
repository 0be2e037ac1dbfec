"""A knowledge base as `recollect calibrate` reads it: `python -m tests.bench.knowledge_judged OUT`.

The items that a question of `data/knowledge` must find are relevant; if there is none, it has no
answer.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import typer

from tests.bench.knowledge import OURS, lines_of

_SCOPE = "knowledge"
_CREATED_AT = "2025-01-01T00:00:00Z"
_ASKED_AT = "2027-01-01T00:00:00Z"


def corpus_row(item: Mapping[str, Any]) -> dict[str, str]:
    """An item as a line of `corpus.jsonl`."""
    title = f"{item['title']}\n" if item.get("title") else ""
    return {
        "scope": _SCOPE,
        "id": item["id"],
        "text": f"{title}{item['content']}",
        "created_at": item.get("created_at") or _CREATED_AT,
    }


def query_row(question: Mapping[str, Any]) -> dict[str, Any]:
    """A question as a line of `queries.jsonl`."""
    first = [question["first"]] if question["first"] else []
    relevant = sorted({*question["must"], *first})
    return {"scope": _SCOPE, "text": question["text"], "relevant": relevant, "now": _ASKED_AT}


def main(out: Path, folder: Path = OURS) -> None:
    """Write `corpus.jsonl` and `queries.jsonl` into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    _write(out / "corpus.jsonl", map(corpus_row, lines_of(folder / "items.jsonl")))
    _write(out / "queries.jsonl", map(query_row, lines_of(folder / "questions.jsonl")))


def _write(file: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
