"""`recollect import` and `recollect export` at the terminal: files, progress, summaries."""

import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import typer
from rich.markup import escape
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from infra.cli.api_transfer import FAILED, AnyApiImport, ApiTarget
from infra.cli.console import CommandError, plain, stderr
from infra.cli.lines import InvalidLine
from infra.cli.stores import StoreTarget, choose_target
from infra.cli.transfer import AnyImport, export_pages
from recollect.core.errors import StoreError, StoreUnavailable

_GO_ON = "Run the same command again to go on: nothing is stored twice."


def import_file(
    name: str, kind: AnyImport, url: str | None, *, skip_invalid: bool, as_json: bool
) -> None:
    """Import a file, or stdin for `-`, and print what came of it."""
    target = choose_target(url)
    with _opened(name) as file, _interruptible(), store_errors(target, _GO_ON):
        counts = asyncio.run(_import(file, kind, target, skip_invalid))
    _tell(counts, as_json=as_json)


def import_over_api(
    name: str, kind: AnyApiImport, api: ApiTarget, *, skip_invalid: bool, as_json: bool
) -> None:
    """Import a file over the API and print what came of it. Raises CommandError if lines failed."""
    with _opened(name) as file, _interruptible(), _progress() as progress:
        task = progress.add_task("Importing", total=_size(file))
        try:
            counts = kind.run(
                file,
                api,
                skip_invalid=skip_invalid,
                on_skip=_report_skipped,
                on_failure=_report_failed,
                on_batch=lambda: progress.update(task, completed=file.tell()),
            )
        except InvalidLine:
            raise
        except CommandError as error:
            raise CommandError(f"{error}. {_GO_ON}") from error
    _tell(counts, as_json=as_json)
    if failed := counts[FAILED]:
        raise CommandError(f"{failed} lines were not stored. {_GO_ON}")


def _report_skipped(invalid: InvalidLine) -> None:
    stderr.print(f"[yellow]Skipped:[/] {escape(str(invalid))}")


def _report_failed(failed: InvalidLine) -> None:
    stderr.print(f"[yellow]Not stored:[/] {escape(plain(str(failed)))}")


def _tell(counts: Mapping[str, int], *, as_json: bool) -> None:
    stderr.print(", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items()))
    if as_json:
        typer.echo(json.dumps(counts))


@contextmanager
def _interruptible() -> Iterator[None]:
    """Print how to go on, whatever the reason why the import stops."""
    try:
        yield
    except InvalidLine as invalid:
        raise CommandError(
            f"{invalid}. Its batch was not imported. Correct the line and run the same command "
            "again, or leave such lines out with --skip-invalid."
        ) from invalid
    except KeyboardInterrupt:
        stderr.print(f"Interrupted. {_GO_ON}")
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
def store_errors(target: StoreTarget, then: str = "") -> Iterator[None]:
    """Name the target when the stores fail, and what to do `then`."""
    try:
        yield
    except StoreUnavailable as error:
        hint = f"Does {target.name} answer? `recollect serve` starts a platform."
        raise CommandError(f"{error}. {hint} {then}".rstrip()) from error
    except StoreError as error:
        raise CommandError(f"{error}. Asked {target.name}. {then}".rstrip()) from error


async def _import(
    file: BinaryIO, kind: AnyImport, target: StoreTarget, skip_invalid: bool
) -> dict[str, int]:
    async with target.open() as stores:
        with _progress() as progress:
            task = progress.add_task("Importing", total=_size(file))
            counts = await kind.run(
                file,
                stores,
                skip_invalid=skip_invalid,
                on_skip=_report_skipped,
                on_batch=lambda: progress.update(task, completed=file.tell()),
            )
            progress.update(task, completed=_size(file))
            return counts


def _size(file: BinaryIO) -> int | None:
    size = os.fstat(file.fileno()).st_size
    return size or None  # a pipe has none


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(show_speed=True),
        TimeRemainingColumn(),
        console=stderr,
        transient=True,
        disable=not stderr.is_terminal,
    )


def export_file(app_slug: str, output: Path | None, url: str | None) -> None:
    """Export an app to a file, which appears whole or not at all, or to stdout."""
    target = choose_target(url)
    with store_errors(target), _output(output) as file:
        count = asyncio.run(_export(file, app_slug, target))
    stderr.print(f"{count} exported")


@contextmanager
def _output(output: Path | None) -> Iterator[BinaryIO]:
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


async def _export(file: BinaryIO, app_slug: str, target: StoreTarget) -> int:
    count = 0
    async with target.open() as stores:
        with _progress() as progress:
            task = progress.add_task("Exporting", total=None)
            async for page in export_pages(app_slug, stores.memories):
                file.writelines(page)
                count += len(page)
                progress.update(task, completed=count, description=f"Exporting: {count}")
    return count
