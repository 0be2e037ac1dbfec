"""Who writes, and how the writer's rights limit the trust, names, sessions and votes it sends."""

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
    """A message that claims how much it is to be trusted and how important it is."""

    @property
    def trust(self) -> float:
        """How much it is to be trusted, 0…1."""

    @property
    def importance(self) -> float:
        """How much it matters, 0…1."""


class InSession(_Sent, Protocol):
    """A message that may name a session."""

    @property
    def session_id(self) -> str | None:
        """The session as the caller names it, or None."""


_C = TypeVar("_C", bound=Claiming)
_S = TypeVar("_S", bound=InSession)


@dataclass(frozen=True, slots=True)
class Writer:
    """A subject that writes, and its rights.

    Trust and importance count up to `max_trust` (0…1). A writer that `relays` speaks for others: it
    may say in whose name and from which kind of source (person, agent, system) something comes, and
    it shares its sessions and threads with all others that relay. A writer that `takes_over` may
    overwrite what somebody else wrote.
    """

    subject: str
    max_trust: float = 1.0
    relays: bool = False
    takes_over: bool = False

    @property
    def namespace(self) -> str:
        """Where its sessions and threads belong: its own subject, or "" for all that relay."""
        return "" if self.relays else self.subject

    @property
    def id_parts(self) -> tuple[str, ...]:
        """What goes into an id that is made of content, so that writers do not share ids.

        Otherwise a writer that stores the same as somebody else would overwrite that, or would
        learn that it exists from being refused. Empty for a writer that may take over.
        """
        return () if self.takes_over else (self.subject,)

    def own(self, name: str) -> str:
        """The name, made distinct from the same name used by somebody else."""
        return json.dumps([self.namespace, name]) if self.namespace else name

    def in_own_session(self, request: _S) -> _S:
        """The request, with its session made distinct from the same one of somebody else."""
        named = request.session_id and self.own(request.session_id)
        return request.model_copy(update={"session_id": named})

    def bounded(self, new: _C) -> _C:
        """The message, with no more trust and importance than the writer may give it.

        Its `source` becomes `agent` unless the writer relays.
        """
        allowed: dict[str, object] = {
            "trust": min(new.trust, self.max_trust),
            "importance": min(new.importance, self.max_trust),
        }
        return new.model_copy(update=allowed if self.relays else {**allowed, "source": _AGENT})

    def voting(self, named: str | None) -> str | None:
        """Who votes: the voter `named` by a writer that relays; any other votes for itself."""
        return named if self.relays else self.subject
