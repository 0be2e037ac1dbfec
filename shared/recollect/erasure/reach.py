"""Decides where an erasure looks: in the apps and projects of its caller, or those that it names.

What belongs to no app and no project is included if the request names none. Copies of answers may
be of any app, so only a caller that may look everywhere learns how many there are. A proof names
where nobody looked, or could look.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from recollect.erasure.subject import ErasureRequest

OF_ANY: Final = "*"
"""The namespace of what may belong to any app and project."""

Reaches = Callable[[str], bool]
"""Whether an erasure looks at a namespace."""

_EVERYTHING: Final = "*"

_OUTSIDE: Final = (
    "backups, exports, dead letters and the archive of events",
    "Postgres, Qdrant, Neo4j, ServiceNow and Slack, and whatever else keeps its own",
)
_SPELT: Final = "nicknames, other scripts, paraphrases, and what is escaped twice or in Base64"
_UNKNOWN: Final = "names of the customer that the directory does not have, or no longer"
_HASHED: Final = "what is kept as a hash only: readers of the last two days, masked sessions"
_ELSEWHERE: Final = "apps, tenants and projects that the token has no right to"
_COPIES: Final = "kept answers, packs and candidates, which may be of any app: gone after a day"
_NARROW: Final = (
    "what belongs to no tenant and no app: cases, exemplars, memories of tools, the directory"
)
_OF_TENANT: Final = (
    "memories and runs, which belong to apps, and do not say of which tenant; solved cases that "
    "needed what another tenant or project has, too"
)
_OF_CUSTOMER: Final = (
    "memories and solved cases, and evidence without a field for its customer: they do not say "
    "whose they are, and may name the customer in words (erase that name, too)"
)


@dataclass(frozen=True, slots=True)
class Reach:
    """The apps, tenants and projects that a caller may look at, by slug; `*` stands for all."""

    apps: frozenset[str]
    tenants: frozenset[str]
    projects: frozenset[str]

    def has(self, namespace: str, asked: ErasureRequest) -> bool:
        """Whether a request looks at a namespace of records, or at keys that belong to one."""
        subject = asked.subject
        is_narrow = bool(asked.apps or asked.tenants or subject.tenant)
        kind, *parts = namespace.split(":")
        match kind, parts:
            case "support", [app, *_]:
                return _allows(self.apps, app) and (not is_narrow or app in asked.apps)
            case (("evidence" | "experience"), [tenant, project, *_]):
                is_theirs = _allows(self.tenants, tenant) and _allows(self.projects, project)
                is_asked = tenant in asked.tenants or subject.has(tenant, project)
                return is_theirs and (not is_narrow or is_asked)
            case _ if namespace == OF_ANY:
                return not is_narrow and _EVERYTHING in self.apps & self.tenants & self.projects
            case _:
                return not is_narrow

    def unreached(self, asked: ErasureRequest) -> tuple[str, ...]:
        """Where a request does not look, in words; they reveal nothing of the subject."""
        what, _ = asked.subject.identifier
        is_whole = asked.subject.tenant is not None
        is_narrow = bool(asked.apps or asked.tenants or is_whole)
        is_everywhere = _EVERYTHING in self.apps & self.tenants & self.projects
        texts = {
            _SPELT: what in {"name", "email", "phone"},
            _HASHED: not is_whole and what != "customer",
            _OF_CUSTOMER: what == "customer",
            _UNKNOWN: what == "customer",
            _OF_TENANT: is_whole,
            _NARROW: is_narrow,
            _COPIES: is_narrow or not is_everywhere,
            _ELSEWHERE: not is_whole and not is_everywhere,
        }
        return (*(text for text, applies in texts.items() if applies), *_OUTSIDE)


def _allows(allowed: frozenset[str], slug: str) -> bool:
    return bool(allowed & {slug, _EVERYTHING})
