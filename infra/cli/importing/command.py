"""`recollect import` at the terminal: open files, show progress, report wrong rows, sum up."""

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http import HTTPStatus
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, Final

import typer
from pydantic import BaseModel
from rich.markup import escape

from infra.cli.api_client import ApiRefused
from infra.cli.console import CommandError, plain, progress, resumable, stderr
from infra.cli.importing.exporters import EXPORTERS, RecordKind
from infra.cli.importing.formats import ONLY_EVIDENCE, format_of, is_folder, rows_of
from infra.cli.importing.into_stores import StoreImport
from infra.cli.importing.over_api import FAILED, AnyApiImport, ApiTarget
from infra.cli.importing.plan import ImportSource, Plan
from infra.cli.importing.rows import (
    FileRow,
    FileRows,
    PassedOver,
    Row,
    UnknownFormat,
    WrongRow,
    field,
)
from infra.cli.options import DEFAULT_URL, Format
from infra.cli.stores import OpenStores, choose_target, names_stores
from recollect.core.urls import host_of, is_on_this_machine, without_credentials

_GO_ON: Final = "Run the same command again to go on: nothing is stored twice."
_ASK_AGAIN: Final = "Run it again with another token to go on: nothing is stored twice."
_LACKS_RIGHTS: Final = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
_SHOWN_ITEMS: Final = 5
_API_URL: Final = "RECOLLECT_URL"
_WRONG: Final = "wrong"


@dataclass(frozen=True, slots=True)
class Files:
    """The files to read, the kind of their items, the format of --format, the names of --map."""

    names: Sequence[str]
    kind: RecordKind | None
    given_format: Format | None
    mapping: Mapping[str, Sequence[str]]

    def source(self) -> ImportSource:
        """The rows of all files; stderr hears of wrong, withheld, replaced and skipped ones."""
        system = self.given_format if self.given_format in EXPORTERS else None
        plan = Plan(self.kind, self.mapping, system)
        return ImportSource(
            self._all_rows(),
            plan,
            on_wrong=_reporting("[yellow]Left out:[/]"),
            on_withheld=_reporting("[yellow]Withheld from everybody:[/]"),
            on_replaced=_reporting("[yellow]Replaced:[/]"),
            on_passed_over=_reporting("Passed over:"),
        )

    def _all_rows(self) -> FileRows:
        unseen = set(chain.from_iterable(self.mapping.values()))
        for row in chain.from_iterable(map(self._rows, self.names)):
            if isinstance(row, FileRow):
                unseen -= {path for path in unseen if field(row.fields, path) is not None}
            yield row
        for path in sorted(unseen):
            shown = escape(plain(path))
            stderr.print(f"[yellow]No row has a value for {shown}, which --map names[/]")

    def _rows(self, name: str) -> FileRows:
        try:
            format_ = self.given_format or format_of(name)
            if (format_ in ONLY_EVIDENCE or is_folder(name)) and self.kind != "evidence":
                raise CommandError(f"{name} holds texts and no {self.kind}: say --evidence")
            with _opened(name) as file:
                for row in rows_of(name, file, format_):
                    yield self._placed(name, row)
        except UnknownFormat as error:
            yield WrongRow(name, str(error))

    def _placed(self, name: str, row: Row) -> Row:
        if len(self.names) == 1 or isinstance(row, PassedOver):
            return row
        # The places of mails, texts and pages begin with the name of their file.
        own = Path(name).name
        inner = row.place.removeprefix(own)
        is_named = inner != row.place and inner[:1] in ("", ",", "#")
        return replace(row, place=f"{name}{inner}" if is_named else f"{name}, {row.place}")


def kind_of(app_slug: str | None, *, evidence: bool, cases: bool) -> RecordKind | None:
    """The kind of the items; None for business contexts, which no other system exports."""
    if app_slug is not None:
        return "memory"
    if evidence:
        return "evidence"
    return "case" if cases else None


