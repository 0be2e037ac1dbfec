"""Options that several commands share, and the parsing of their values."""

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
"""The formats of files that can be imported."""


def slug(value: str) -> str:
    """Check that `value` is a slug, and return it. Raises BadParameter if it is not."""
    from recollect.core.messages import SLUG_PATTERN
    from recollect.core.shapes import shape_in_words

    if not re.fullmatch(SLUG_PATTERN, value):
        raise typer.BadParameter(shape_in_words(SLUG_PATTERN))
    return value


def optional_slug(value: str | None) -> str | None:
    """Like `slug`, but None stays None."""
    return None if value is None else slug(value)


def words(values: Iterable[str] | None) -> list[str]:
    """The words of an option that may be repeated, and may list several with commas or spaces."""
    return [word for each in values or () for word in each.replace(",", " ").split()]


def slugs(values: Iterable[str] | None) -> list[str]:
    """The slugs that an option lists; `*`, which stands for all, is allowed."""
    return [each if each == "*" else slug(each) for each in words(values)]


def duration(value: str) -> timedelta:
    """Parse a number and its unit: 90s, 30m, 1h, 7d. Raises BadParameter."""
    match = _DURATION.fullmatch(value)
    if not match:
        raise typer.BadParameter("must be a number from 1 on and s, m, h or d: 30m")
    return timedelta(**{_UNITS[match[2]]: int(match[1])})


def filters_of(values: Iterable[str]) -> dict[str, "Scalar | tuple[Scalar, ...]"]:
    """Parse filters `name=value`: a value for each name, or a tuple where the name is repeated.

    Raises BadParameter.
    """
    found: dict[str, tuple[Scalar, ...]] = {}
    for text in values:
        name, equals, value = text.partition("=")
        if not equals:
            raise typer.BadParameter(f"{text} is no filter: write NAME=VALUE")
        found[name] = (*found.get(name, ()), _scalar(value))
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def names_of(values: Iterable[str]) -> dict[str, list[str]]:
    """Parse `ours=theirs`: for each of our fields, the names of theirs. Raises BadParameter."""
    return grouped(map(_named, values))


def _named(value: str) -> tuple[str, str]:
    ours, equals, theirs = value.partition("=")
    if not (ours and equals and theirs):
        raise typer.BadParameter(f"{value} maps nothing: write OURS=THEIRS")
    return ours, theirs


def _scalar(written: str) -> "Scalar":
    """Parse a number, a truth value or a string as JSON; everything else is text as it is."""
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
"""For a kind of scope, the lists of rights of which it needs one; other kinds need none."""

DEFAULT_URL = "http://127.0.0.1:8080"

AppSlug = Annotated[str, typer.Option("--app", callback=slug, help="The app, or global.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Limit = Annotated[int, typer.Option(min=1, max=100)]
PlatformUrl = Annotated[str, typer.Option(envvar="RECOLLECT_URL", help="The URL of the API.")]
AsOf = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="What was known then: ISO 8601 with a zone. Default: now."),
]
Repeated = Annotated[list[str] | None, typer.Option(help="May be repeated.")]
OptionalSlug = Annotated[str | None, typer.Option(callback=optional_slug)]
Token = Annotated[str | None, typer.Option(envvar="RECOLLECT_TOKEN")]
StoresUrl = Annotated[
    str | None,
    typer.Option(
        help="A local platform. Without it: the stores of UPSTASH_* in the environment, else "
        "RECOLLECT_URL, which has to be of this machine, else http://127.0.0.1:8080.",
        show_default=False,
    ),
]
