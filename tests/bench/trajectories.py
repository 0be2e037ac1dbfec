"""How useful memories with outcomes are: `python -m tests.bench.trajectories FOLDER`.

A folder has `memories.jsonl`, recorded work with its outcome (`domain`, `opening`, `facts`,
`decision`, `steps`, `tools`, `passed`, `reasons`, `wrong_steps`), and `tasks.jsonl` (`domain`,
`split`, `opening`, `gold_steps`, `forbidden_tools`). Each domain is an app of its own; each task of
the split asks with its opening and takes the first three. Tasks of the split `train` are those that
memories came from (of the same `id`): theirs is deleted while they ask, and stored again.

    match      F1 of the right steps of a memory with those that the task requires
    harm       by rank .5, .3, .2, of what failed or acts with a tool that the task forbids
    useful@3   best match · (1 - harm); neutral@3 knows no outcomes, and harm of tools alone
    agreement  AUROC: does it tell first results that match by half or more from the others?
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, Final, Literal

import httpx
import typer
from rich.console import Console
from rich.table import Table

from infra.local.emulators.vector.embedder_names import EmbedderName
from infra.local.platform import PlatformOptions, running_platform

_TOP: Final = 3
_RANKS: Final = (0.5, 0.3, 0.2)
_MIN_FITTING_MATCH: Final = 0.5

Json = Mapping[str, Any]
Split = Literal["test", "train"]


def match(memory: Json, task: Json, *, judged: bool = True) -> float:
    """F1 of the steps of a memory, without those judged wrong, against those of the task."""
    did, need = set(memory["steps"]), set(task["gold_steps"])
    good = len((did - set(memory["wrong_steps"] if judged else ())) & need)
    return 2 * good / (len(did) + len(need)) if good else 0.0


def figures(found: Sequence[Json], task: Json) -> dict[str, float]:
    """The figures of the first three results of a task."""
    top = found[:_TOP]
    need = set(task["gold_steps"])
    right = {step for each in top for step in set(each["steps"]) - set(each["wrong_steps"])}
    banned = [bool(set(each["tools"]) & set(task["forbidden_tools"])) for each in top]
    bad = [ban or not each["passed"] for ban, each in zip(banned, top, strict=True)]
    harm, rejected = (
        sum(weight for weight, each in zip(_RANKS, marks, strict=False) if each)
        for marks in (bad, banned)
    )
    neutral = max((match(each, task, judged=False) for each in top), default=0.0)
    return {
        "useful@3": max((match(each, task) for each in top), default=0.0) * (1 - harm),
        "neutral@3": neutral * (1 - rejected),
        "follow@1": match(top[0], task) if top else 0.0,
        "step_recall@3": len(need & right) / len(need),
        "recipe@3": float(any(each["passed"] and set(each["steps"]) == need for each in top)),
        "family@1": float(bool(top) and top[0]["family"] == task["family"]),
        "failed@3": sum(not each["passed"] for each in top) / _TOP,
        "harm@3": sum(bad) / _TOP,
        "empty@3": (_TOP - len(top)) / _TOP,
    }


def auroc(scores: Sequence[float], fits: Sequence[bool]) -> float:
    """The probability that a fitting result scores higher than another; a tie counts half."""
    good = [score for score, fit in zip(scores, fits, strict=True) if fit]
    bad = [score for score, fit in zip(scores, fits, strict=True) if not fit]
    return fmean((a > b) + (a == b) / 2 for a, b in product(good, bad)) if good and bad else 0.5


def measure(
    folder: Path, embedder: EmbedderName, split: Split, *, with_steps: bool
) -> dict[str, float]:
    """Store the memories of each domain in an app of its own, and ask for each task."""
    memories = [json.loads(line) for line in (folder / "memories.jsonl").open(encoding="utf-8")]
    tasks = [json.loads(line) for line in (folder / "tasks.jsonl").open(encoding="utf-8")]
    options = PlatformOptions(embedder=embedder, extra_environment={"LOG_LEVEL": "ERROR"})
    rows, agreed, fits = [], [], []
    with (
        running_platform(options) as platform,
        httpx.Client(base_url=platform.url, timeout=60) as client,
    ):
        known = {_stored(client, each, with_steps=with_steps): each for each in memories}
        own = {each["id"]: (memory_id, each) for memory_id, each in known.items()}
        for task in tasks:
            if task["split"] != split:
                continue
            with _without(client, own.get(task["id"]), with_steps=with_steps):
                results = _found(client, task)
            rows.append(figures([known[each["memory"]["id"]] for each in results], task))
            if results and "agreement" in results[0]:
                agreed.append(results[0]["agreement"])
                fits.append(rows[-1]["follow@1"] >= _MIN_FITTING_MATCH)
    means = {name: fmean(row[name] for row in rows) for name in rows[0]}
    return means | ({"agreement": auroc(agreed, fits)} if agreed else {})


def _stored(client: httpx.Client, memory: Json, *, with_steps: bool) -> str:
    body = {
        "situation": f"{memory['opening']}\n{memory['facts']}",
        "decision": memory["decision"],
        "stage": "draft",
        "outcome": "success" if memory["passed"] else "failed",
    }
    if not memory["passed"] and memory["reasons"]:
        body["correction"] = " ".join(memory["reasons"])[:4_000]
    steps = {"steps": memory["steps"]} if with_steps else {}
    path = f"/apps/{_app(memory)}/memories"
    return str(client.post(path, json=body | steps).raise_for_status().json()["id"])


@contextmanager
def _without(
    client: httpx.Client, own: tuple[str, Json] | None, *, with_steps: bool
) -> Iterator[None]:
    """Delete a memory while its own task asks, since it would agree with itself."""
    if own is None:
        yield
        return
    memory_id, memory = own
    client.delete(f"/apps/{_app(memory)}/memories/{memory_id}").raise_for_status()
    yield
    _stored(client, memory, with_steps=with_steps)


def _found(client: httpx.Client, task: Json) -> list[Any]:
    path = f"/apps/{_app(task)}/memories/search"
    answer = client.post(path, json={"query": task["opening"], "limit": _TOP}).raise_for_status()
    return list(answer.json()["results"])


def _app(told: Json) -> str:
    return str(told["domain"]).replace("_", "-")


def main(
    folder: Annotated[Path, typer.Argument(help="With memories.jsonl and tasks.jsonl.")],
    embedder: EmbedderName = "minilm",
    split: Split = "test",
    with_steps: Annotated[bool, typer.Option(help="Store what was done as steps, too.")] = True,
) -> None:
    """Print the means over all tasks."""
    table = Table("figure", "mean", title=f"{folder.name}, {split}, {embedder}")
    for name, value in measure(folder, embedder, split, with_steps=with_steps).items():
        table.add_row(name, f"{value:.3f}")
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
