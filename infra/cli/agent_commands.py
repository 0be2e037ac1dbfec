"""The commands for what an agent gets before it acts, and for what its memories bring."""

# ruff: noqa: PLC0415  # `recollect --help` answers at once

import sys
from collections.abc import Mapping
from typing import Annotated

import typer
from rich.console import Console

from infra.cli.console import one_line_errors, plain_lines, print_error
from infra.cli.memory_commands import app_client, warn_if_empty
from infra.cli.options import (
    DEFAULT_URL,
    AppSlug,
    AsJson,
    OptionalSlug,
    PlatformUrl,
    Token,
    optional_slug,
)


def prepare(  # noqa: PLR0913  # one argument an option
    text: Annotated[str | None, typer.Argument(help="What is asked, as the user put it.")] = None,
    *,
    app_slug: Annotated[
        str | None,
        typer.Option("--app", callback=optional_slug, help="The app whose memories to look in."),
    ] = None,
    case: Annotated[list[str] | None, typer.Option(help="A case's number; again for more.")] = None,
    company: Annotated[str | None, typer.Option(help="The customer.")] = None,
    tokens: Annotated[
        int | None, typer.Option(min=1, max=30_000, help="How long it may be. Default: 2,000.")
    ] = None,
    run_id: Annotated[str | None, typer.Option(help="The run that it is for.")] = None,
    tenant: OptionalSlug = None,
    project: OptionalSlug = None,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Print what an agent should know before it acts on a case, as text for its prompt."""
    from recollect.client import Recollect
    from recollect.preparing.request import PartName, empty_part_notes

    # `listen` would also warn of missing parts; they are reported below, once.
    with one_line_errors(), Recollect(url, token=token, listen=lambda _: None) as api:
        ready = api.prepare(
            text=text,
            app=app_slug,
            case_numbers=case,
            company_name=company,
            tokens=tokens,
            run_id=run_id,
            tenant=tenant,
            project=project,
        )
    typer.echo(ready.model_dump_json(by_alias=True) if as_json else plain_lines(ready.prompt))
    if ready.degraded:
        print_error(
            f"the prompt lacks {', '.join(ready.degraded)}: what was asked failed or was late, "
            "or the token has no scope for it"
        )
    named: Mapping[PartName, str] = {
        "evidence": f"--tenant {tenant or 'default'} --project {project or 'default'}",
        "memories": f"--app {app_slug}",
    }
    for part, options in named.items():
        for note in empty_part_notes({part}.intersection(ready.empty)):
            print_error(f"{note} It was looked for with {options}.")


def uplift(
    *,
    app_slug: AppSlug,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Show what the memories of an app bring: how much better runs end with them than without."""
    from infra.cli.uplift import read_uplift, uplift_report

    with app_client(url, token, app_slug) as client:
        uplifts = read_uplift(client)
        if not uplifts.memories:
            warn_if_empty(client)
        if as_json:
            typer.echo(uplifts.model_dump_json(by_alias=True))
        else:
            Console(highlight=False).print(uplift_report(uplifts))


def enrich(
    tool: Annotated[str, typer.Argument(help="The tool's name.")],
    file: Annotated[str, typer.Argument(metavar="ARGS.json", help="Its arguments; - is stdin.")],
    *,
    session: Annotated[str | None, typer.Option(help="The session's id.")] = None,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
) -> None:
    """Print a tool's arguments with what is remembered of the tool added, and nothing else."""
    from infra.cli.enriching import enriched, read_arguments

    with one_line_errors():
        arguments = read_arguments(file, sys.stdin.buffer.read() if file == "-" else None)
    result = enriched(url, token, tool, arguments, session)
    sys.stdout.buffer.write(result.arguments)
    noun = "memory" if result.count == 1 else "memories"
    sys.stderr.write(f"Found {result.count} relevant {noun}\n")
    if result.why_not:
        sys.stderr.write(f"{result.why_not}\n")
