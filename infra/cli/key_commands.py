"""`recollect keys`: manage API keys for machines, directly in the stores."""

# ruff: noqa: PLC0415  # `recollect --help` answers at once

import json
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from secrets import token_bytes
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from pydantic import JsonValue
from rich.console import Console
from rich.table import Column, Table

from infra.cli.console import CommandError, one_line_errors, plain, stderr
from infra.cli.options import AsJson, StoresUrl, duration
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
from recollect.core.security_levels import SecurityLevel
from recollect.core.timestamps import iso

if TYPE_CHECKING:
    from recollect.access.keys import ApiKey, ApiKeys

keys = typer.Typer(help="API keys for machines.", no_args_is_help=True)

_T = TypeVar("_T")


@keys.command()
def create(  # noqa: PLR0913  # one argument an option
    *,
    subject: Annotated[str, typer.Option(help="The name of the caller in histories.")],
    scope: Scopes,
    apps: Apps = None,
    tenants: Tenants = None,
    projects: Projects = None,
    customers: Customers = None,
    groups: Groups = None,
    max_trust: MaxTrust = 0.7,
    relay: Relay = False,
    unbounded: Annotated[
        bool, typer.Option("--unbounded", help="For your own programs alone: no bounds on it.")
    ] = False,
    security_level: Annotated[
        SecurityLevel, typer.Option(help="How sensitive evidence and memories may be.")
    ] = "internal",
    ttl: Annotated[str, typer.Option(help="How long it is valid: 1h, 90d.")] = "90d",
    url: StoresUrl = None,
) -> None:
    """Make a key, and print it once: it cannot be shown again."""
    from recollect.access.keys import RANDOM_BYTES, new_key

    rights = rights_of(scope, apps, tenants, projects, customers, groups)
    lifetime = duration(ttl)
    claims: dict[str, JsonValue] = {
        "sub": subject,
        "scope": " ".join(rights.pop("scopes")),
        **{name: list(names) for name, names in rights.items()},
        "security_level": security_level,
        "max_trust": max_trust,
        "relay": relay,
        "unbounded": unbounded,
    }
    with one_line_errors():
        if not subject.strip():
            raise CommandError("a key needs a subject")
        key, shown = new_key(claims, datetime.now(UTC), lifetime, token_bytes(RANDOM_BYTES))
        _with_keys(url, lambda kept: kept.put(key))
    typer.echo(shown)
    _print_note(f"key {key.id} of {plain(subject)} counts until {_day(key.expires_at)}")


@keys.command("list")
def list_(*, url: StoresUrl = None, as_json: AsJson = False) -> None:
    """List all keys, newest first, without their secrets."""
    with one_line_errors():
        found = _with_keys(url, lambda kept: kept.all())
    if as_json:
        typer.echo(_json(found))
        return
    now = datetime.now(UTC)
    table = Table(Column("id", no_wrap=True), "subject", "scopes", "apps", "made", "counts until")
    for key in found:
        until = _day(key.expires_at)
        table.add_row(
            key.id,
            plain(str(key.claims.get("sub", ""))),
            plain(str(key.claims.get("scope", ""))),
            plain(_words(key.claims.get("apps"))),
            _day(key.created_at),
            until if now < key.expires_at else f"{until}, expired",
        )
    Console(highlight=False).print(table)


@keys.command()
def revoke(
    key_id: Annotated[str, typer.Argument(metavar="ID", help="The key's id, or the key.")],
    *,
    url: StoresUrl = None,
) -> None:
    """Revoke a key, so that it is no longer accepted."""
    from recollect.access.keys import id_of

    identifier = id_of(key_id)
    with one_line_errors():
        if not _with_keys(url, lambda kept: kept.revoke(identifier)):
            raise CommandError(f"there is no key {plain(identifier)}")
    _print_note(f"key {identifier} is revoked")


def _with_keys(url: str | None, work: "Callable[[ApiKeys], Awaitable[_T]]") -> _T:
    from infra.cli.stores import choose_target

    return choose_target(url).run(lambda stores: work(stores.api_keys))


def _json(found: "Sequence[ApiKey]") -> str:
    described = [
        {
            "id": key.id,
            "claims": dict(key.claims),
            "created_at": iso(key.created_at),
            "expires_at": iso(key.expires_at),
        }
        for key in found
    ]
    return json.dumps(described, ensure_ascii=False)


def _print_note(line: str) -> None:
    # To stderr: stdout gets the key alone, so that it can be piped into a secret.
    stderr.print(line, markup=False)


def _words(names: object) -> str:
    return ", ".join(map(str, names)) if isinstance(names, list) else str(names or "")


def _day(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M UTC")
