"""Where an erasure looks: the apps and projects of its caller, or those of them that it names.

What belongs to no app and no project is looked at where none is named. Copies of answers may be of
any app: only who may look everywhere learns how many of them there are.
"""

from dataclasses import dataclass
from typing import Final

from recollect.erasure.subject import ErasureRequest

OF_ANY: Final = "*"
"""The namespace of what may be of any app and project."""

_EVERYTHING: Final = "*"


@dataclass(frozen=True, slots=True)
class Reach:
    """Slugs of apps, tenants and projects, `*` for all; and whether it is all that there is."""

    apps: frozenset[str]
    tenants: frozenset[str]
    projects: frozenset[str]

    def has(self, namespace: str, asked: ErasureRequest) -> bool:
        """Whether a namespace of records, or what is kept of one, is looked at for a request."""
        is_narrow = bool(asked.apps or asked.tenants)
        kind, *parts = namespace.split(":")
        match kind, parts:
            case "support", [app, *_]:
                return _allows(self.apps, app) and (not is_narrow or app in asked.apps)
            case (("evidence" | "experience"), [tenant, project, *_]):
                is_theirs = _allows(self.tenants, tenant) and _allows(self.projects, project)
                return is_theirs and (not is_narrow or tenant in asked.tenants)
            case _ if namespace == OF_ANY:
                return not is_narrow and _EVERYTHING in self.apps & self.tenants & self.projects
            case _:
                return not is_narrow


def _allows(allowed: frozenset[str], slug: str) -> bool:
    return bool(allowed & {slug, _EVERYTHING})
