"""An operation: a change, with who makes it and when."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Operation:
    """A change that an actor makes. Its `id` makes a repeat count only once; "" if it has none.

    An actor that `relays` speaks for others, and so may continue their runs. The word of a
    `trusted` actor is the operator's own: it counts without bounds, even about what it wrote or ran
    itself. One that `judges` may say how memories of others turned out.
    """

    actor: str
    at: datetime
    id: str = ""
    relays: bool = False
    trusted: bool = False
    judges: bool = False
