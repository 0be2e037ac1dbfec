"""Options that several commands have, and how their values are read."""

# ruff: noqa: PLC0415  # `recollect --help` answers at once

import json
import re
from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from recollect.core.grouping import grouped

if TYPE_CHECKING:
    from recollect.relevance.filters import Scalar

_DURATION = re.compile(r"([1-9][0-9]{0,5})([smhd])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}

Format: TypeAlias = Literal[
    "jsonl", "json", "csv", "markdown", "html", "text", "mail", "slack", "mem0", "zendesk", "jira"
]
"""What a file may be that is brought in."""


def slug(value: str) -> str:
    """Check that `value` is a slug. Raises BadParameter if it is none."""
    from recollect.core.messages import SLUG_PATTERN
    from recollect.core.shapes import shape_in_words

    if not re.fullmatch(SLUG_PATTERN, value):
        raise typer.BadParameter(shape_in_words(SLUG_PATTERN))
    return value


def optional_slug(value: str | None) -> str | None:
    """A slug, where one is given."""
    return None if value is None else slug(value)


def words(values: Iterable[str] | None) -> list[str]:
    """What an option that may be given again lists, also with commas or spaces between."""
    return [word for each in values or () for word in each.replace(",", " ").split()]


def slugs(values: Iterable[str] | None) -> list[str]:
    """Slugs that an option lists, or `*`, which stands for all."""
    return [each if each == "*" else slug(each) for each in words(values)]


def duration(value: str) -> timedelta:
    """A number and its unit: 90s, 30m, 1h, 7d."""
    match = _DURATION.fullmatch(value)
    if not match:
        raise typer.BadParameter("must be a number from 1 on and s, m, h or d: 30m")
    return timedelta(**{_UNITS[match[2]]: int(match[1])})


def filters_of(values: Iterable[str]) -> dict[str, "Scalar | tuple[Scalar, ...]"]:
    """Filters `name=value` by name: one value, or several where the name is given again."""
    found: dict[str, tuple[Scalar, ...]] = {}
    for each in values:
        name, equals, value = each.partition("=")
        if not equals:
            raise typer.BadParameter(f"{each} is no filter: write NAME=VALUE")
        found[name] = (*found.get(name, ()), _scalar(value))
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def names_of(values: Iterable[str]) -> dict[str, list[str]]:
    """Fields `ours=theirs` by ours; several of theirs where ours is given again."""
    return grouped(map(_named, values))


def _named(value: str) -> tuple[str, str]:
    ours, equals, theirs = value.partition("=")
    if not (ours and equals and theirs):
        raise typer.BadParameter(f"{value} maps nothing: write OURS=THEIRS")
    return ours, theirs


def _scalar(written: str) -> "Scalar":
    """A number or a truth value as in JSON, and everything else as a text."""
    try:
        value = json.loads(written)
    except ValueError:
        return written
    return value if isinstance(value, str | int | float) else written


LISTS_FOR = {
    "memory": ("apps",),
    "context": ("tenants",),
    "knowledge": ("tenants", "customers"),
    "pack": ("customers",),
}
"""Without one of these lists of rights, scopes of a kind open nothing; others need none."""

DEFAULT_URL = "http://127.0.0.1:8080"

AppSlug = Annotated[str, typer.Option("--app", callback=slug, help="The app, or global.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
Limit = Annotated[int, typer.Option(min=1, max=100)]
PlatformUrl = Annotated[str, typer.Option(envvar="RECOLLECT_URL", help="Where the API is.")]
Repeated = Annotated[list[str] | None, typer.Option(help="May be given again.")]
OptionalSlug = Annotated[str | None, typer.Option(callback=optional_slug)]
Level = Literal["public", "internal", "confidential", "restricted"]
Token = Annotated[str | None, typer.Option(envvar="RECOLLECT_TOKEN")]
StoresUrl = Annotated[
    str | None,
    typer.Option(
        help="A local platform. Without it: the stores of UPSTASH_* in the environment, else "
        "RECOLLECT_URL, which has to be of this machine, else http://127.0.0.1:8080.",
        show_default=False,
    ),
]
