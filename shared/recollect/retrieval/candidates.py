"""Candidates: items that a source found, and the port that sources implement."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from recollect.relevance.arms import Arms
from recollect.relevance.calibration import QueryType
from recollect.relevance.filters import Filters
from recollect.retrieval.items import Item, names_of, words_of
from recollect.retrieval.visibility import Bounds, See, Sight

CAUSED_BY = "caused_by"

Match = Literal["auto", "named"]


@dataclass(frozen=True, slots=True)
class Scope:
    """The tenant and project whose knowledge is searched; both are slugs."""

    tenant: str
    project: str


@dataclass(frozen=True, slots=True)
class Walk:
    """A breadth-first walk from `start_node`, along relationships in either direction.

    A relationship type is the name of a metadata field with ids, such as `caused_by`.
    """

    start_node: str
    relationship_types: tuple[str, ...]
    max_depth: int


@dataclass(frozen=True, slots=True)
class EvidenceQuery:
    """A query for a source, which returns at most `limit` items an arm.

    `walk` is set if and only if `type` is graph_traversal, which may have no text. `with_turns` and
    `with_passages` include conversations and passages of long items, if a source keeps them
    separately. `rights` and `bounds` are those of its reader: the same query by another reader is
    another query. `by_rarity` lets a word count by its rarity, which reveals something of all that
    is stored. Items less relevant than `floor` (0…1), if set, are no results; `weights` of signals,
    if set, replace the configured ones. `as_of` is the time whose knowledge is wanted, by default
    now; `include_superseded` also wants what was replaced. Items that the `text` names are results
    whatever their relevance, and with `match` "named" nothing else is.
    """

    scope: Scope
    type: QueryType
    text: str
    filters: Filters
    limit: int
    walk: Walk | None = None
    with_embeddings: bool = False
    with_turns: bool = True
    with_passages: bool = True
    rights: str = ""
    bounds: Bounds | None = None
    by_rarity: bool = True
    floor: float | None = None
    weights: Mapping[str, float] | None = None
    as_of: datetime | None = None
    include_superseded: bool = False
    match: Match = "auto"

    @property
    def asks_dense(self) -> bool:
        """Whether the meaning of the text is searched."""
        return self.type in {"semantic", "hybrid"}

    @property
    def asks_sparse(self) -> bool:
        """Whether the words of the text are searched."""
        return self.type in {"keyword", "hybrid"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item, its scores in the arms of its sources, and in a walk its distance from the start.

    A source returns the item as stored; once ranked, it is what its reader may see of it. For a
    turn of a conversation, `around` is the searched text: the turn among its neighbours, or alone
    if it was not found among them.
    """

    item: Item
    arms: Arms
    sources: tuple[str, ...]
    hops: int | None = None
    embedding: tuple[float, ...] | None = None
    sight: Sight | None = None
    around: str | None = None

    @property
    def searched(self) -> str:
        """The text in which a query's words are searched, with the names of the item."""
        return self.own_text if self.around is None else self.around

    @property
    def own_text(self) -> str:
        """The names and the content of the item, without its neighbours."""
        return "\n".join((*names_of(self.item.metadata), words_of(self.item.content)))


class CandidateSource(Protocol):
    """A store that is searched."""

    @property
    def name(self) -> str:
        """The name of the source in answers and metrics."""

    async def candidates(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        """The items that it finds, each once; none if it cannot serve this type of query.

        Items that may not be seen must leave no trace: not in the limit of an arm, in its last
        score, or in where a walk leads. Raises StoreError.
        """


async def visible_matches(
    candidates: Iterable[Candidate | None], query: EvidenceQuery, see: See
) -> list[Candidate]:
    """The candidates that match the query's filters and that the caller may see.

    Of candidates with the same id, only the first is kept.
    """
    found: dict[str, Candidate] = {}
    for candidate in candidates:
        if candidate is not None:
            found.setdefault(candidate.item.id, candidate)
    sights = await see([each.item for each in found.values()])
    return [
        each
        for each, sight in zip(found.values(), sights, strict=True)
        if sight is not None and query.filters.match(sight.item.metadata)
    ]
