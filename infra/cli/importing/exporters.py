"""What the exports of mem0, Zendesk and Jira mean, as memories, evidence and cases.

What was done about a ticket its last public comment says, of Zendesk's the last that is not by who
asked. Without comments, as in Zendesk's tables, a column Resolution says it; Jira's resolution does
not, which is a word such as Done. What the desk shows to some alone is nothing to bring in.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from pydantic import JsonValue

from infra.cli.importing.atlassian import document
from infra.cli.importing.rows import (
    Fields,
    UnusableRow,
    field,
    is_said,
    known,
    objects,
    prose,
    text,
)
from infra.cli.importing.tickets import (
    DeskTicket,
    case_of,
    evidence_of,
    memory_of,
    usable,
)
from recollect.language.texts import collapsed

RecordKind: TypeAlias = Literal["memory", "evidence", "case"]
Shape: TypeAlias = Callable[[Fields], dict[str, JsonValue]]

_SOLVED: Final = frozenset(
    "solved closed resolved done fixed gelöst geschlossen erledigt fertig résolu fermé terminé"
    " resuelto cerrado hecho resolvido fechado concluído risolto chiuso completato opgelost"
    " gesloten klaar".split()
)
"""States in which a desk's tickets are over, in the languages that answers are checked in."""

_DUPLICATE: Final = frozenset("duplicate duplikat doublon duplicado duplicato duplicaat".split())
_ZENDESK_API: Final = re.compile(r"(https://[^/?#\s]+)/api/v2/tickets/\d+\.json")
# Behind api.atlassian.com nobody is told which site it is.
_JIRA_API: Final = re.compile(r"(https?://(?!api\.atlassian\.com/)[^?#\s]+?)/rest/api/")
_WRITTEN_BY: Final = re.compile(
    r"\A(?=\d{1,4}[-/. ]|[^;\n]*\d[:.]\d\d)[^;\n]{1,40};(?!\s)[^;\n]{0,100};"
)
"""The date and the author that a table has before each comment."""
_FOR_ROLES: Final = "issuerestriction.issuerestrictions"
_FOR_SOME: Final = ("Security Level", "Security level", "Restrict to")
_MERGED: Final = "closed_by_merge"
_LONG_AGO: Final = "1970-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class Exporter:
    """A system: how its rows are known, and what they become."""

    recognises: Callable[[Fields], bool]
    shapes: Mapping[RecordKind, Shape]


def _zendesk(fields: Fields) -> DeskTicket:
    state = text(_first(fields, "status", "Status")).lower()
    comments = objects(fields.get("comments"))
    public = [each for each in comments if is_said(each.get("public", True))]
    internal = (each for each in comments if each not in public)
    described = prose(_first(fields, "description", "Description"))
    asker = text(_first(fields, "requester_id", "requester.id"))
    said = [(text(each.get("author_id")), _said(each)) for each in public]
    written = _first(fields, "tags", "Tags")
    tags: JsonValue = [*written.replace(",", " ").split()] if isinstance(written, str) else written
    changed_at = _first(fields, "updated_at", "Updated")
    return DeskTicket(
        number=text(_first(fields, "id", "Id", "ID", "Ticket ID")),
        subject=text(_first(fields, "subject", "Subject")),
        # It repeats the first comment, also an internal one.
        description="" if any(_repeats(each, described) for each in internal) else described,
        comments=[_said(each) for each in public if not _repeats(each, described)],
        answers=[words for author, words in said if words and (not author or author != asker)],
        resolution=prose(_first(fields, "resolution", "Resolution")),
        solved=state in _SOLVED,
        state=state,
        company=_first(fields, "organization.name", "Organization", "Ticket organization name"),
        created_at=_first(fields, "created_at", "Created at", "Requested"),
        solved_at=_first(fields, "solved_at", "Solved at") or changed_at,
        tags=tags,
        is_the_same_as_another=_MERGED in text(tags),
        deleted_at=(changed_at or _LONG_AGO) if state == "deleted" else None,
        restriction="" if is_said(fields.get("is_public", True)) else "has no public comment",
        url=_page(_ZENDESK_API, fields.get("url"), "agent/tickets", fields.get("id")),
    )


def _said(comment: Fields) -> str:
    return next(filter(None, _forms(comment)), "")


def _forms(comment: Fields) -> list[str]:
    """A comment as it is shown, as it was written and as it was sent, of which each may lack."""
    return [prose(comment.get(name)) for name in ("plain_body", "body", "html_body")]


def _repeats(comment: Fields, told: str) -> bool:
    """Whether a comment is the same as a text, in any of its forms and but for its blanks."""
    return collapsed(told) in map(collapsed, filter(None, _forms(comment)))


