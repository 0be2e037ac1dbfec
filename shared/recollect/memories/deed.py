"""Who does something to a memory, and when."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Deed:
    """Who does something, when, and the operation id that makes a repeat count once ("" = none)."""

    actor: str
    at: datetime
    operation: str = ""
