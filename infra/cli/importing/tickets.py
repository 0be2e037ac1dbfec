"""What the tickets of every desk have, and what they become: memories, evidence, cases.

A ticket that is solved holds a decision: what its subject and description tell is the situation,
and what was said last says what was done.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from pydantic import JsonValue

from infra.cli.importing.mapping import readable_moment
from infra.cli.importing.rows import UndecidedRow, UnusableRow, known, paragraphs

_LONGEST: Final = 16_000
_MOST_TAGS: Final = 32


@dataclass(frozen=True, slots=True)
class DeskTicket:
    """A ticket, with the comments that its desk shows to everybody.

    `comments` are those that do not repeat the description, `answers` those of others than who
    asked, `missing` is how many of all the export lacks, and `restriction` says why not everybody
    may see the ticket, if so.
    """

    number: str
    subject: str
    description: str
    comments: Sequence[str]
    answers: Sequence[str]
    resolution: str
    solved: bool
    state: str
    created_at: JsonValue
    solved_at: JsonValue
    company: JsonValue = None
    tags: JsonValue = None
    missing: int = 0
    is_the_same_as_another: bool = False
    deleted_at: JsonValue = None
    restriction: str = ""
    url: JsonValue = None

    @property
    def matter(self) -> str:
        """What it is about."""
        if self.description.startswith(self.subject):
            return self.description
        return paragraphs(self.subject, self.description)

    @property
    def solution(self) -> str:
        """What solved it. Raises UndecidedRow where nothing did, UnusableRow if it is not said."""
        if self.deleted_at is not None:
            raise UndecidedRow("was deleted")
        if not self.solved and not self.state:
            raise UnusableRow("has no status")
        if not self.solved:
            raise UndecidedRow(f"is not solved yet (it is {self.state})")
        if self.is_the_same_as_another:
            raise UndecidedRow("is the same as another, which holds the decision")
        if self.missing:
            raise UnusableRow(f"is solved, but {self.missing} later comments are not in the export")
        if not (told := self.answers[-1] if self.answers else self.resolution):
            raise UnusableRow("is solved, but no comment says how")
        return told


def usable(ticket: DeskTicket) -> DeskTicket:
    """The same ticket. Raises UnusableRow for one without a name, or that is not for everybody."""
    if not ticket.number:
        raise UnusableRow("has no id, by which its next export would be known")
    if not paragraphs(ticket.matter, *ticket.comments) and ticket.deleted_at is None:
        raise UnusableRow("says nothing: it has no subject, no description and no comments")
    if ticket.restriction:
        raise UnusableRow(f"{ticket.restriction}: whoever reads here would see it")
    return ticket


def memory_of(ticket: DeskTicket, system: str) -> dict[str, JsonValue]:
    """A decision, with the ticket as its conversation, that holds since it was solved."""
    return known(
        situation=_cut(ticket.matter),
        decision=_cut(ticket.solution),
        conversation_id=f"{system}-{ticket.number}",
        source="human",
        valid_from=_decided(ticket),
        tags=_first_of(ticket.tags),
    )


def _decided(ticket: DeskTicket) -> str | None:
    """When it was, as far as that can be read; None of a time to come, as another zone has it."""
    told = readable_moment(ticket.solved_at) or readable_moment(ticket.created_at)
    return told if told and datetime.fromisoformat(told) <= datetime.now(UTC) else None


def evidence_of(ticket: DeskTicket, system: str) -> dict[str, JsonValue]:
    """What was told; of a deleted ticket only that it was, in the place of what there was."""
    its_id = f"{system}-{ticket.number}"
    if ticket.deleted_at is not None:
        return known(id=its_id, content="This ticket was deleted.", valid_until=ticket.deleted_at)
    return known(
        id=its_id,
        title=ticket.subject,
        content=paragraphs(ticket.matter, *ticket.comments, ticket.resolution),
        created_at=ticket.created_at,
        url=ticket.url,
        status=ticket.state,
        source="human",
        tags=_first_of(ticket.tags),
    )


def case_of(ticket: DeskTicket, prefix: str) -> dict[str, JsonValue]:
    """A resolved case."""
    return known(
        case_number=f"{prefix}{ticket.number}",
        company=ticket.company,
        url=ticket.url,
        content=paragraphs(ticket.matter, f"Resolution: {ticket.solution}"),
        resolved_at=ticket.solved_at,
    )


def _cut(told: str) -> str:
    """A text as long as a memory may have one, which says so where it is cut."""
    return told if len(told) <= _LONGEST else f"{told[: _LONGEST - 2].rstrip()} …"


def _first_of(tags: JsonValue) -> JsonValue:
    return tags[:_MOST_TAGS] if isinstance(tags, list) else tags
