"""`recollect migrate`: scan and index everything stored again, by the rules of this release.

The walk goes from namespace to namespace, a page at a time. It keeps its place in Redis, so that
another run goes on from there. Records that are up to date already are not written again.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

import typer
from rich.markup import escape
from rich.progress import Progress, SpinnerColumn, TextColumn

from infra.cli.console import GO_ON, resumable, stderr
from infra.cli.stores import OpenStores, StoreTarget, choose_target, store_errors
from recollect.knowledge.listing import CREATED, RESOLVED, places_of
from recollect.knowledge.records import CASES, scope_of
from recollect.knowledge.renewal import PAGE_SIZE, Renewal, is_renewed, renew
from recollect.memories.ledger_data import WalkCursor
from recollect.memories.renewal import renew_memories
from recollect.memories.successor_names import note_successors

_TASK: Final = "migrate"
_MEMORIES_PREFIX: Final = "support:"


@dataclass(frozen=True, slots=True)
class Step:
    """A page of a namespace: `seen` records, `changed` of them written anew, and the next page.

    In a dry run, `changed` is how many would be. `too_large` are the ids of records that could not
    be written.
    """

    namespace: str
    seen: int
    changed: int
    too_large: Sequence[str]
    following: WalkCursor


async def steps(stores: OpenStores, start: WalkCursor, *, dry_run: bool) -> AsyncIterator[Step]:
    """Renew all namespaces from `start` on, one page a step."""
    everything = sorted(await stores.knowledge.repository.namespaces())
    names = [each for each in everything if each.startswith(_MEMORIES_PREFIX) or is_renewed(each)]
    names = [each for each in names if each >= start.collection]
    for name, following in zip(names, [*names[1:], ""], strict=True):
        cursor = start.cursor if name == start.collection else ""
        while True:
            page = _memories if name.startswith(_MEMORIES_PREFIX) else _knowledge
            seen, renewal, cursor = await page(stores, name, cursor, dry_run=dry_run)
            following_cursor = WalkCursor(name if cursor else following, cursor)
            yield Step(name, seen, len(renewal.changed), renewal.too_large, following_cursor)
            if not cursor:
                break


async def _memories(
    stores: OpenStores, name: str, cursor: str, *, dry_run: bool
) -> tuple[int, Renewal, str]:
    page = await stores.memories.index.page(name, cursor, PAGE_SIZE)
    changed = await renew_memories(page.records, stores.memories, dry_run=dry_run)
    if not dry_run:
        await stores.memories.ledger.enlist(page.records)
        await note_successors(page.records, stores.memories.index)
    return len(page.records), Renewal(changed), page.next_cursor


async def _knowledge(
    stores: OpenStores, name: str, cursor: str, *, dry_run: bool
) -> tuple[int, Renewal, str]:
    repository, threads = stores.knowledge.repository, stores.knowledge.threads
    records, following = await repository.page(name, cursor, PAGE_SIZE)
    renewal = await renew(name, records, repository, threads, dry_run=dry_run)
    if not dry_run and (name == CASES or scope_of(name) is not None):
        places = places_of(records, RESOLVED if name == CASES else CREATED)
        await stores.knowledge.owners.enlist(name, places, "")
    return len(records), renewal, following


def migrate(url: str | None, *, dry_run: bool, again: bool, as_json: bool) -> None:
    """Renew everything that is stored, and print how many records were seen and changed."""
    target = choose_target(url)
    with store_errors(target, GO_ON), resumable():
        seen, changed = asyncio.run(_migrate(target, dry_run=dry_run, again=again))
    stderr.print(f"{seen} records, {changed} {'to be written' if dry_run else 'written'} anew")
    if as_json:
        typer.echo(json.dumps({"seen": seen, "changed": changed}))


async def _migrate(target: StoreTarget, *, dry_run: bool, again: bool) -> tuple[int, int]:
    seen = changed = 0
    async with target.open() as stores:
        ledger = stores.memories.ledger
        fresh = dry_run or again
        start = WalkCursor() if fresh else await ledger.load_cursor(_TASK)
        if start.collection:
            stderr.print(f"Going on in {start.collection}; --again begins anew.")
        with _progress() as progress:
            task = progress.add_task("Reading", total=None)
            async for step in steps(stores, start, dry_run=dry_run):
                for record_id in step.too_large:
                    stderr.print(f"[yellow]Too large:[/] {escape(record_id)} in {step.namespace}")
                seen, changed = seen + step.seen, changed + step.changed
                description = f"{step.namespace}: {seen} records, {changed} changed"
                progress.update(task, description=description)
                if not dry_run:
                    await ledger.save_cursor(_TASK, step.following)
    return seen, changed


def _progress() -> Progress:
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        console=stderr,
        transient=True,
        disable=not stderr.is_terminal,
    )
