"""The commands around the platform on a laptop: run it, let others in, use it from a desktop."""

# ruff: noqa: PLC0415  # `recollect --help` answers at once

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from infra.cli.console import CommandError, one_line_errors
from infra.cli.options import DEFAULT_URL, AsJson, PlatformUrl, Token, duration
from infra.cli.rights import (
    Apps,
    Customers,
    Groups,
    MaxTrust,
    Projects,
    Relay,
    Scopes,
    Tenants,
    rights_of,
)
from infra.local.emulators.vector.embedder_names import EmbedderName
from recollect.core.security_levels import SecurityLevel

DataDir = Annotated[Path | None, typer.Option(help="Where what is stored survives a restart.")]
Embedder = Annotated[
    EmbedderName | None,
    typer.Option(
        help="minilm and bge-small know meaning, hashed only words. Default: that of the data, "
        "else minilm where it is installed.",
        show_default=False,
    ),
]


def demo(
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="Every part by itself besides, also without its stores.")
    ] = False,
    embedder: Embedder = None,
) -> None:
    """Tell the story of a case on the sample data, step by step, and check what it shows."""
    from infra.cli.demo import run_demo
    from infra.cli.embedders import chosen_embedder

    with one_line_errors():
        run_demo(Console(highlight=False), chosen_embedder(embedder), everything=everything)


def serve(  # noqa: PLR0913  # one argument an option
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free port.")] = 8080,
    data_dir: DataDir = None,
    sample_data: Annotated[
        bool, typer.Option("--sample-data", help="Start with the sample data.")
    ] = False,
    auth: Annotated[bool, typer.Option("--auth", help="Ask for a token.")] = False,
    embedder: Embedder = None,
    redis_url: Annotated[
        str | None, typer.Option(help="A real Redis instead of the emulator.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes for each function.")] = 4,
    schedules: Annotated[bool, typer.Option("--schedules", help="Run schedules, too.")] = False,
) -> None:
    """Serve the API, the event bus and the emulators in one process, until Ctrl-C."""
    from infra.cli.embedders import chosen_embedder
    from infra.cli.serving import serve_platform
    from infra.local.platform import PlatformOptions

    options = PlatformOptions(
        host=host,
        port=port,
        data_dir=data_dir,
        embedder=chosen_embedder(embedder, data_dir),
        auth=auth,
        redis_url=redis_url,
        workers=workers,
        schedules=schedules,
    )

    with one_line_errors():
        serve_platform(options, sample_data=sample_data)


def invoke(
    function: str,
    event: Annotated[Path, typer.Argument(metavar="EVENT.json")],
    as_json: AsJson = False,
) -> None:
    """Run one function on one event in this process, and print its answer.

    It works on the stores that UPSTASH_* in the environment name; without these, on a platform of
    its own with the sample data. The exit status is 1 if the answer is an error.
    """
    from infra.cli import invocation

    with one_line_errors():
        done = invocation.invoke(invocation.find_function(function), invocation.read_event(event))
        typer.echo(invocation.written(done, as_json=as_json))
        if done.given_up:
            raise CommandError(f"the event was given up: {done.given_up}")
    if done.failed:
        raise typer.Exit(1)


def token(  # noqa: PLR0913, PLR0917  # one argument an option
    scope: Scopes,
    apps: Apps = None,
    tenants: Tenants = None,
    projects: Projects = None,
    customers: Customers = None,
    groups: Groups = None,
    max_trust: MaxTrust = 0.7,
    relay: Relay = False,
    security_level: Annotated[
        SecurityLevel, typer.Option(help="How sensitive evidence and memories may be.")
    ] = "internal",
    subject: str = "developer",
    ttl: Annotated[str, typer.Option(help="How long it is valid: 90s, 30m, 1h, 7d.")] = "1h",
    data_dir: Annotated[Path | None, typer.Option(help="The --data-dir of `serve`.")] = None,
) -> None:
    """Print a token for `recollect serve --auth`."""
    from infra.local.tokens import issue_token, keeps_secret, load_secret

    rights = rights_of(scope, apps, tenants, projects, customers, groups)
    lifetime = duration(ttl)
    with one_line_errors():
        if data_dir is not None and not keeps_secret(data_dir):
            raise CommandError(
                f"{data_dir} has no secret, so nobody would accept the token: "
                f"start `recollect serve --auth --data-dir {data_dir}` first"
            )
        try:
            secret = load_secret(data_dir)
        except ValueError as error:
            raise CommandError(str(error)) from error
        typer.echo(
            issue_token(
                secret,
                subject=subject,
                security_level=security_level,
                max_trust=max_trust,
                relay=relay,
                ttl=lifetime,
                **rights,
            )
        )


def mcp(
    *,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    local: Annotated[
        bool, typer.Option("--local", help="Start a platform inside, with the sample data.")
    ] = False,
) -> None:
    """Serve the Model Context Protocol on stdin and stdout, for clients on a desktop."""
    from infra.cli.mcp_proxy import serve_stdio

    with one_line_errors():
        if not local:
            serve_stdio(url, token)
            return
        from infra.cli.sample_data import seed
        from infra.cli.stores import platform_target
        from infra.local.platform import PlatformOptions, running_platform

        with running_platform(PlatformOptions()) as platform:
            seed(platform_target(platform.url))
            serve_stdio(platform.url, None)
