"""`recollect import` and `recollect export` at the terminal: files, progress, summaries."""

import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from infra.cli.complaint import Complaint
from infra.cli.imports import Bringing, Given, Stored
from infra.cli.lines import InvalidLine
from infra.cli.stores import Target, choose_target
from infra.cli.transfer import Imported, export_pages
from recollect.core.errors import StoreError, StoreUnavailable

_GO_ON = "Run the same command again to go on: nothing is stored twice."


def import_file(
    name: str,
    bringing: Bringing,
    url: str | None,
    console: Console,
    *,
    skip_invalid: bool,
    as_json: bool,
) -> None:
    """Import a file, or stdin for `-`, and say what came of it."""
    target = choose_target(url)
    with _opened(name) as file, _interruptible(console), _asking(target, _GO_ON):
        imported = asyncio.run(_import(file, bringing, target, console, skip_invalid))
    console.print(str(imported))
    if as_json:
        typer.echo(json.dumps(asdict(imported)))


@contextmanager
def _interruptible(console: Console) -> Iterator[None]:
    """Say how to go on, whatever the reason why the import stops."""
    try:
        yield
    except InvalidLine as invalid:
        raise Complaint(
            f"{invalid}. Its batch was not imported. Correct the line and run the same command "
            "again, or leave such lines out with --skip-invalid."
        ) from invalid
    except KeyboardInterrupt:
        console.print(f"Interrupted. {_GO_ON}")
        raise


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name != "-":
        with Path(name).open("rb") as file:
            yield file
        return
    # Read to its end first: then the size is known, and no request waits for who writes to us.
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
        copy.seek(0)
        yield copy


@contextmanager
def _asking(target: Target, then: str = "") -> Iterator[None]:
    """Say whom we asked when the stores fail, and what to do `then`."""
    try:
        yield
    except StoreUnavailable as error:
        hint = f"Does {target.name} answer? `recollect serve` starts a platform."
        raise Complaint(f"{error}. {hint} {then}".rstrip()) from error
    except StoreError as error:
        raise Complaint(f"{error}. Asked {target.name}. {then}".rstrip()) from error


async def _import(
    file: BinaryIO, bringing: Bringing, target: Target, console: Console, skip_invalid: bool
) -> Imported | Stored:
    def report(invalid: InvalidLine) -> None:
        console.print(f"[yellow]Skipped:[/] {escape(str(invalid))}")

    async with target.open_all() as (memories, knowledge):
        with _progress(console) as progress:
            task = progress.add_task("Importing", total=_size(file))
            given = Given(
                file, skip_invalid, report, lambda: progress.update(task, completed=file.tell())
            )
            imported = await bringing(given, memories, knowledge)
            progress.update(task, completed=_size(file))
            return imported


def _size(file: BinaryIO) -> int | None:
    size = os.fstat(file.fileno()).st_size
    return size or None  # a pipe has none to tell


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(show_speed=True),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def export_file(app_slug: str, output: Path | None, url: str | None, console: Console) -> None:
    """Export an app to a file, which appears whole or not at all, or to stdout."""
    target = choose_target(url)
    with _asking(target), _written(output) as file:
        count = asyncio.run(_export(file, app_slug, target, console))
    console.print(f"{count} exported")


@contextmanager
def _written(output: Path | None) -> Iterator[BinaryIO]:
    if output is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    partial = output.with_name(f".{output.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as file:
            yield file
        partial.replace(output)
    finally:
        partial.unlink(missing_ok=True)


async def _export(file: BinaryIO, app_slug: str, target: Target, console: Console) -> int:
    count = 0
    async with target.open() as stores:
        with _progress(console) as progress:
            task = progress.add_task("Exporting", total=None)
            async for page in export_pages(app_slug, stores):
                file.writelines(page)
                count += len(page)
                progress.update(task, completed=count, description=f"Exporting: {count}")
    return count
