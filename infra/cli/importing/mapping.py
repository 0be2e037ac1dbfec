"""Map the fields of rows to ours by `--map`, and convert their values to those that models take."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from pydantic import JsonValue

from infra.cli.importing.rows import Fields, field, paragraphs, prose
from recollect.language.tags import is_html

_TIME_FIELDS: Final = frozenset(
    {"created_at", "last_validated_at", "resolved_at", "valid_from", "valid_until"}
)
_MAX_TITLE_CHARACTERS: Final = 256
_NOT_IN_A_LINE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_TEXT_FIELDS: Final = frozenset(
    {"id", "title", "thread", "conversation_id", "case_number", "company"}
)
"""Text fields of ours for which other systems have numbers."""

_LIST_FIELDS: Final = frozenset(
    {"tags", "steps", "supersedes", "derived_from", "caused_by", "aliases"}
)
_UTC: Final = re.compile(r" ?(?:UTC|GMT)\Z")
# Formats of times in tables, the commonest first. ISO 8601 is tried before these.
_TIME_FORMATS: Final = (
    "%d/%b/%y %I:%M %p",
    "%d/%b/%Y %I:%M %p",
    "%d/%b/%y",
    "%d/%b/%Y",
    "%b %d, %Y",
    "%b %d, %Y %I:%M %p",
    "%Y-%m-%d %I:%M %p",
    "%Y-%m-%d %I:%M:%S %p",
    # Not 05/06/2026: it may be the 5th of June or the 6th of May.
    *(f"{day}{time}" for day in ("%d.%m.%Y", "%Y/%m/%d") for time in ("", " %H:%M", " %H:%M:%S")),
    "%Y年%m月%d日",
)


def mapped(fields: Fields, names: Mapping[str, Sequence[str]], own: Collection[str]) -> Fields:
    """The fields of a row under our names: those that `--map` names, and those in `own` already.

    `names` has the paths of their fields for each of ours; the texts of several become paragraphs.
    """
    kept = {name: value for name, value in fields.items() if name in own}
    for name, paths in names.items():
        values = [_readable(field(fields, path)) for path in paths]
        is_number = name in _TEXT_FIELDS and isinstance(values[0], int | float)
        kept[name] = paragraphs(*values) if is_number or len(values) > 1 else values[0]
    return {name: value for name, value in kept.items() if value not in (None, "")}


def _readable(value: JsonValue) -> JsonValue:
    return prose(value) if isinstance(value, str) and is_html(value) else value


def as_ours(fields: Fields) -> dict[str, JsonValue]:
    """The fields with times, lists and titles as the API takes them; UTC if a time has no zone."""
    return {name: _value(name, value) for name, value in fields.items()}


def _value(name: str, value: JsonValue) -> JsonValue:
    if name == "title" and isinstance(value, str):
        return " ".join(_NOT_IN_A_LINE.sub(" ", value).split())[:_MAX_TITLE_CHARACTERS]
    if name in _TIME_FIELDS:
        return readable_moment(value) or value  # an unreadable one is left for the model to refuse
    if name in _LIST_FIELDS and isinstance(value, str):
        return [each.strip() for each in value.split(",") if each.strip()]
    return value


def readable_moment(value: JsonValue) -> str | None:
    """A time in ISO 8601; None if the value is no time or is ambiguous."""
    if not isinstance(value, str):
        return None
    text = _UTC.sub("", value.strip())
    for time_format in (None, *_TIME_FORMATS):
        try:
            moment = _read(text, time_format)
        except ValueError:
            continue
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()
    return None


def _read(value: str, time_format: str | None) -> datetime:
    if time_format is None:
        return datetime.fromisoformat(value)
    return datetime.strptime(value, time_format)  # noqa: DTZ007  # the caller sets the zone
