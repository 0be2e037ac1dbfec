"""A ticket of any service desk, and the memory, evidence or case that it becomes.

A solved ticket holds a decision: subject and description are the situation, and the last answer
says what was done.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from pydantic import JsonValue

from infra.cli.importing.mapping import readable_moment
from infra.cli.importing.rows import PrivateRow, UndecidedRow, UnusableRow, known, paragraphs

_MAX_CHARACTERS: Final = 16_000
_MAX_TAGS: Final = 32


@dataclass(frozen=True, slots=True)
class DeskTicket:
    """A ticket, with the comments that its desk shows to everybody.

    `comments` are those that do not repeat the description, `answers` those that are not by the
    requester. `missing` is how many later comments the export lacks. `restriction` says why not
    everybody may see the ticket; "" if everybody may.
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
        """Subject and description; without the subject if the description begins with it."""
        if self.description.startswith(self.subject):
            return self.description
        return paragraphs(self.subject, self.description)

    @property
    def solution(self) -> str:
        """The text that says what solved the ticket.

        Raises UndecidedRow if the ticket holds no decision, UnusableRow if it does not say which.
        """
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
        if not (solution := self.answers[-1] if self.answers else self.resolution):
            raise UnusableRow("is solved, but no comment says how")
        return solution


def usable(ticket: DeskTicket) -> DeskTicket:
    """The ticket itself. Raises UnusableRow if it has no number or no text, or is restricted."""
    if not ticket.number:
        raise UnusableRow("has no id, by which its next export would be known")
    if not paragraphs(ticket.matter, *ticket.comments) and ticket.deleted_at is None:
        raise UnusableRow("says nothing: it has no subject, no description and no comments")
    if ticket.restriction:
        raise PrivateRow(ticket.restriction)
    return ticket


def memory_of(ticket: DeskTicket, system: str) -> dict[str, JsonValue]:
    """The memory of a solved ticket: its conversation is the ticket, valid since it was solved."""
    return known(
        situation=_cut(ticket.matter),
        decision=_cut(ticket.solution),
        conversation_id=f"{system}-{ticket.number}",
        source="human",
        valid_from=_decided(ticket),
        tags=_first_of(ticket.tags),
    )


def _decided(ticket: DeskTicket) -> str | None:
    """When a ticket was solved, else created; None if unreadable or, by another zone, to come."""
    moment = readable_moment(ticket.solved_at) or readable_moment(ticket.created_at)
    return moment if moment and datetime.fromisoformat(moment) <= datetime.now(UTC) else None


def evidence_of(ticket: DeskTicket, system: str) -> dict[str, JsonValue]:
    """The evidence of a ticket: all its texts. A deleted one is replaced by a note that it was."""
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
    """The resolved case of a solved ticket."""
    return known(
        case_number=f"{prefix}{ticket.number}",
        company=ticket.company,
        url=ticket.url,
        content=paragraphs(ticket.matter, f"Resolution: {ticket.solution}"),
        resolved_at=ticket.solved_at,
    )


def _cut(text: str) -> str:
    """A text, shortened to the length that a memory may have; a cut one ends with "…"."""
    return text if len(text) <= _MAX_CHARACTERS else f"{text[: _MAX_CHARACTERS - 2].rstrip()} …"


def _first_of(tags: JsonValue) -> JsonValue:
    return tags[:_MAX_TAGS] if isinstance(tags, list) else tags
