"""The commands that set an installation up: find what is wrong with it, fit it to its model."""

# ruff: noqa: PLC0415  # `recollect --help` answers at once

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from infra.cli.console import one_line_errors
from infra.cli.options import DEFAULT_URL, PlatformUrl, StoresUrl, Token
from infra.local.emulators.vector.embedder_names import EmbedderName


def doctor(*, url: PlatformUrl = DEFAULT_URL, token: Token = None) -> None:
    """Check settings, token, API, stores and model; say what is wrong, and what to do."""
    from infra.cli.diagnosing.diagnosis import report
    from infra.cli.diagnosing.doctor import examined

    with one_line_errors():
        diagnoses = examined(url, token, os.environ)
    Console(highlight=False).print(report(diagnoses))
    if any(diagnosis.state == "wrong" for diagnosis in diagnoses):
        raise typer.Exit(1)


def calibrate(
    folders: Annotated[
        list[Path],
        typer.Argument(
            exists=True, file_okay=False, help="Each has corpus.jsonl and queries.jsonl."
        ),
    ],
    *,
    model: Annotated[str, typer.Option(help="The name of the embedding model.")],
    url: StoresUrl = None,
    embedder: Annotated[
        EmbedderName | None,
        typer.Option(help="One of the laptop's, on a platform of its own.", show_default=False),
    ] = None,
    output: Annotated[Path | None, typer.Option(help="A file; without it, stdout.")] = None,
    reliability: Annotated[
        Path | None, typer.Option(help="Write the figures that are shown here, as JSON.")
    ] = None,
) -> None:
    """Learn from judged questions what the numbers of an embedding model mean.

    The items are stored in separate namespaces of the vector index, which are removed at the end.
    The output is a value for RELEVANCE_CALIBRATION. docs/calibration.md has the whole procedure.
    """
    from infra.cli.calibrating.commands import calibrate

    if url is not None and embedder is not None:
        raise typer.BadParameter("an index has an embedder: --url or --embedder")
    with one_line_errors():
        calibrate(folders, model, url, embedder, output, reliability)
