"""Turn rows that mem0, Zendesk and Jira export into memories, evidence and cases.

The decision of a ticket is its last public comment; in Zendesk, the last one that is not by the
requester. Without comments, as in Zendesk's tables, it is the column Resolution; Jira's resolution
is not used, because it is a word such as Done. Whatever the desk shows only to some people is not
imported.
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
    is_true,
    known,
    objects,
    prose,
    text,
)
from infra.cli.importing.tickets import DeskTicket, case_of, evidence_of, memory_of, usable
from recollect.language.texts import collapsed

RecordKind: TypeAlias = Literal["memory", "evidence", "case"]
Shape: TypeAlias = Callable[[Fields], dict[str, JsonValue]]

_SOLVED_STATES: Final = frozenset(
    "solved closed resolved done fixed gelöst geschlossen erledigt fertig résolu fermé terminé"
    " resuelto cerrado hecho resolvido fechado concluído risolto chiuso completato opgelost"
    " gesloten klaar".split()
)
"""The names of a solved ticket's state, in the languages in which answers are validated."""

_DUPLICATE_RESOLUTIONS: Final = frozenset(
    "duplicate duplikat doublon duplicado duplicato duplicaat".split()
)
_ZENDESK_API: Final = re.compile(r"(https://[^/?#\s]+)/api/v2/tickets/\d+\.json")
# Not for URLs at api.atlassian.com, which do not contain the site's address.
_JIRA_API: Final = re.compile(r"(https?://(?!api\.atlassian\.com/)[^?#\s]+?)/rest/api/")
_COMMENT_PREFIX: Final = re.compile(
    r"\A(?=\d{1,4}[-/. ]|[^;\n]*\d[:.]\d\d)[^;\n]{1,40};(?!\s)[^;\n]{0,100};"
)
"""The date and the author that Jira's tables write before each comment."""
_ROLES_FIELD: Final = "issuerestriction.issuerestrictions"
_RESTRICTION_COLUMNS: Final = ("Security Level", "Security level", "Restrict to")
_MERGED_TAG: Final = "closed_by_merge"
_LONG_AGO: Final = "1970-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class Exporter:
    """A system that exports: how to recognise its rows, and for each kind what they become."""

    recognises: Callable[[Fields], bool]
    shapes: Mapping[RecordKind, Shape]


def _zendesk(fields: Fields) -> DeskTicket:
    state = text(_first(fields, "status", "Status")).lower()
    comments = objects(fields.get("comments"))
    public = [each for each in comments if is_true(each.get("public", True))]
    internal = (each for each in comments if each not in public)
    description = prose(_first(fields, "description", "Description"))
    requester = text(_first(fields, "requester_id", "requester.id"))
    answered = [(text(each.get("author_id")), _comment_text(each)) for each in public]
    raw_tags = _first(fields, "tags", "Tags")
    tags: JsonValue = (
        [*raw_tags.replace(",", " ").split()] if isinstance(raw_tags, str) else raw_tags
    )
    changed_at = _first(fields, "updated_at", "Updated")
    return DeskTicket(
        number=text(_first(fields, "id", "Id", "ID", "Ticket ID")),
        subject=text(_first(fields, "subject", "Subject")),
        # Zendesk's description repeats the first comment, which may be internal.
        description="" if any(_repeats(each, description) for each in internal) else description,
        comments=[_comment_text(each) for each in public if not _repeats(each, description)],
        answers=[
            words for author, words in answered if words and (not author or author != requester)
        ],
        resolution=prose(_first(fields, "resolution", "Resolution")),
        solved=state in _SOLVED_STATES,
        state=state,
        company=_first(fields, "organization.name", "Organization", "Ticket organization name"),
        created_at=_first(fields, "created_at", "Created at", "Requested"),
        solved_at=_first(fields, "solved_at", "Solved at") or changed_at,
        tags=tags,
        is_the_same_as_another=_MERGED_TAG in text(tags),
        deleted_at=(changed_at or _LONG_AGO) if state == "deleted" else None,
        restriction="" if is_true(fields.get("is_public", True)) else "has no public comment",
        url=_page_url(_ZENDESK_API, fields.get("url"), "agent/tickets", fields.get("id")),
    )


def _comment_text(comment: Fields) -> str:
    return next(filter(None, _forms(comment)), "")


def _forms(comment: Fields) -> list[str]:
    """The forms of a comment: as shown, as written, as HTML. Each may be missing and then is ""."""
    return [prose(comment.get(name)) for name in ("plain_body", "body", "html_body")]


