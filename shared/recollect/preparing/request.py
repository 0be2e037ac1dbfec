"""The body of `POST /prepare` and its answer."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Final, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from recollect.core.ids import UNNAMED
from recollect.core.messages import (
    NUMERIC,
    ChannelId,
    Message,
    Omittable,
    OmittedIfFalsy,
    Query,
    Reference,
    Slug,
    Word,
)
from recollect.discovery.request import MAX_CASES, ConversationMessage, DiscoveryRequest, ThreadTs
from recollect.discovery.schema import DiscoveryPack
from recollect.language.abridging import lines_of_both_ends
from recollect.memories.search_result import NO_MEMORIES, SearchResult
from recollect.servicedesk.numbers import CaseNumber
from recollect.slicing.sliced import SlicedItem

DEFAULT_TOKENS: Final = 2_000
_MAX_TOKENS: Final = 30_000
_MAX_QUESTION_CHARS: Final = 4_000

PartName = Literal["pack", "evidence", "memories"]
PARTS: Final[tuple[PartName, ...]] = ("pack", "evidence", "memories")
_EMPTY: Final[Mapping[PartName, str]] = {
    "evidence": "The project holds no evidence to be found: has it another name?",
    "memories": NO_MEMORIES,
}


Tokens = Annotated[int, Field(ge=1, le=_MAX_TOKENS), NUMERIC]
"""The length of a prompt, in tokens of four bytes."""


def as_question(text: str) -> str:
    """A text as a query; a long text is cut to its two ends, one of which has the point."""
    return lines_of_both_ends(text.strip(), _MAX_QUESTION_CHARS)


class PromptBudget(Message):
    """How long the prompt may be."""

    tokens: Tokens = DEFAULT_TOKENS


class PrepareRequest(Message):
    """What the caller knows about a case; `include` names the wanted parts, by default all.

    Evidence and memories are searched with `text`, else with what users say in `messages`, else
    with what the pack says about the cases or the thread.
    """

    app_slug: Slug | None = None
    text: Query | None = None
    case_numbers: Annotated[tuple[CaseNumber, ...], Field(max_length=MAX_CASES)] = ()
    channel_id: ChannelId | None = None
    thread_ts: ThreadTs | None = None
    messages: Annotated[tuple[ConversationMessage, ...], Field(max_length=200)] = ()
    company_name: (
        Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=160)]
        | None
    ) = None
    specialist: Word = "agent"
    tenant: Slug = UNNAMED
    project: Slug = UNNAMED
    budget: PromptBudget = PromptBudget()
    include: Annotated[tuple[PartName, ...], Field(min_length=1, max_length=3)] | None = None
    run_id: Reference | None = None

    @model_validator(mode="after")
    def _can_be_asked(self) -> Self:
        named, can_be_searched = self.include or (), bool(self.question)
        known = (self.case_numbers, self.company_name, self.channel_id)
        if not can_be_searched and not any(known):
            raise ValueError(
                "text, messages, case_numbers, company_name or channel_id is needed: "
                "what is it about?"
            )
        if "memories" in named and self.app_slug is None:
            raise ValueError("app_slug is needed for memories")
        if named and "pack" not in named and not can_be_searched:
            raise ValueError(f"text or messages are needed for {' and '.join(named)}")
        return self

    @property
    def wanted(self) -> tuple[PartName, ...]:
        """The parts that are wanted and can be requested."""
        asked = self.include or PARTS
        is_told = "pack" in asked and bool(self.case_numbers or self.thread_ts)
        can_be_searched = bool(self.question) or is_told
        can = {
            "pack": True,
            "evidence": can_be_searched,
            "memories": can_be_searched and self.app_slug is not None,
        }
        return tuple(name for name in PARTS if name in asked and can[name])

    @property
    def question(self) -> str:
        """The query for evidence and memories, as far as the request gives it."""
        of_user = [each for each in self.discovery.spoken if each.role == "user"]
        text = "\n".join(each.text for each in of_user if each.says_something)
        return as_question(self.text or text)

    @property
    def discovery(self) -> DiscoveryRequest:
        """The same as a request for a pack; the text counts as the last message of a user."""
        own = ConversationMessage(role="user", text=self.text) if self.text else None
        # Messages in the request would replace those of the thread, which are otherwise fetched.
        messages = (*self.messages, own) if own and (self.messages or not self.thread_ts) else ()
        return DiscoveryRequest(
            case_numbers=tuple(dict.fromkeys(self.case_numbers)),
            channel_id=self.channel_id,
            thread_ts=self.thread_ts,
            company_name=self.company_name,
            messages=messages or self.messages,
            journal_text=self.text if own and not messages else None,
        )


def empty_part_notes(parts: Iterable[PartName]) -> tuple[str, ...]:
    """A sentence for each empty part, for the prompt: a model sees nothing else of an answer."""
    return tuple(_EMPTY[each] for each in parts if each in _EMPTY)


class Citation(Message):
    """What a marker in the prompt stands for; a memory that `failed` is a warning."""

    marker: str
    kind: Literal["case", "item", "exemplar", "evidence", "memory"]
    id: str
    failed: OmittedIfFalsy[bool] = False
    title: Omittable[str] = None
    url: Omittable[str] = None


class PreparedParts(Message):
    """What the prompt was made of; a part that was not requested, or is missing, is absent."""

    pack: Omittable[DiscoveryPack] = None
    evidence: Omittable[tuple[SlicedItem, ...]] = None
    memories: Omittable[SearchResult] = None


class Prepared(Message):
    """A text to be used in a model's prompt as it is, and what it was made of.

    `degraded` names the missing parts, and those missing in the pack, such as `pack.cmdbHits`.
    `nothing_found` is true only if none is missing and the parts say nothing. `empty` names the
    parts in which nothing can be found, whatever is asked: their app or project may have another
    name.
    """

    prompt: str
    parts: PreparedParts
    citations: tuple[Citation, ...]
    nothing_found: OmittedIfFalsy[bool] = False
    degraded: tuple[str, ...] = ()
    empty: OmittedIfFalsy[tuple[PartName, ...]] = ()

    @property
    def decisions(self) -> tuple[Citation, ...]:
        """The memories in the prompt that say what to do.

        What has failed is in the prompt as a warning. A run that heeded it did not do it again, and
        its success is not that decision's.
        """
        return tuple(each for each in self.citations if each.kind == "memory" and not each.failed)

    @property
    def memory_ids(self) -> tuple[str, ...]:
        """The ids of the `decisions` in the prompt, for callers that cite those that they used."""
        return tuple(each.id for each in self.decisions)
