"""`recollect`: the platform on a laptop, and everything around it.

Every failure prints one line to stderr and exits with status 1 (2 where the command itself is
wrong). A command imports what it needs when it runs, so that `recollect --help` answers at once.
typer prints the docstrings of commands as their help.
"""

# ruff: noqa: PLC0415  # see above

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console

from infra.cli.console import CommandError, one_line_errors, plain_lines, print_error
from infra.cli.inspect_commands import inspect
from infra.cli.key_commands import keys
from infra.cli.memory_commands import app_client, memories, warn_if_empty
from infra.cli.options import (
    DEFAULT_URL,
    AppSlug,
    AsJson,
    Format,
    Level,
    OptionalSlug,
    PlatformUrl,
    StoresUrl,
    Token,
    duration,
    names_of,
    optional_slug,
    slug,
)
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
from recollect.core.unnamed import UNNAMED

app = typer.Typer(
    help="Context for support and operations agents, and a memory that learns from outcomes.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(inspect, name="inspect")
app.add_typer(memories, name="memories")
app.add_typer(keys, name="keys")

# A copy of the one in `infra.local.emulators.vector.embedders`: importing that loads numpy.
EmbedderName = Literal["hashed", "minilm", "bge-small"]
DataDir = Annotated[Path | None, typer.Option(help="Where what is stored survives a restart.")]
Embedder = Annotated[
    EmbedderName | None,
    typer.Option(
        help="minilm and bge-small know meaning, hashed only words. Default: that of the data, "
        "else minilm where it is installed.",
        show_default=False,
    ),
]
ImportUrl = Annotated[
    str | None,
    typer.Option(
        help="The API, with a token or on another machine, else a local platform. Without it: with "
        "a token RECOLLECT_URL; without one the stores of UPSTASH_* in the environment, else "
        "RECOLLECT_URL, else http://127.0.0.1:8080.",
        show_default=False,
    ),
]


@app.command()
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


@app.command()
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


@app.command()
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
        print_error(f"it lacks {', '.join(ready.degraded)}")
    named: Mapping[PartName, str] = {
        "evidence": f"--tenant {tenant or 'default'} --project {project or 'default'}",
        "memories": f"--app {app_slug}",
    }
    for part, options in named.items():
        for note in empty_part_notes({part}.intersection(ready.empty)):
            print_error(f"{note} It was looked for with {options}.")


@app.command()
def doctor(*, url: PlatformUrl = DEFAULT_URL, token: Token = None) -> None:
    """Check settings, token, API, stores and model; say what is wrong, and what to do."""
    from infra.cli.diagnosis import report
    from infra.cli.doctor import examined

    with one_line_errors():
        diagnoses = examined(url, token, os.environ)
    Console(highlight=False).print(report(diagnoses))
    if any(diagnosis.state == "wrong" for diagnosis in diagnoses):
        raise typer.Exit(1)


@app.command()
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


@app.command()
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


@app.command()
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


@app.command()
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
        Level, typer.Option(help="How sensitive evidence and memories may be.")
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


@app.command("import")
def import_(  # noqa: PLR0913  # one argument an option
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="- is stdin.")],
    app_slug: Annotated[
        str | None,
        typer.Option("--app", callback=optional_slug, help="Memories, of this app or global."),
    ] = None,
    *,
    evidence: Annotated[bool, typer.Option("--evidence", help="Evidence, over the API.")] = False,
    cases: Annotated[bool, typer.Option("--cases", help="Resolved cases.")] = False,
    business_contexts: Annotated[
        bool, typer.Option("--business-contexts", help="Customers and other entities.")
    ] = False,
    tenant: Annotated[
        str, typer.Option(callback=slug, help="The tenant of the evidence.")
    ] = UNNAMED,
    project: Annotated[
        str, typer.Option(callback=slug, help="The project of the evidence.")
    ] = UNNAMED,
    file_format: Annotated[
        Format | None,
        typer.Option("--format", help="Where the file does not say it.", show_default=False),
    ] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option("--map", help="OURS=THEIRS: which field of the file is ours. Again for more."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the first as they would be; send nothing.")
    ] = False,
    url: ImportUrl = None,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Import memories, evidence, cases or business contexts from files.

    Files may be JSON Lines, our own export, JSON, CSV, Markdown, HTML, texts and mails (also a
    folder of these), or an export of Slack, mem0, Zendesk or Jira. With a token, the import goes
    over the API with the token's rights; else straight into the stores. Wrong rows are named and
    left out. After an interruption, run it again to continue: memories that are already there are
    skipped, everything else replaces what was there.
    """
    from infra.cli.importing import command, into_stores, over_api

    if [app_slug is not None, evidence, cases, business_contexts].count(True) != 1:
        raise typer.BadParameter(
            "say what the files hold: --app, --evidence, --cases or --business-contexts"
        )
    kind = command.kind_of(app_slug, evidence=evidence, cases=cases)
    given = command.Files(files, kind, file_format, names_of(mapping or ()))
    needs_api = evidence or command.is_over_api(url, token)
    over = over_api.import_of(app_slug, kind, tenant, project) if needs_api else None
    into = into_stores.import_of(app_slug, kind)
    with one_line_errors():
        if dry_run:
            command.show(given, (over or into).model)
        elif over:
            command.import_over_api(given, over, command.api_target(url, token), as_json=as_json)
        else:
            command.import_into_stores(given, into, url, as_json=as_json)


@app.command()
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


@app.command()
def export(
    app_slug: AppSlug,
    output: Annotated[Path | None, typer.Option(help="A file; without it, stdout.")] = None,
    url: StoresUrl = None,
) -> None:
    """Write the memories of an app with their votes and history, one JSON object a line."""
    from infra.cli.exporting import export_file

    with one_line_errors():
        export_file(app_slug, output, url)


@app.command()
def backup(
    place: Annotated[str, typer.Argument(help="s3://BUCKET/FOLDER, or a folder.")],
    url: StoresUrl = None,
) -> None:
    """Back up everything in both stores, page by page; run it again to go on after an interruption.

    The backup holds data that only some people may see: keep it where only they can read it.
    """
    from infra.cli.backing_up import back_up_to

    with one_line_errors():
        back_up_to(place, url)


@app.command()
def restore(
    place: Annotated[str, typer.Argument(help="s3://BUCKET/FOLDER, or a folder.")],
    url: StoresUrl = None,
) -> None:
    """Bring a backup back into empty stores; run it again to go on after an interruption.

    Every page is checked before the first is written. Nobody else may write to the stores
    meanwhile.
    """
    from infra.cli.backing_up import restore_from

    with one_line_errors():
        restore_from(place, url)


@app.command()
def migrate(
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say how much would be written, and write nothing.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="From the beginning, not from where the last one was.")
    ] = False,
    url: StoresUrl = None,
    as_json: AsJson = False,
) -> None:
    """Scan and index everything stored again, by the rules of this release.

    Run it after an update that asks for it, and again to go on after an interruption. Until it has
    run, stored data is read and found as before.
    """
    from infra.cli import migration

    with one_line_errors():
        migration.migrate(url, dry_run=dry_run, again=again, as_json=as_json)


@app.command()
def erase(  # noqa: PLR0913  # one argument an option
    *,
    email: str | None = None,
    name: str | None = None,
    phone: str | None = None,
    user_id: str | None = None,
    conversation_id: str | None = None,
    thread: str | None = None,
    customer: Annotated[
        str | None, typer.Option(help="A whole customer, by any of its names.")
    ] = None,
    tenant: Annotated[str | None, typer.Option(help="A whole tenant.")] = None,
    project: Annotated[
        str | None, typer.Option(help="With --tenant: this project of it alone.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what holds them, and change nothing.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before.")] = False,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
) -> None:
    """Remove a person from everything that is kept, or mask them in it; print a receipt as JSON.

    It also erases a customer, a tenant or a project as a whole. Say one thing that identifies whom
    to erase. docs/operations.md says what it finds and which token it needs.
    """
    from infra.cli import erasing

    given = {
        "email": email,
        "name": name,
        "phone": phone,
        "user_id": user_id,
        "conversation_id": conversation_id,
        "thread": thread,
        "customer": customer,
        "tenant": tenant,
        "project": project,
    }
    identifiers = {what: value for what, value in given.items() if value is not None}
    if len(identifiers.keys() - {"project"}) != 1:
        raise typer.BadParameter("say one thing that is known of them, such as --email")
    with one_line_errors():
        erasing.erase(url, token, identifiers, dry_run=dry_run, yes=yes)


@app.command()
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


if __name__ == "__main__":
    sys.exit(app())