def _jira(fields: Fields) -> DeskTicket:
    inner = fields.get("fields")
    if not isinstance(inner, dict):
        return _jira_row(fields)
    resolution, all_of_them = field(inner, "resolution.name"), field(inner, "comment.comments")
    said = [document(each.get("body")) for each in objects(all_of_them) if _is_for_all(each)]
    comments = [each for each in said if each]
    return DeskTicket(
        number=text(fields.get("key")),
        subject=text(inner.get("summary")),
        description=document(inner.get("description")),
        comments=comments,
        answers=comments,
        resolution="",
        solved=resolution is not None
        or field(inner, "status.statusCategory.key") == "done"
        or text(field(inner, "status.name")).lower() in _SOLVED,
        state=text(field(inner, "status.name")),
        created_at=inner.get("created"),
        solved_at=inner.get("resolutiondate"),
        tags=inner.get("labels"),
        missing=_missing(field(inner, "comment")),
        is_the_same_as_another=text(resolution).lower() in _DUPLICATE,
        restriction=_restriction(inner.get("security") or field(inner, _FOR_ROLES)),
        url=_page(_JIRA_API, fields.get("self"), "browse", fields.get("key")),
    )


def _restriction(level: JsonValue) -> str:
    name = text(level.get("name") if isinstance(level, dict) else level)
    is_open = not level or name.lower() == "none"
    return "" if is_open else f"is restricted to {name or 'some roles'}"


def _page(api: re.Pattern[str], url: JsonValue, path: str, number: JsonValue) -> str | None:
    """Where people see a ticket, by its address for programs; None if that does not tell."""
    found = api.match(text(url))
    return f"{found[1]}/{path}/{text(number)}" if found else None


def _is_for_all(comment: Fields) -> bool:
    """Whether a comment is neither internal, as service projects have them, nor for a role."""
    return is_said(comment.get("jsdPublic", True)) and not comment.get("visibility")


def _missing(comments: JsonValue) -> int:
    """How many comments come after those of a page."""
    page = comments if isinstance(comments, dict) else {}
    total, start = page.get("total"), page.get("startAt")
    if not isinstance(total, int):
        return 0
    before = start if isinstance(start, int) else 0
    return max(0, total - before - len(objects(page.get("comments"))))


def _jira_row(fields: Fields) -> DeskTicket:
    state, resolution = text(fields.get("Status")), text(fields.get("Resolution"))
    written = fields.get("Comment")
    comments = written if isinstance(written, list) else [written]
    said = list(filter(None, (document(_WRITTEN_BY.sub("", text(each))) for each in comments)))
    labels = fields.get("Labels")
    return DeskTicket(
        number=text(fields.get("Issue key")),
        subject=text(fields.get("Summary")),
        description=document(fields.get("Description")),
        comments=said,
        answers=said,
        resolution="",
        solved=state.lower() in _SOLVED or resolution.lower() not in ("", "unresolved"),
        state=state,
        created_at=fields.get("Created"),
        solved_at=fields.get("Resolved"),
        tags=labels if isinstance(labels, list) or labels is None else [labels],
        is_the_same_as_another=resolution.lower() in _DUPLICATE,
        restriction=_restriction(_first(fields, *_FOR_SOME)),
    )


def _first(fields: Fields, *names: str) -> JsonValue:
    return next((value for name in names if (value := field(fields, name)) is not None), None)


def _fact(fields: Fields) -> dict[str, JsonValue]:
    """A fact of mem0, with whose it is. Raises UnusableRow where nothing is said."""
    if not text(fields.get("memory")):
        raise UnusableRow("says nothing: its memory is empty")
    return known(
        id=f"mem0-{text(fields.get('id'))}" if fields.get("id") else None,
        content=text(fields.get("memory")),
        created_at=_first(fields, "updated_at", "created_at"),
        tags=fields.get("categories"),
        **{name: fields.get(name) for name in ("user_id", "agent_id", "run_id")},
    )


def _no_decision(_: Fields) -> dict[str, JsonValue]:
    raise UnusableRow(
        "is a fact and no decision: bring it in with --evidence, or say what is which with --map"
    )


def _desk(
    read: Callable[[Fields], DeskTicket], system: str, prefix: str
) -> Mapping[RecordKind, Shape]:
    return {
        "memory": lambda fields: memory_of(usable(read(fields)), system),
        "evidence": lambda fields: evidence_of(usable(read(fields)), system),
        "case": lambda fields: case_of(usable(read(fields)), prefix),
    }


EXPORTERS: Final[Mapping[str, Exporter]] = {
    "mem0": Exporter(
        lambda row: "memory" in row and not {"user_id", "hash", "created_at"}.isdisjoint(row),
        {"memory": _no_decision, "evidence": _fact, "case": _no_decision},
    ),
    "jira": Exporter(
        lambda row: ("key" in row and "fields" in row) or "Issue key" in row,
        _desk(_jira, "jira", ""),
    ),
    "zendesk": Exporter(
        lambda row: (
            {"id", "subject", "status"} <= row.keys()
            or ("Subject" in row and not {"Id", "ID", "Ticket ID"}.isdisjoint(row))
        ),
        _desk(_zendesk, "zendesk", "ZD"),
    ),
}
