"""Where an erasure looks: the apps and projects of its caller, or those of them that it names.

What belongs to no app and no project is looked at where none is named. Copies of answers may be of
any app: only who may look everywhere learns how many of them there are.
"""

from dataclasses import dataclass

from recollect.erasure.subject import ErasureRequest

_EVERYTHING = "*"
_KEYS_OF = frozenset({"mem", "run", "case", "exposures"})
_COPIES = frozenset({"once", "h4r", "pack"})


@dataclass(frozen=True, slots=True)
class Reach:
    """Slugs of apps, tenants and projects, `*` for all; and whether it is all that there is."""

    apps: frozenset[str]
    tenants: frozenset[str]
    projects: frozenset[str]

    def has(self, name: str, asked: ErasureRequest) -> bool:
        """Whether a namespace or key of this name is looked at for a request."""
        is_narrow = bool(asked.apps or asked.tenants)
        kind, *parts = name.split(":")
        if kind in _KEYS_OF:
            kind, *parts = parts
        match kind, parts:
            case "support", [app, *_]:
                return _allows(self.apps, app) and (not is_narrow or app in asked.apps)
            case (("evidence" | "experience"), [tenant, project, *_]):
                is_theirs = _allows(self.tenants, tenant) and _allows(self.projects, project)
                return is_theirs and (not is_narrow or tenant in asked.tenants)
            case _ if kind in _COPIES:
                return not is_narrow and _EVERYTHING in self.apps & self.tenants & self.projects
            case _:
                return not is_narrow


def _allows(allowed: frozenset[str], slug: str) -> bool:
    return bool(allowed & {slug, _EVERYTHING})
