"""`recollect memories`: look after what an app remembers, over the API."""

# ruff: noqa: PLC0415  # `recollect --help` answers at once

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from pydantic import TypeAdapter
from rich.console import Console

from infra.cli.console import one_line_errors, stderr
from infra.cli.options import DEFAULT_URL, AppSlug, AsJson, PlatformUrl, Token

if TYPE_CHECKING:
    from recollect.client import AppClient
    from recollect.memories.model import Memory

memories = typer.Typer(help="Look after the memories of an app.", no_args_is_help=True)

MemoryId = Annotated[str, typer.Argument(metavar="ID", help="The memory's id.")]


def warn_if_empty(app: "AppClient") -> None:
    """Print a note to stderr if an app has no memories. Raises ClientError."""
    from recollect.memories.search_result import NO_MEMORIES

    if next(app.memories(), None) is None:
        stderr.print(f"[yellow]{NO_MEMORIES}[/]")


@memories.command("list")
def list_(  # noqa: PLR0913  # one argument an option
    *,
    app_slug: AppSlug,
    state: Literal["active", "quarantined", "archived", "superseded"] | None = None,
    stage: Literal["classify", "route", "gather", "draft", "validate"] | None = None,
    category: str | None = None,
    waiting: Annotated[
        bool, typer.Option("--waiting", help="Only those that a person has to look at.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=10_000)] = 20,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """List memories, newest first."""
    from infra.cli.memory_reports import memory_table
    from recollect.memories.model import ListedMemory

    with app_client(url, token, app_slug) as app:
        listed = app.memories(
            state=state, stage=stage, category=category, needs_validation=waiting or None
        )
        found = tuple(islice(listed, limit + 1))
        if not found:
            warn_if_empty(app)
    if as_json:
        typer.echo(TypeAdapter(list[ListedMemory]).dump_json([*found[:limit]], by_alias=True))
        return
    Console(highlight=False).print(memory_table(found[:limit], more=len(found) > limit))


@memories.command("show")
def show(
    memory_id: MemoryId,
    *,
    app_slug: AppSlug,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Show a memory and what has happened to it."""
    from infra.cli.memory_reports import memory_report

    with app_client(url, token, app_slug) as app:
        memory = app.memory(memory_id)
        if as_json:
            typer.echo(memory.model_dump_json(by_alias=True))
            return
        Console(highlight=False).print(memory_report(memory, app.history(memory_id)))


@memories.command("correct")
def correct(
    memory_id: MemoryId,
    correction: Annotated[str, typer.Argument(help="What should have been done instead.")],
    *,
    app_slug: AppSlug,
    category: str | None = None,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Say what should have been done instead."""

    def change(app: "AppClient") -> "Memory":
        return app.correct(memory_id, correction, category=category)

    _change(url, token, app_slug, change, as_json=as_json)


@memories.command("vote")
def vote(
    memory_id: MemoryId,
    vote: Literal["upvote", "downvote"],
    *,
    app_slug: AppSlug,
    voter: Annotated[str | None, typer.Option(help="Whose vote it is, for who may relay.")] = None,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Vote on a memory; a voter counts once."""

    def change(app: "AppClient") -> "Memory":
        return app.vote(memory_id, vote, voter_id=voter)

    _change(url, token, app_slug, change, as_json=as_json)


@memories.command("validate")
def validate(
    memory_id: MemoryId,
    *,
    app_slug: AppSlug,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Confirm that a memory is right; this also releases it from quarantine."""
    _change(url, token, app_slug, lambda app: app.validate(memory_id), as_json=as_json)


@memories.command("retract")
def retract(
    memory_id: MemoryId,
    *,
    app_slug: AppSlug,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Take back a memory, and list everything that it touched; `restore` brings it back."""
    from infra.cli.memory_reports import retraction_report

    with app_client(url, token, app_slug) as app:
        retracted = app.retract(memory_id)
    if as_json:
        typer.echo(retracted.model_dump_json(by_alias=True))
    else:
        typer.echo(retraction_report(retracted))


@memories.command("restore")
def restore(
    memory_id: MemoryId,
    *,
    app_slug: AppSlug,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Bring back a memory that was archived or retracted."""
    _change(url, token, app_slug, lambda app: app.restore(memory_id), as_json=as_json)


def _change(
    url: str,
    token: str | None,
    app_slug: str,
    change: "Callable[[AppClient], Memory]",
    *,
    as_json: bool,
) -> None:
    from infra.cli.memory_reports import change_report

    with app_client(url, token, app_slug) as app:
        memory = change(app)
    typer.echo(memory.model_dump_json(by_alias=True) if as_json else change_report(memory))


@contextmanager
def app_client(url: str, token: str | None, app_slug: str) -> "Iterator[AppClient]":
    """A client of one app over the API; an error ends the command with one line on stderr."""
    from recollect.client import Recollect

    with one_line_errors(), Recollect(url, token=token) as api:
        yield api.app(app_slug)
