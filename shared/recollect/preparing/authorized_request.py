"""A request to prepare a prompt, with the rights of its caller."""

from dataclasses import dataclass

from recollect.core.customers import Customers
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.preparing.request import PrepareRequest


@dataclass(frozen=True, slots=True)
class AuthorizedRequest:
    """A request and its caller's rights; `sight` and `namespace` stand for what it may see.

    Whether the caller may request a part was checked before. `question` is the query for evidence
    and memories, "" if it is not known.
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
