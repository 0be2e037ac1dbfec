"""An operation: who changes something, and when."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Operation:
    """A change that somebody asks for; `id` makes a repeat of it count once ("" for none).

    An actor who `relays` speaks for others, and so may go on with their runs. What a `trusted` one
    says is the operator's own word: it counts without bounds, also of what it wrote or ran itself.
    """

    actor: str
    at: datetime
    id: str = ""
    relays: bool = False
    trusted: bool = False
