"""The subject of an erasure, by what it is found, and the request and receipt of an erasure."""

import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from recollect.core.messages import (
    NUMERIC,
    Message,
    MomentText,
    Name,
    Omittable,
    OmittedIfFalsy,
    Slug,
)
from recollect.core.shapes import CURSOR_PATTERN, EMAIL_PATTERN, PHONE_PATTERN
from recollect.enrichment.memories import session_key
from recollect.erasure.customer import belonging
from recollect.erasure.masking import MARK
from recollect.erasure.person_names import named
from recollect.erasure.subject_spellings import Find, addressed, equal_to, identified, phoned

ErasedKind = Literal[
    "memories",
    "evidence",
    "cases",
    "solved_cases",
    "exemplars",
    "tool_memories",
    "packs",
    "answers",
    "directory",
    "traces",
]
KINDS: Final[tuple[ErasedKind, ...]] = ErasedKind.__args__  # type: ignore[attr-defined]  # of a Literal

_Email = Annotated[str, StringConstraints(pattern=EMAIL_PATTERN)]
_Phone = Annotated[str, StringConstraints(pattern=PHONE_PATTERN)]
_Names = Annotated[str, StringConstraints(max_length=80)]
_Slugs = OmittedIfFalsy[Annotated[tuple[Slug, ...], Field(min_length=1, max_length=100)]]
# Long, since the cursor also holds the counts so far.
_ErasureCursor = Annotated[str, StringConstraints(max_length=4_096, pattern=CURSOR_PATTERN)]
_MAX_WORDS: Final = 6
_WHOLE: Final = ("customer", "tenant")
_FINDERS: Final[Mapping[str, Callable[[str], Find]]] = {
    "email": addressed,
    "name": named,
    "phone": phoned,
    "user_id": identified,
    # Of a session of tools, only the hash may be kept.
    "conversation_id": lambda value: equal_to(
        value, session_key(value), fields=("conversationid", "sessionid", "sessionkey", "run")
    ),
    "thread": lambda value: equal_to(value, fields=("thread", "threadid")),
}


class Subject(Message):
    """A person, by one thing known about them; a caller that knows more sends a request for each.

    Or a whole customer (by one of its names), a tenant, or a project of a tenant.
    """

    email: Omittable[_Email] = None
    name: Omittable[Annotated[Name, _Names]] = None
    phone: Omittable[_Phone] = None
    user_id: Omittable[Name] = None
    conversation_id: Omittable[Name] = None
    thread: Omittable[Annotated[str, StringConstraints(min_length=1, max_length=512)]] = None

    customer: Omittable[Name] = None
    tenant: Omittable[Slug] = None
    project: Omittable[Slug] = None

    @property
    def identifier(self) -> tuple[str, str]:
        """The name of what is known, and its value; a project's is preceded by its tenant's."""
        fields = self.model_dump(exclude_none=True)
        return [*fields][-1], "/".join(map(str, fields.values()))

    def has(self, tenant: str, project: str) -> bool:
        """Whether the subject is this tenant, or this project of it."""
        return tenant == self.tenant and self.project in {None, project}

    def find(self, known_as: Sequence[str]) -> Find:
        """What finds the subject in texts; a customer is found by the digests of its names.

        Not for a tenant or a project, which no text names.
        """
        what, value = self.identifier
        return belonging(known_as) if what == "customer" else _FINDERS[what](value)

    def hashed(self, secret: str) -> str:
        """The subject's name in a receipt: always the same, and to be verified only by `secret`."""
        text = "\n".join(("erasure", *self.identifier))
        return hmac.digest(secret.encode(), text.encode("utf-8", "replace"), "sha256").hex()[:40]

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        fields = self.model_dump(exclude_none=True)
        if len(fields.keys() - {"project"}) != 1:
            raise ValueError(f"must say exactly one of {', '.join((*_FINDERS, *_WHOLE))}")
        if self.project is not None and self.tenant is None:
            raise ValueError("a project is one of a tenant: say that, too")
        if not fields.keys().isdisjoint(_WHOLE):
            return self
        if self.name is not None and len(self.name.split()) > _MAX_WORDS:
            raise ValueError(f"a name may have {_MAX_WORDS} words")
        if self.find(())(MARK):
            raise ValueError("must not be what stands where somebody was named")
        return self


class ErasureRequest(Message):
    """Whom to erase, and where: without `tenants` and `apps`, everywhere that the caller may.

    With either, only in these, and not in what belongs to no tenant and no app. An empty list or
    null is refused, since it would limit nothing; both are refused beside a subject that is a
    tenant, which says where. One request looks at `limit` records and keys at most.
    """

    subject: Subject
    tenants: _Slugs = Field(default_factory=tuple)
    apps: _Slugs = Field(default_factory=tuple)
    dry_run: bool = False
    limit: Annotated[int, Field(ge=1, le=10_000), NUMERIC] = 2_000
    cursor: _ErasureCursor = ""

    @model_validator(mode="after")
    def _says_where_once(self) -> Self:
        if self.subject.tenant is not None and (self.tenants or self.apps):
            raise ValueError("a tenant says where: give no tenants and no apps besides")
        return self


class Counts(Message):
    """How many of each kind; `traces` are places in counts, votes and histories that name a person.

    For a tenant or a project, `traces` are what depends on its evidence: turns, lists, readings,
    and the records of its solved cases.
    """

    memories: int = 0
    evidence: int = 0
    cases: int = 0
    solved_cases: int = 0
    exemplars: int = 0
    tool_memories: int = 0
    packs: int = 0
    answers: int = 0
    directory: int = 0
    traces: int = 0


class Proof(Message):
    """How many records and keys were checked (`asked`), and how many still held the subject.

    `unreached` names what was not checked, or cannot be.
    """

    asked: int
    found: int
    unreached: tuple[str, ...] = ()


class ErasureReceipt(Message):
    """What was removed and masked since the erasure began; it reveals nothing of the subject.

    With `next_cursor` the erasure is not finished. `proof` is from the second walk, which checks
    everything again after the last page was erased; in a dry run, from the only walk.
    """

    id: str
    at: MomentText
    subject: str
    dry_run: bool
    removed: Counts
    masked: Counts
    proof: Proof
    next_cursor: Omittable[str] = None
