"""Candidates: items that a source came up with, and the port that sources implement."""

from collections.abc import Mapping, Sequence
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
    """Whose knowledge is searched; both are slugs."""

    tenant: str
    project: str


@dataclass(frozen=True, slots=True)
class Walk:
    """A breadth-first walk from `start_node`, along relationships in either direction.

    A relationship type is the name of a metadata field that holds ids, as `caused_by` does.
    """

    start_node: str
    relationship_types: tuple[str, ...]
    max_depth: int


@dataclass(frozen=True, slots=True)
class EvidenceQuery:
    """What a source is asked for: at most `limit` items an arm.

    `walk` is there if and only if `type` is graph_traversal, which may come without a text.
    `with_turns` and `with_passages` ask to look at conversations and at the passages of long items,
    too, where a source keeps them apart. `rights` and `bounds` are those of its reader: the same
    query of another one is another query. `by_rarity` lets a word count by how rare it is, which
    tells of all that is stored. What is less relevant than `floor` (0…1), where one is said, is no
    result; `weights` of the seven signals, where given, stand for the configured ones. `as_of` is
    the time whose knowledge is wanted, else it is that of today; `include_superseded` wants also
    what was replaced. What the `text` names is found whatever its relevance is, and with `match`
    "named" nothing else is.
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
    """An item, what its sources' arms said of it, and in a walk its distance from the start.

    A source answers the item as it is stored; once it is ranked, it is what its reader sees of it.
    Of a turn of a conversation `around` is its text among its neighbours', as it is searched, or
    its own where it was not found among them.
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
        """The text in which a query's words are looked for, with what the item is called."""
        return self.own_text if self.around is None else self.around

    @property
    def own_text(self) -> str:
        """What the item is called and says, without its neighbours."""
        return "\n".join((*names_of(self.item.metadata), words_of(self.item.content)))


class CandidateSource(Protocol):
    """A store that is searched."""

    @property
    def name(self) -> str:
        """What the answer and the metrics call it."""

    async def candidates(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        """The items that it finds, each once; nothing where it cannot serve this type of query.

        Of items that cannot be seen nothing may show: not in the limit of an arm, in its last
        score, or in where a walk leads. Raises StoreError.
        """
