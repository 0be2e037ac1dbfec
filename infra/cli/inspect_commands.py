"""`recollect inspect`: why each item was kept or dropped, and packs, for people to read."""

# ruff: noqa: PLC0415  # `recollect --help` answers at once

from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer
from pydantic import BaseModel, ValidationError
from rich.console import Console, RenderableType
from rich.markup import escape

from infra.cli.complaint import one_line_complaints, stderr
from infra.cli.options import AppSlug, AsJson, Limit, PlatformUrl, Token, optional_slug

if TYPE_CHECKING:
    from infra.cli.api_client import ApiAnswer

_M = TypeVar("_M", bound=BaseModel)
_URL = "http://127.0.0.1:8080"

inspect = typer.Typer(help="Answers of the API, for people to read.", no_args_is_help=True)


@inspect.command("search")
def inspect_search(  # noqa: PLR0913  # one argument an option
    query: str,
    *,
    app_slug: AppSlug,
    stage: Annotated[
        Literal["classify", "route", "gather", "draft", "validate"] | None, typer.Option()
    ] = None,
    outcome: Annotated[Literal["success", "corrected", "failed"] | None, typer.Option()] = None,
    category: str | None = None,
    tag: Annotated[list[str] | None, typer.Option(help="May be given again.")] = None,
    limit: Limit = 10,
    threshold: Annotated[float | None, typer.Option(min=0, max=1, help="Of relevance.")] = None,
    include_global: Annotated[bool, typer.Option("--global", help="Also the global ones.")] = False,
    include_stale: Annotated[bool, typer.Option("--stale", help="Also stale ones.")] = False,
    url: PlatformUrl = _URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Search the memories of an app: what was kept, what was dropped, and why."""
    from infra.cli.api_client import ask
    from infra.cli.inspection import search_tables
    from recollect.memories.model import SearchResult
    from recollect.memories.requests import Search

    try:
        asked = Search(
            query=query,
            stage=stage,
            outcome=outcome,
            category=category,
            tags=tuple(tag or ()),
            limit=limit,
            threshold=threshold,
            include_global=include_global,
            include_stale=include_stale,
            explain=True,
        )
    except ValidationError as error:
        raise _bad_parameter(error) from error
    with one_line_complaints():
        path = f"/apps/{app_slug}/memories/search"
        answer = ask(url, token, path, asked, SearchResult)
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
        Literal["public", "internal", "confidential", "restricted"] | None,
        typer.Option(help="Of the specialist; can only lower what the token grants."),
    ] = None,
    group: Annotated[list[str] | None, typer.Option(help="May be given again.")] = None,
    tenant: Annotated[str | None, typer.Option(callback=optional_slug)] = None,
    project: Annotated[str | None, typer.Option(callback=optional_slug)] = None,
    filter_: Annotated[
        list[str] | None,
        typer.Option("--filter", metavar="NAME=VALUE", help="May be given again."),
    ] = None,
    limit: Limit = 10,
    graph: Annotated[
        bool | None, typer.Option("--graph/--no-graph", help="By default with --start only.")
    ] = None,
    url: PlatformUrl = _URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Ask for context: the summary, and why each piece of evidence was kept or dropped."""
    from infra.cli.api_client import ask
    from infra.cli.context_inspection import Question, context_report, request_of
    from recollect.context.result import ContextResult

    question = Question(
        text=query,
        type="graph_traversal" if start else type_,
        start=start,
        level=level,
        groups=tuple(group or ()),
        tenant=tenant,
        project=project,
        filters=tuple(filter_ or ()),
        limit=limit,
        graph=graph,
    )
    try:
        asked = request_of(question)
    except ValidationError as error:
        raise _bad_parameter(error) from error
    with one_line_complaints():
        answer = ask(url, token, "/context", asked, ContextResult)
        _show(answer, context_report(answer.result), as_json=as_json)


@inspect.command("pack")
def inspect_pack(  # one argument an option
    *,
    case: Annotated[
        list[str] | None, typer.Option(metavar="NUMBER", help="May be given again.")
    ] = None,
    channel: Annotated[str | None, typer.Option(metavar="ID", help="Of Slack.")] = None,
    thread: Annotated[
        str | None, typer.Option(metavar="TS", help="The message that the thread hangs on.")
    ] = None,
    company: Annotated[str | None, typer.Option(metavar="NAME", help="Or an alias.")] = None,
    refresh: Annotated[bool, typer.Option("--refresh", help="Build it anew.")] = False,
    url: PlatformUrl = _URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Show what is known about a case: what is urgent, who it is about, what may help."""
    from infra.cli.api_client import ask
    from infra.cli.pack_inspection import pack_report
    from recollect.discovery.request import DiscoveryRequest
    from recollect.discovery.schema import DiscoveryPack

    try:
        # By the names of JSON, so that complaints have them, too.
        asked = DiscoveryRequest.model_validate(
            {
                "caseNumbers": tuple(case or ()),
                "channelId": channel,
                "threadTs": thread,
                "companyName": company,
                "refresh": refresh,
            }
        )
    except ValidationError as error:
        raise _bad_parameter(error) from error
    with one_line_complaints():
        answer = ask(url, token, "/packs/discovery", asked, DiscoveryPack)
        report = pack_report(answer.result, answer.cache, len(answer.text.encode()))
        _show(answer, report, as_json=as_json, why="what they need failed or was late")


@inspect.command("response")
def inspect_response(
    file: Annotated[
        typer.FileBinaryRead, typer.Argument(help="A request to validate, as JSON; - is stdin.")
    ],
    *,
    url: PlatformUrl = _URL,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Check an answer against what its tools told: {"response": …, "toolCalls": […]}."""
    from infra.cli.api_client import ask
    from infra.cli.response_inspection import response_report
    from recollect.validation.models import ValidateRequest, ValidationResult

    try:
        asked = ValidateRequest.model_validate_json(file.read(), by_name=False)
    except ValidationError as error:
        raise _bad_parameter(error) from error
    with one_line_complaints():
        answer = ask(url, token, "/responses/validate", asked, ValidationResult)
        report = response_report(asked.response, answer.result)
        _show(answer, report, as_json=as_json)


def _bad_parameter(error: ValidationError) -> typer.BadParameter:
    first = error.errors()[0]
    # Where in the request, less what the command has no option for.
    place = ".".join(str(each) for each in first["loc"] if each not in {"payload", "meta"})
    return typer.BadParameter(f"{place}: {first['msg']}" if place else first["msg"])


def _show(
    answer: "ApiAnswer[_M]",
    report: RenderableType,
    *,
    as_json: bool,
    why: str = "a store is down",
) -> None:
    """To stdout what was asked for, to stderr what is missing from it."""
    if answer.degraded:
        parts = escape(", ".join(answer.degraded.split()))
        stderr.print(f"[yellow]Without {parts}: {why}.[/]")
    if as_json:
        typer.echo(answer.text)
    else:
        Console(highlight=False).print(report)
