"""Decides which evidence a caller may see, by its token alone.

`recollect.actions.customers` decides which cases it may see, and needs a directory of names. The
two are separate so that functions that cite memories start without the wiring of knowledge.
"""

from recollect.knowledge.ownership import Sees, sees_evidence_as
from recollect.serving.principal import Principal
from recollect.slicing.specialist import Specialist


def sees_evidence(caller: Principal) -> Sees:
    """`Sees` for the evidence that a caller may read, and so can have used."""
    specialist = Specialist("writer", caller.subject, caller.security_level, caller.groups)
    return sees_evidence_as(specialist, reads="context:read" in caller.scopes)
