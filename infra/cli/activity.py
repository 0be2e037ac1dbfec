"""`recollect activity`: list what a caller wrote, ran and touched, from what Redis keeps of it."""

import json
from collections import Counter
from functools import partial
from typing import Final, get_args

import typer

from infra.cli.acts import Act, act_of, record_of
from infra.cli.console import CommandError, plain, progress, stderr
from infra.cli.stores import OpenStores, choose_target

# A page has whole histories, of up to some 200 KB each.
_PAGE_KEYS: Final = 100
_ACTS: Final[tuple[Act, ...]] = get_args(Act)

Activity = dict[tuple[str, str], Act]
"""By record or run (where it is kept, its id) what the caller did to it.

Of several acts it is the first in the order of `Act`.
"""


def list_activity(subject: str, url: str | None, *, as_json: bool) -> None:
    """Print a line for each record and run that the subject had to do with.

    Raises CommandError for an empty subject.
    """
    if not subject.strip():
        raise CommandError("the subject is empty: say whose activity is meant")
    found = choose_target(url).run(partial(_activity, subject))
    rows = sorted((_ACTS.index(act), *record, act) for record, act in found.items())
    if as_json:
        listed = [{"act": act, "in": kept_in, "id": name} for _, kept_in, name, act in rows]
        typer.echo(json.dumps(listed, ensure_ascii=False))
        return
    for _, kept_in, name, act in rows:
        typer.echo(f"{act:<7}  {plain(kept_in)}  {plain(name)}")
    counts = Counter(found.values())
    summary = ", ".join(f"{act} {counts[act]}" for act in _ACTS)
    stderr.print(f"{plain(subject)} {summary}")


async def _activity(subject: str, stores: OpenStores) -> Activity:
    found: Activity = {}
    cursor, is_last, looked_at = "", False, 0
    with progress() as bar:
        task = bar.add_task("Looking at keys", total=None)
        while not is_last:
            count, page, cursor = await stores.keyspace.page(cursor, _PAGE_KEYS)
            acts = [(record_of(each.key), act_of(each, subject)) for each in page]
            for record, act in acts:
                if act is not None:
                    found[record] = min(act, found.get(record, act), key=_ACTS.index)
            looked_at += count
            bar.update(task, completed=looked_at)
            is_last = not cursor
    return found
