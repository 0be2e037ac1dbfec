"""An operation: who changes something, and when."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Operation:
    """A change that somebody asks for; `id` makes a repeat of it count once ("" for none)."""

    actor: str
    at: datetime
    id: str = ""
