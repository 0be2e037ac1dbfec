"""What the exports of mem0, Zendesk and Jira mean, as memories, evidence and cases.

A ticket that is solved holds a decision: what its subject and description tell is the situation,
and its last public comment says what was done. Without comments, as in Zendesk's tables, a column
Resolution says it; Jira's resolution does not, which is a word such as Done.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from pydantic import JsonValue

from infra.cli.importing.atlassian import document
from infra.cli.importing.rows import (
    Fields,
    UndecidedRow,
    UnusableRow,
    field,
    objects,
    paragraphs,
    text,
)

RecordKind: TypeAlias = Literal["memory", "evidence", "case"]
Shape: TypeAlias = Callable[[Fields], dict[str, JsonValue]]

_LONGEST: Final = 16_000
_SOLVED: Final = frozenset(
    "solved closed resolved done fixed gelöst geschlossen erledigt fertig résolu fermé terminé"
    " resuelto cerrado hecho resolvido fechado concluído risolto chiuso completato opgelost"
    " gesloten klaar".split()
)
"""States in which a desk's tickets are over, in the languages that answers are checked in."""


@dataclass(frozen=True, slots=True)
class Exporter:
    """A system: how its rows are known, and what they become."""

    recognises: Callable[[Fields], bool]
    shapes: Mapping[RecordKind, Shape]


@dataclass(frozen=True, slots=True)
class _Ticket:
    """What the tickets of every desk have."""

    number: str
    subject: str
    description: str
    comments: tuple[str, ...]
    resolution: str
    solved: bool
    state: str
    company: JsonValue
    created_at: JsonValue
    solved_at: JsonValue
    tags: JsonValue

    @property
    def matter(self) -> str:
        """What it is about."""
        if self.description.startswith(self.subject):
            return self.description
        return paragraphs(self.subject, self.description)

    @property
    def solution(self) -> str:
        """What solved it. Raises UndecidedRow where nothing did, UnusableRow if it is not said."""
        if not self.solved and not self.state:
            raise UnusableRow("has no status")
        if not self.solved:
            raise UndecidedRow(f"is not solved yet (it is {self.state})")
        if not (told := self.comments[-1] if self.comments else self.resolution):
            raise UnusableRow("is solved, but no comment says how")
        return told


def _memory(ticket: _Ticket, system: str) -> dict[str, JsonValue]:
    return _known(
        situation=ticket.matter[:_LONGEST],
        decision=ticket.solution[:_LONGEST],
        conversation_id=f"{system}-{ticket.number}",
        source="human",
        tags=ticket.tags,
    )


def _evidence(ticket: _Ticket, system: str) -> dict[str, JsonValue]:
    return _known(
        id=f"{system}-{ticket.number}",
        title=ticket.subject,
        content=paragraphs(ticket.matter, *ticket.comments),
        created_at=ticket.created_at,
        status=ticket.state,
        source="human",
        tags=ticket.tags,
    )


def _case(ticket: _Ticket, prefix: str) -> dict[str, JsonValue]:
    return _known(
        case_number=f"{prefix}{ticket.number}",
        company=ticket.company,
        content=paragraphs(ticket.matter, f"Resolution: {ticket.solution}"),
        resolved_at=ticket.solved_at,
    )


def _known(**fields: JsonValue) -> dict[str, JsonValue]:
    return {name: value for name, value in fields.items() if value not in (None, "", [])}


def _zendesk(fields: Fields) -> _Ticket:
    state = text(_first(fields, "status", "Status")).lower()
    public = [each for each in objects(fields.get("comments")) if each.get("public") is not False]
    return _Ticket(
        number=text(_first(fields, "id", "Id", "ID", "Ticket ID")),
        subject=text(_first(fields, "subject", "Subject")),
        description=text(_first(fields, "description", "Description")),
        comments=tuple(filter(None, (text(_first(each, "plain_body", "body")) for each in public))),
        resolution=text(_first(fields, "resolution", "Resolution")),
        solved=state in _SOLVED,
        state=state,
        company=_first(fields, "organization.name", "Organization", "Ticket organization name"),
        created_at=_first(fields, "created_at", "Created at", "Requested"),
        solved_at=_first(fields, "solved_at", "Solved at", "updated_at", "Updated"),
        tags=_first(fields, "tags", "Tags"),
    )


def _jira(fields: Fields) -> _Ticket:
    inner = fields.get("fields")
    if not isinstance(inner, dict):
        return _jira_row(fields)
    resolution = field(inner, "resolution.name")
    comments = objects(field(inner, "comment.comments"))
    return _Ticket(
        number=text(fields.get("key")),
        subject=text(inner.get("summary")),
        description=document(inner.get("description")),
        comments=tuple(filter(None, (document(each.get("body")) for each in comments))),
        resolution="",
        solved=resolution is not None or text(field(inner, "status.name")).lower() in _SOLVED,
        state=text(field(inner, "status.name")),
        company=None,
        created_at=inner.get("created"),
        solved_at=inner.get("resolutiondate"),
        tags=inner.get("labels"),
    )


def _jira_row(fields: Fields) -> _Ticket:
    state, resolution = text(fields.get("Status")), text(fields.get("Resolution"))
    written = fields.get("Comment")
    comments = written if isinstance(written, list) else [written]
    labels = fields.get("Labels")
    return _Ticket(
        number=text(fields.get("Issue key")),
        subject=text(fields.get("Summary")),
        description=text(fields.get("Description")),
        # As `date;author;text`.
        comments=tuple(filter(None, (text(each).split(";", 2)[-1].strip() for each in comments))),
        resolution="",
        solved=state.lower() in _SOLVED or resolution.lower() not in ("", "unresolved"),
        state=state,
        company=None,
        created_at=fields.get("Created"),
        solved_at=fields.get("Resolved"),
        tags=labels if isinstance(labels, list) or labels is None else [labels],
    )


def _first(fields: Fields, *names: str) -> JsonValue:
    return next((value for name in names if (value := field(fields, name)) is not None), None)


def _fact(fields: Fields) -> dict[str, JsonValue]:
    """A fact of mem0, with whose it is."""
    return _known(
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
    read: Callable[[Fields], _Ticket], system: str, prefix: str
) -> Mapping[RecordKind, Shape]:
    return {
        "memory": lambda fields: _memory(read(fields), system),
        "evidence": lambda fields: _evidence(read(fields), system),
        "case": lambda fields: _case(read(fields), prefix),
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
