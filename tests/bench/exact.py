"""Are exactly the named items found? `python -m tests.bench.exact FOLDER [--embedder minilm]`.

FOLDER is `fixtures` of the public PrecisionMemBench: `beliefs.seed.json`, and 77 questions in
`retrieval.cases.json` that each name exactly the beliefs that are the answer. As in its own
harness, the beliefs that are always shown (pinned) count against the budget and are not searched,
and a found relation brings its participants. A belief's scope and type are filters, its successor
names it as superseded, and a resolved belief is no longer valid.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import httpx
import typer

from infra.local.emulators.vector.embedder_names import EmbedderName
from tests.bench.knowledge import fresh_platform

_USER = "test-user"
_MAX_RESULTS = 20
_QUESTION = "open_question"
_SEARCHED = ("preference", "decision", "entity", "relation")

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Beliefs:
    """All beliefs, by id."""

    by_id: Mapping[str, Json]

    def items(self, user: str) -> list[Json]:
        """A user's beliefs as evidence."""
        return [self._item(each) for each in self.by_id.values() if each["user_id"] == user]

    def pinned(self, case: Json) -> list[str]:
        """The ids of the beliefs that are always shown in the scopes of a case."""
        return [
            name
            for name, each in self.by_id.items()
            if each["pinned"]
            and each["type"] != _QUESTION
            and not each["superseded_by"]
            and not each["resolved_at"]
            and self.is_of(each, case)
        ]

    def shown(self, found: Sequence[str], case: Json) -> list[str]:
        """The answer to a case for these found ids: with participants, within the budget."""
        pinned = self.pinned(case)
        own = [each for each in found if each not in pinned]
        relations = [self.by_id[each] for each in own if self.by_id[each]["type"] == "relation"]
        drawn = [
            name
            for relation in relations
            for name in relation["participants"]
            if self.by_id[name]["type"] != _QUESTION and self.is_of(self.by_id[name], case)
        ]
        everything = list(dict.fromkeys((*own, *(each for each in drawn if each not in pinned))))
        return everything[: max(0, _budget_of(case) - len(pinned))]

    @staticmethod
    def is_of(belief: Json, case: Json) -> bool:
        """Whether a belief is one of the user and the scopes of a case."""
        return belief["user_id"] == _user(case) and not set(case["scope"]).isdisjoint(
            belief["scope"]
        )

    def _item(self, belief: Json) -> Json:
        replaced = [
            name for name, each in self.by_id.items() if each["superseded_by"] == belief["_id"]
        ]
        optional = {
            "aliases": belief["aliases"],
            "supersedes": replaced,
            "valid_until": belief["resolved_at"],
        }
        return {
            "id": belief["_id"],
            "content": belief["content"],
            "title": belief["canonical_name"].replace("_", " "),
            "scope": belief["scope"][0],
            "type": belief["type"],
            "created_at": belief["created_at"],
            **{name: value for name, value in optional.items() if value},
        }


@dataclass(frozen=True, slots=True)
class Asking:
    """How the questions are asked: whether names alone count, and the least relevance."""

    match: Literal["auto", "named"]
    floor: float


def wrong_with(case: Json, shown: Sequence[str]) -> list[str]:
    """The expectations of a case that an answer does not meet."""
    expected = case["expect"].get("relevantBeliefs", {})
    only = expected.get("shouldOnlyInclude")
    missing = [] if only is None else [each for each in only if each not in shown]
    unwanted = [
        each
        for each in shown
        if each in expected.get("mustExclude", ()) or (only is not None and each not in only)
    ]
    return [*(f"{each} is missing" for each in missing), *(f"{each} is there" for each in unwanted)]


def measure(folder: Path, embedder: EmbedderName, asking: Asking) -> list[tuple[Json, list[str]]]:
    """Each case, and the mistakes in its answer."""
    beliefs = Beliefs({each["_id"]: each for each in _read(folder / "beliefs.seed.json")})
    with fresh_platform(embedder) as client:
        for user in sorted({each["user_id"] for each in beliefs.by_id.values()}):
            batch = {"project": user, "items": beliefs.items(user)}
            client.post("/evidence", json=batch).raise_for_status()
        cases = _read(folder / "retrieval.cases.json")
        shown = [beliefs.shown(_found(client, case, asking), case) for case in cases]
    return [(case, wrong_with(case, each)) for case, each in zip(cases, shown, strict=True)]


def _found(client: httpx.Client, case: Json, asking: Asking) -> list[str]:
    if not case["query"].strip() or not _budget_of(case):
        return []
    query = {
        "type": "hybrid",
        "text": case["query"],
        "match": asking.match,
        "filters": {"scope": case["scope"], "type": _SEARCHED},
    }
    sender = {"type": "specialist", "id": "bench"}
    body = {
        "meta": {"type": "ContextRequest", "from": sender, "project": _user(case)},
        "payload": {"query": query, "limit": _MAX_RESULTS, "min_relevance": asking.floor},
    }
    answer = client.post("/context", json=body).raise_for_status().json()
    return [each["id"] for each in answer["payload"]["results"]]


def _user(case: Json) -> str:
    return str(case.get("userId", _USER))


def _budget_of(case: Json) -> int:
    return int(case.get("budget", {}).get("maxBeliefs", _MAX_RESULTS))


def _read(file: Path) -> list[Json]:
    found: list[Json] = json.loads(file.read_text())
    return found


def main(
    folder: Annotated[Path, typer.Argument(help="With the beliefs and the cases.")],
    embedder: EmbedderName = "hashed",
    *,
    named: Annotated[bool, typer.Option(help="Whether names alone count.")] = True,
    floor: Annotated[float, typer.Option(help="The least relevance of the others.")] = 0.0,
) -> None:
    """Print how many cases pass, and the mistakes of the others."""
    outcomes = measure(folder, embedder, Asking("named" if named else "auto", floor))
    failed = [(case, wrong) for case, wrong in outcomes if wrong]
    typer.echo(f"{len(outcomes) - len(failed)} of {len(outcomes)}")
    for case, wrong in failed:
        typer.echo(f"{case['caseId']}: {case['query'][:60]!r}: {'; '.join(wrong)}")


if __name__ == "__main__":
    typer.run(main)
