"""`recollect inspect`: show answers of the API to people, and why items were kept or dropped."""

# ruff: noqa: PLC0415  # `recollect --help` answers at once

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer
from pydantic import BaseModel, ValidationError
from rich.console import Console, RenderableType
from rich.markup import escape

from infra.cli.console import one_line_errors, stderr
from infra.cli.options import (
    DEFAULT_URL,
    AppSlug,
    AsJson,
    AsOf,
    Limit,
    OptionalSlug,
    PlatformUrl,
    Repeated,
    Token,
    filters_of,
)
from recollect.core.degradation import HISTORY_PART
from recollect.core.security_levels import SecurityLevel

if TYPE_CHECKING:
    from infra.cli.api_client import ApiAnswer

_M = TypeVar("_M", bound=BaseModel)

inspect = typer.Typer(help="Answers of the API, for people to read.", no_args_is_help=True)


@inspect.command("search")
def inspect_search(  # noqa: PLR0913  # one argument an option
    query: str,
    *,
    app_slug: AppSlug,
    stage: Literal["classify", "route", "gather", "draft", "validate"] | None = None,
    outcome: Literal["success", "corrected", "failed"] | None = None,
    category: str | None = None,
    tag: Repeated = None,
    limit: Limit = 10,
    threshold: Annotated[
        float | None, typer.Option(min=0, max=1, help="The least relevance.")
    ] = None,
    include_global: Annotated[
        bool, typer.Option("--global", help="Include global memories.")
    ] = False,
    include_stale: Annotated[bool, typer.Option("--stale", help="Include stale memories.")] = False,
    as_of: AsOf = None,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Search the memories of an app; show what was kept, what was dropped, and why."""
    from infra.cli.api_client import ask
    from infra.cli.inspecting.search import search_tables
    from recollect.memories.requests import Search
    from recollect.memories.search_result import SearchResult

    with _readable_errors():
        asked = {
            "query": query,
            "stage": stage,
            "outcome": outcome,
            "category": category,
            "tags": tag or (),
            "limit": limit,
            "threshold": threshold,
            "include_global": include_global,
            "include_stale": include_stale,
            "as_of": as_of,
            "explain": True,
        }
        search = Search.model_validate(asked)
        answer = ask(url, token, f"/apps/{app_slug}/memories/search", search, SearchResult)
        _show(answer, search_tables(answer.result), as_json=as_json)


@inspect.command("context")
def inspect_context(  # noqa: PLR0913  # one argument an option
    query: Annotated[str | None, typer.Argument(help="May be left out with --start.")] = None,
    *,
    type_: Annotated[
        Literal["semantic", "keyword", "hybrid"],
        typer.Option("--type", help="What is searched: the meaning, the words, or both."),
    ] = "hybrid",
    start: Annotated[
        str | None, typer.Option(help="An id: walk from there along causes, in both directions.")
    ] = None,
    level: Annotated[
        SecurityLevel | None,
        typer.Option(
            help="Of the specialist; can only lower what the token grants. "
            "Of a token's groups * it leaves those of --group."
        ),
    ] = None,
    group: Repeated = None,
    tenant: OptionalSlug = None,
    project: OptionalSlug = None,
    filter_: Annotated[
        list[str] | None,
        typer.Option("--filter", metavar="NAME=VALUE", help="May be repeated."),
    ] = None,
    limit: Limit = 10,
    graph: Annotated[
        bool | None, typer.Option("--graph/--no-graph", help="Default: only with --start.")
    ] = None,
    as_of: AsOf = None,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Ask for context; show the summary, and why each piece of evidence was kept or dropped."""
    from infra.cli.api_client import ask
    from infra.cli.inspecting.context import context_report
    from recollect.context.request import ContextRequest
    from recollect.context.result import ContextResult

    sender = {
        "type": "developer",
        "id": "recollect-inspect",
        "securityLevel": level,
        "authorizedGroups": group or None,
    }
    asked = {
        "type": "graph_traversal" if start else type_,
        "text": query,
        "filters": filters_of(filter_ or ()),
        "graph_params": {"start_node": start} if start else None,
    }
    meta = {"type": "ContextRequest", "from": sender, "tenant": tenant, "project": project}
    payload = {"query": asked, "limit": limit, "include_graph": graph, "as_of": as_of}
    with _readable_errors():
        request = ContextRequest.model_validate({"meta": meta, "payload": payload})
        answer = ask(url, token, "/context", request, ContextResult)
        _show(answer, context_report(answer.result), as_json=as_json)


@inspect.command("pack")
def inspect_pack(
    *,
    case: Annotated[
        list[str] | None, typer.Option(metavar="NUMBER", help="May be repeated.")
    ] = None,
    channel: Annotated[str | None, typer.Option(metavar="ID", help="A Slack channel.")] = None,
    thread: Annotated[
        str | None, typer.Option(metavar="TS", help="The first message of the thread.")
    ] = None,
    company: Annotated[
        str | None, typer.Option(metavar="NAME", help="Its name or an alias.")
    ] = None,
    refresh: Annotated[bool, typer.Option("--refresh", help="Ignore the cache.")] = False,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Show what is known about a case: what is urgent, who it is about, what may help."""
    from infra.cli.api_client import ask
    from infra.cli.inspecting.pack import pack_report
    from recollect.discovery.request import DiscoveryRequest
    from recollect.discovery.schema import DiscoveryPack

    # The JSON names, so that error messages use them, too.
    asked = {
        "caseNumbers": tuple(case or ()),
        "channelId": channel,
        "threadTs": thread,
        "companyName": company,
        "refresh": refresh,
    }
    with _readable_errors():
        request = DiscoveryRequest.model_validate(asked)
        answer = ask(url, token, "/packs/discovery", request, DiscoveryPack)
        report = pack_report(answer.result, answer.notes.cache, len(answer.text.encode()))
        there = frozenset(answer.result.model_dump(mode="json"))
        _show(answer, report, as_json=as_json, why="what they need failed or was late", there=there)


@inspect.command("response")
def inspect_response(
    file: Annotated[
        typer.FileBinaryRead, typer.Argument(help="A request to validate, as JSON; - is stdin.")
    ],
    *,
    url: PlatformUrl = DEFAULT_URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Check an answer against its tools' results: {"response": …, "toolCalls": […]}.

    It is not counted, and raises no alert.
    """
    from infra.cli.api_client import ask
    from infra.cli.inspecting.response import response_report
    from recollect.validation.models import ValidateRequest, ValidationResult

    with _readable_errors():
        request = ValidateRequest.model_validate_json(file.read(), by_name=False)
        dry = request.model_copy(update={"dry_run": True})
        answer = ask(url, token, "/responses/validate", dry, ValidationResult)
        _show(answer, response_report(request.response, answer.result), as_json=as_json)


@contextmanager
def _readable_errors() -> Iterator[None]:
    """Report an invalid request as a wrong option, and every other error in one line."""
    try:
        with one_line_errors():
            yield
    except ValidationError as error:
        from recollect.core.errors import FieldError
        from recollect.core.field_errors import field_errors

        first = field_errors(error)[0]
        # The field's path in the request, without the parts that are no options of the command.
        place = ".".join(part for part in first.field.split(".") if part not in {"payload", "meta"})
        raise typer.BadParameter(str(FieldError(place, first.message))) from error


def _show(
    answer: "ApiAnswer[_M]",
    report: RenderableType,
    *,
    as_json: bool,
    why: str = "a store is down",
    there: Collection[str] = (),
) -> None:
    """Print the answer or its report to stdout, and to stderr what is missing from it, and why.

    A degraded part whose name is in `there` is in the answer, but may be incomplete. A history may
    be unknown although nothing failed, since not every import and not every text is kept with one.
    """
    parts, unknown = answer.notes.degraded, answer.notes.unknown_cases
    if HISTORY_PART in parts:
        stderr.print("[yellow]The history of some is not known: they are shown as they are now.[/]")
    for prefix, names in (
        ("Without", [each for each in parts if each not in {*there, HISTORY_PART}]),
        ("Perhaps not all of", [each for each in parts if each in there]),
    ):
        if names:
            stderr.print(f"[yellow]{prefix} {escape(', '.join(names))}: {why}.[/]")
    if unknown:
        stderr.print(f"[yellow]No such case: {escape(', '.join(unknown))}.[/]")
    if answer.notes.unknown_customer:
        stderr.print("[yellow]The directory has no such customer.[/]")
    if as_json:
        typer.echo(answer.text)
    else:
        Console(highlight=False).print(report)
