"""The options for the rights of a new token or API key."""

# ruff: noqa: PLC0415  # `recollect --help` answers at once

from typing import Annotated

import typer

from infra.cli.options import LISTS_FOR, slugs, words

Scopes = Annotated[
    list[str], typer.Option(help="memory:read …, see docs/deploying.md; again for more.")
]
Apps = Annotated[list[str] | None, typer.Option(help="A slug or *; may be given again.")]
Tenants = Annotated[list[str] | None, typer.Option(help="A slug or *; may be given again.")]
Projects = Annotated[
    list[str] | None, typer.Option(help="A slug or *; may be given again. Default: all.")
]
Customers = Annotated[
    list[str] | None,
    typer.Option(help="A customer's name or account number, or *; may be given again."),
]
Groups = Annotated[list[str] | None, typer.Option(help="A group or *; may be given again.")]
MaxTrust = Annotated[
    float, typer.Option(min=0, max=1, help="The most it may say of trust and importance.")
]
Relay = Annotated[bool, typer.Option("--relay", help="It may speak for others.")]


def rights_of(
    scope: list[str],
    apps: list[str] | None,
    tenants: list[str] | None,
    projects: list[str] | None,
    customers: list[str] | None,
    groups: list[str] | None,
) -> dict[str, list[str]]:
    """The rights by name, checked. Raises BadParameter for scopes that are unknown or useless.

    A scope is useless without the lists of rights that it needs.
    """
    from recollect.serving.principal import SCOPES

    scopes = words(scope)
    if not scopes:
        raise typer.BadParameter("without a scope it opens nothing")
    if unknown := sorted({*scopes} - SCOPES):
        raise typer.BadParameter(f"{unknown[0]} is none of {', '.join(sorted(SCOPES))}")
    rights = {
        "apps": slugs(apps),
        "tenants": slugs(tenants),
        "projects": slugs(projects) or ["*"],
        "customers": customers or [],  # names may have commas
        "groups": words(groups),
    }
    for granted in scopes:
        lists = LISTS_FOR.get(granted.partition(":")[0], ())
        if lists and not any(rights[name] for name in lists):
            needed = " or ".join(f"--{name}" for name in lists)
            raise typer.BadParameter(f"the scope {granted} opens nothing without {needed}")
    return {"scopes": scopes, **rights}
