"""Which evidence a caller may see, by its token alone.

Which cases it may see is in `recollect.actions.customers`, which asks a directory for names:
functions that cite memories need no wiring of knowledge, and start without it.
"""

from recollect.knowledge.ownership import Sees, sees_evidence_as
from recollect.serving.principal import Principal
from recollect.slicing.specialist import Specialist


def sees_evidence(caller: Principal) -> Sees:
    """The evidence that a caller can have used: what it may read."""
    specialist = Specialist("writer", caller.subject, caller.security_level, caller.groups)
    return sees_evidence_as(specialist, reads="context:read" in caller.scopes)