def _repeats(comment: Fields, other: str) -> bool:
    """Whether one of a comment's forms equals a text, apart from whitespace."""
    return collapsed(other) in map(collapsed, filter(None, _forms(comment)))


def _jira(fields: Fields) -> DeskTicket:
    inner = fields.get("fields")
    if not isinstance(inner, dict):
        return _jira_row(fields)
    resolution, all_comments = field(inner, "resolution.name"), field(inner, "comment.comments")
    texts = [document(each.get("body")) for each in objects(all_comments) if _is_for_all(each)]
    comments = [each for each in texts if each]
    return DeskTicket(
        number=text(fields.get("key")),
        subject=text(inner.get("summary")),
        description=document(inner.get("description")),
        comments=comments,
        answers=comments,
        resolution="",
        solved=resolution is not None
        or field(inner, "status.statusCategory.key") == "done"
        or text(field(inner, "status.name")).lower() in _SOLVED_STATES,
        state=text(field(inner, "status.name")),
        created_at=inner.get("created"),
        solved_at=inner.get("resolutiondate"),
        tags=inner.get("labels"),
        missing=_missing_comments(field(inner, "comment")),
        is_the_same_as_another=text(resolution).lower() in _DUPLICATE_RESOLUTIONS,
        restriction=_restriction(inner.get("security") or field(inner, _ROLES_FIELD)),
        url=_page_url(_JIRA_API, fields.get("self"), "browse", fields.get("key")),
    )


def _restriction(level: JsonValue) -> str:
    name = text(level.get("name") if isinstance(level, dict) else level)
    is_open = not level or name.lower() == "none"
    return "" if is_open else f"is restricted to {name or 'some roles'}"


def _page_url(api: re.Pattern[str], url: JsonValue, path: str, number: JsonValue) -> str | None:
    """The URL of a ticket's page for people, from its API URL; None if that does not contain it."""
    found = api.match(text(url))
    return f"{found[1]}/{path}/{text(number)}" if found else None


def _is_for_all(comment: Fields) -> bool:
    """Whether a comment is public: not internal, as in service projects, and not for a role."""
    return is_true(comment.get("jsdPublic", True)) and not comment.get("visibility")


def _missing_comments(comments: JsonValue) -> int:
    """How many comments come after the page of comments that the export contains."""
    page = comments if isinstance(comments, dict) else {}
    total, start = page.get("total"), page.get("startAt")
    if not isinstance(total, int):
        return 0
    before = start if isinstance(start, int) else 0
    return max(0, total - before - len(objects(page.get("comments"))))


def _jira_row(fields: Fields) -> DeskTicket:
    state, resolution = text(fields.get("Status")), text(fields.get("Resolution"))
    raw_comments = fields.get("Comment")
    comments = raw_comments if isinstance(raw_comments, list) else [raw_comments]
    texts = list(filter(None, (document(_COMMENT_PREFIX.sub("", text(each))) for each in comments)))
    labels = fields.get("Labels")
    return DeskTicket(
        number=text(fields.get("Issue key")),
        subject=text(fields.get("Summary")),
        description=document(fields.get("Description")),
        comments=texts,
        answers=texts,
        resolution="",
        solved=state.lower() in _SOLVED_STATES or resolution.lower() not in ("", "unresolved"),
        state=state,
        created_at=fields.get("Created"),
        solved_at=fields.get("Resolved"),
        tags=labels if isinstance(labels, list) or labels is None else [labels],
        is_the_same_as_another=resolution.lower() in _DUPLICATE_RESOLUTIONS,
        restriction=_restriction(_first(fields, *_RESTRICTION_COLUMNS)),
    )


def _first(fields: Fields, *names: str) -> JsonValue:
    return next((value for name in names if (value := field(fields, name)) is not None), None)


def _evidence_of_fact(fields: Fields) -> dict[str, JsonValue]:
    """A fact of mem0 as evidence, with its user, agent and run. Raises UnusableRow if empty."""
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


def _ticket_shapes(
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
        {"memory": _no_decision, "evidence": _evidence_of_fact, "case": _no_decision},
    ),
    "jira": Exporter(
        lambda row: ("key" in row and "fields" in row) or "Issue key" in row,
        _ticket_shapes(_jira, "jira", ""),
    ),
    "zendesk": Exporter(
        lambda row: (
            {"id", "subject", "status"} <= row.keys()
            or ("Subject" in row and not {"Id", "ID", "Ticket ID"}.isdisjoint(row))
        ),
        _ticket_shapes(_zendesk, "zendesk", "ZD"),
    ),
}
