"""A writer's rights bound what it sends: its trust and importance, names, sessions and votes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

_AGENT = "agent"


class _Sent(Protocol):
    def model_copy(
        self, *, update: Mapping[str, object] | None = None, deep: bool = False
    ) -> Self: ...


class Claiming(_Sent, Protocol):
    """What says of itself how far it is to be believed."""

    @property
    def trust(self) -> float:
        """How far it is to be believed, 0…1."""

    @property
    def importance(self) -> float:
        """How much it matters, 0…1."""


class InSession(_Sent, Protocol):
    """What is said or asked in a session, or in none."""

    @property
    def session_id(self) -> str | None:
        """The session as the caller names it."""


_C = TypeVar("_C", bound=Claiming)
_S = TypeVar("_S", bound=InSession)


@dataclass(frozen=True, slots=True)
class Writer:
    """A subject, and its rights over what is written.

    Trust and importance count up to `max_trust` (0…1). Who `relays` speaks for others: their names
    and kinds are taken from what it sends, and its sessions and threads are those of all who relay.
    Who `takes_over` may write in place of what somebody else wrote.
    """

    subject: str
    max_trust: float = 1.0
    relays: bool = False
    takes_over: bool = False

    @property
    def namespace(self) -> str:
        """Whose sessions and threads it names: its own, or "" for those of all who relay."""
        return "" if self.relays else self.subject

    @property
    def apart(self) -> tuple[str, ...]:
        """What keeps an id that follows from content apart from those of other writers.

        Nothing for who may take over. Otherwise who stores what somebody else has stored would
        change that, or learn from being refused that it is there.
        """
        return () if self.takes_over else (self.subject,)

    def own(self, name: str) -> str:
        """A name as this writer means it: the same name said by somebody else is another one."""
        return json.dumps([self.namespace, name]) if self.namespace else name

    def in_own_session(self, request: _S) -> _S:
        """The same, in a session of this writer's own."""
        named = request.session_id and self.own(request.session_id)
        return request.model_copy(update={"session_id": named})

    def bounded(self, new: _C) -> _C:
        """What was sent with no more trust, importance or dignity than this writer can give it."""
        allowed: dict[str, object] = {
            "trust": min(new.trust, self.max_trust),
            "importance": min(new.importance, self.max_trust),
        }
        return new.model_copy(update=allowed if self.relays else {**allowed, "source": _AGENT})

    def voting(self, named: str | None) -> str | None:
        """Who votes: the one that a relay names, if any; everybody else votes for itself."""
        return named if self.relays else self.subject
