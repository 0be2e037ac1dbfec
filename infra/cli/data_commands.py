"""The commands that bring data in and out, back it up, erase it, and say whose it is."""

# ruff: noqa: PLC0415  # `recollect --help` answers at once

from pathlib import Path
from typing import Annotated

import typer

from infra.cli.console import one_line_errors
from infra.cli.options import (
    DEFAULT_URL,
    AppSlug,
    AsJson,
    Format,
    PlatformUrl,
    StoresUrl,
    Token,
    names_of,
    optional_slug,
    slug,
)
from recollect.core.ids import UNNAMED

ImportUrl = Annotated[
    str | None,
    typer.Option(
        help="The API, with a token or on another machine, else a local platform. Without it: with "
        "a token RECOLLECT_URL; without one the stores of UPSTASH_* in the environment, else "
        "RECOLLECT_URL, else http://127.0.0.1:8080.",
        show_default=False,
    ),
]


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
            "say what the files hold by one of --app, --evidence, --cases and --business-contexts"
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


def export(
    app_slug: AppSlug,
    output: Annotated[Path | None, typer.Option(help="A file; without it, stdout.")] = None,
    url: StoresUrl = None,
) -> None:
    """Write the memories of an app with their votes and history, one JSON object a line."""
    from infra.cli.exporting import export_file

    with one_line_errors():
        export_file(app_slug, output, url)


def activity(
    subject: Annotated[str, typer.Argument(help="The caller: `sub` of its token or key.")],
    *,
    url: StoresUrl = None,
    as_json: AsJson = False,
) -> None:
    """List what a caller wrote, ran and touched, from the stores: to undo it if a token leaked."""
    from infra.cli.activity import list_activity

    with one_line_errors():
        list_activity(subject, url, as_json=as_json)


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


def relist(url: StoresUrl = None) -> None:
    """Bring back the lists of memories, evidence and cases after Redis was lost without a backup.

    They are written anew from the index. What only Redis knew stays lost, such as votes and whose
    an item is. What Redis still has stays as it is, so it may be run again.
    """
    from infra.cli.relisting import relist_from

    with one_line_errors():
        relist_from(url)


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
