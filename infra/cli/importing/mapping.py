"""Rows as what is brought in: by the names that `--map` gives, or as an exporter means them."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from pydantic import JsonValue

from infra.cli.importing.rows import Fields, field, paragraphs, prose
from recollect.language.markup import is_html

_MOMENTS: Final = frozenset(
    {"created_at", "last_validated_at", "resolved_at", "valid_from", "valid_until"}
)
_LONGEST_TITLE: Final = 256
_NO_LINE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_TEXTS: Final = frozenset({"id", "title", "thread", "conversation_id", "case_number", "company"})
"""Those of ours that others have as numbers."""

_LISTS: Final = frozenset({"tags", "steps", "supersedes", "derived_from", "caused_by", "aliases"})
_UTC: Final = re.compile(r" ?(?:UTC|GMT)\Z")
# As tables write them, the commonest first; ISO 8601 is read before.
_WRITTEN: Final = (
    "%d/%b/%y %I:%M %p",
    "%d/%b/%Y %I:%M %p",
    "%d/%b/%y",
    "%d/%b/%Y",
    "%b %d, %Y",
    "%b %d, %Y %I:%M %p",
    "%Y-%m-%d %I:%M %p",
    "%Y-%m-%d %I:%M:%S %p",
    # Not 05/06/2026: nobody says which comes first.
    *(f"{day}{time}" for day in ("%d.%m.%Y", "%Y/%m/%d") for time in ("", " %H:%M", " %H:%M:%S")),
    "%Y年%m月%d日",
)


def mapped(fields: Fields, names: Mapping[str, Sequence[str]], own: Collection[str]) -> Fields:
    """What `--map` makes of a row: the fields that it names, and those that have our `own` names.

    Several fields for one name stand below each other.
    """
    kept = {name: value for name, value in fields.items() if name in own}
    for name, paths in names.items():
        values = [_readable(field(fields, path)) for path in paths]
        is_number = name in _TEXTS and isinstance(values[0], int | float)
        kept[name] = paragraphs(*values) if is_number or len(values) > 1 else values[0]
    return {name: value for name, value in kept.items() if value not in (None, "")}


def _readable(value: JsonValue) -> JsonValue:
    return prose(value) if isinstance(value, str) and is_html(value) else value


def as_ours(fields: Fields) -> dict[str, JsonValue]:
    """The same with times, lists and titles as the API takes them; a time without a zone is UTC."""
    return {name: _value(name, value) for name, value in fields.items()}


def _value(name: str, value: JsonValue) -> JsonValue:
    if name == "title" and isinstance(value, str):
        return " ".join(_NO_LINE.sub(" ", value).split())[:_LONGEST_TITLE]
    if name in _MOMENTS:
        return readable_moment(value) or value  # which the model refuses by its name
    if name in _LISTS and isinstance(value, str):
        return [each.strip() for each in value.split(",") if each.strip()]
    return value


def readable_moment(value: JsonValue) -> str | None:
    """A time in ISO 8601; None for what is none, or may be one of several."""
    if not isinstance(value, str):
        return None
    told = _UTC.sub("", value.strip())
    for written in (None, *_WRITTEN):
        try:
            moment = _read(told, written)
        except ValueError:
            continue
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()
    return None


def _read(value: str, written: str | None) -> datetime:
    if written is None:
        return datetime.fromisoformat(value)
    return datetime.strptime(value, written)  # noqa: DTZ007  # the zone is looked at above
