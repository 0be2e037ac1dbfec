"""The causal graph of a pack: how its evidence is connected (seed 001, "Components").

Its nodes are only the given evidence, not other items that `caused_by` or a text names. Edges are
added by how reliable they are: first what `caused_by` declares, then what a text states, then
likeness, then time. An edge is left out if it would close a circle of causes, or join two items
that are already joined.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Annotated

from pydantic import ConfigDict, Field

from recollect.context.evidence import Evidence, is_readable
from recollect.context.ties.relations import (
    Relation,
    Tie,
    declared_causes,
    influences,
    successions,
    traces,
)
from recollect.context.ties.stated_causes import stated_causes
from recollect.core.messages import Fraction, Message
from recollect.language.sentences import split_sentences
from recollect.language.texts import shortened
from recollect.retrieval.items import prose_of, text_of
from recollect.slicing.redaction import REDACTED

MAX_NODES = 100
MAX_EDGES_PER_NODE = 4
# A node has at most so many edges that are no causes, so that the graph stays readable.
MAX_LOOSE = 3
LABEL = 80
_READ = 4_096


class Node(Message):
    """An item, labelled with its first sentence in at most 80 characters."""

    id: str
    label: str


class Edge(Message):
    """How one item affects another; in JSON its ends are `from` and `to`."""

    model_config = ConfigDict(
        validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
    )

    source: Annotated[str, Field(alias="from")]
    target: Annotated[str, Field(alias="to")]
    type: Relation
    weight: Fraction


class CausalGraph(Message):
    """The evidence and its connections; `causes` have no circles."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def causal_graph(evidence: Sequence[Evidence]) -> CausalGraph:
    """The graph of the first hundred items, with at most four edges a node on average."""
    shown = evidence[:MAX_NODES]
    read = [traces(each) for each in shown]
    graph = _Graph(len(shown))
    graph.add(chain(declared_causes(shown), stated_causes(shown)))
    graph.add(chain(influences(read), successions(read)))
    return CausalGraph(
        nodes=tuple(Node(id=each.id, label=label_of(each)) for each in shown),
        edges=tuple(
            Edge(
                source=shown[tie.source].id,
                target=shown[tie.target].id,
                type=tie.type,
                weight=tie.weight,
            )
            for tie in graph.ties
        ),
    )


def label_of(evidence: Evidence) -> str:
    """The label of a node: the first readable sentence of its content, or `[REDACTED]`."""
    prose = prose_of(evidence.content)[:_READ]
    # Content without texts is labelled by its names and numbers.
    text = prose if prose.strip() else text_of(evidence.content)[:_READ]
    first = next(filter(is_readable, split_sentences(text)), REDACTED)
    return shortened(first, LABEL)


class _Graph:
    """The edges so far, and for each node the nodes that its causes lead to, as bits."""

    def __init__(self, size: int) -> None:
        self.ties: list[Tie] = []
        self._limit = MAX_EDGES_PER_NODE * size
        self._joined: set[tuple[int, int]] = set()
        self._effects = [0] * size
        self._loose = [0] * size

    def add(self, ties: Iterable[Tie]) -> None:
        """Add the ties that still fit, in this order."""
        for tie in ties:
            if len(self.ties) >= self._limit:
                return
            if self._fits(tie):
                self._put(tie)

    def _fits(self, tie: Tie) -> bool:
        if (tie.source, tie.target) in self._joined or (tie.target, tie.source) in self._joined:
            return False
        if tie.type == "causes":
            return not self._effects[tie.target] >> tie.source & 1
        return max(self._loose[tie.source], self._loose[tie.target]) < MAX_LOOSE

    def _put(self, tie: Tie) -> None:
        self.ties.append(tie)
        self._joined.add((tie.source, tie.target))
        if tie.type == "causes":
            reached = self._effects[tie.target] | 1 << tie.target
            for node, effects in enumerate(self._effects):
                if node == tie.source or effects >> tie.source & 1:
                    self._effects[node] |= reached
        else:
            self._loose[tie.source] += 1
            self._loose[tie.target] += 1