def is_over_api(
    url: str | None, token: str | None, environ: Mapping[str, str] = os.environ
) -> bool:
    """Whether an import goes over the API: with a token, or if the API is on another machine.

    The API is at `url`, else, if the environment names no stores, at RECOLLECT_URL.
    """
    if token:
        return True
    api_url = url or ("" if names_stores(environ) else environ.get(_API_URL, ""))
    return host_of(api_url) is not None and not is_on_this_machine(api_url)


def api_target(url: str | None, token: str | None) -> ApiTarget:
    """The API at `url` or RECOLLECT_URL.

    Raises CommandError if neither is given but the environment names stores, of an unknown API.
    """
    api_url = url or os.environ.get(_API_URL)
    if not api_url and names_stores(os.environ):
        raise CommandError("UPSTASH_* names stores: say with --url which API stands before them")
    return ApiTarget(api_url or DEFAULT_URL, token)


def show(files: Files, model: type[BaseModel]) -> None:
    """Print the first items as they would be imported, and how many there are; send nothing."""
    items = files.source().items(model)
    found = iter(items)
    shown = list(islice(found, _SHOWN_ITEMS))
    for item in shown:
        typer.echo(item.value.model_dump_json(by_alias=True, exclude_unset=True))
    count = len(shown) + sum(1 for _ in found)
    left = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in items.left.items())
    stderr.print(f"{count} would be brought in, {left}; nothing was sent")
    _fail_for({_WRONG: items.wrong})


def import_into_stores(files: Files, kind: StoreImport, url: str | None, *, as_json: bool) -> None:
    """Import files straight into the stores. Raises CommandError if a row was wrong."""
    target = choose_target(url)
    if url is None and names_stores(os.environ) and os.environ.get(_API_URL):
        stderr.print(
            f"Into {without_credentials(target.name)}: without a token {_API_URL} is not asked."
        )

    async def bring(stores: OpenStores) -> dict[str, int]:
        with progress() as bar:
            task = bar.add_task("Importing", total=None)
            return await kind.run(files.source(), stores, lambda count: bar.advance(task, count))

    _print_counts(target.run(bring, _GO_ON), as_json=as_json)


def import_over_api(files: Files, kind: AnyApiImport, api: ApiTarget, *, as_json: bool) -> None:
    """Import files over the API. Raises CommandError if a row was wrong or not stored."""
    with resumable(_GO_ON), progress() as bar:
        task = bar.add_task("Importing", total=None)
        try:
            counts = kind.run(files.source(), api, lambda count: bar.advance(task, count))
        except CommandError as error:
            cause = error.__cause__
            lacks_rights = isinstance(cause, ApiRefused) and cause.status in _LACKS_RIGHTS
            go_on = _ASK_AGAIN if lacks_rights else _GO_ON
            raise CommandError(f"{str(error).rstrip('.')}. {go_on}") from error
    _print_counts(counts, as_json=as_json)


def _reporting(label: str) -> Callable[[object], None]:
    """A function that prints what it gets behind a label, for people."""
    return lambda what: stderr.print(f"{label} {escape(plain(str(what)))}")


def _print_counts(counts: Mapping[str, int], *, as_json: bool) -> None:
    stderr.print(", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items()))
    if as_json:
        typer.echo(json.dumps(counts))
    _fail_for(counts)


def _fail_for(counts: Mapping[str, int]) -> None:
    left_out = counts.get(FAILED, 0) + counts[_WRONG]
    if left_out:
        raise CommandError(
            f"Left out: {left_out}. Mend them and run the same command again: "
            "nothing is stored twice."
        )


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO | None]:
    """Open a file, or stdin for `-`; yields None for a folder."""
    if is_folder(name):
        yield None
    elif name != "-":
        with Path(name).open("rb") as file:
            yield file
    else:
        # Read stdin to its end first, so that no open request waits for a slow writer.
        with tempfile.TemporaryFile() as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
            copy.seek(0)
            yield copy
