"""Who prepares what, and with which rights."""

from dataclasses import dataclass

from recollect.core.customers import Customers
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.preparing.request import PrepareRequest


@dataclass(frozen=True, slots=True)
class Asking:
    """A request of a caller with these rights; `sight` and `namespace` stand for what it may see.

    That it may ask for a part has been found before. `question` is what evidence and memories are
    asked for, "" where that is not known.
    """

    request: PrepareRequest
    question: str
    operation: Operation
    subject: str
    level: SecurityLevel
    groups: frozenset[str]
    customers: Customers
    sight: str
    namespace: str
