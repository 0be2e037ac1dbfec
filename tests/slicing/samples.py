"""Ranked items and specialists, plain or odd."""

from collections.abc import Iterable, Mapping, Sequence

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import JsonValue

from recollect.core.security_levels import SECURITY_LEVELS, SecurityLevel
from recollect.relevance.arms import Arms
from recollect.retrieval.candidates import Candidate
from recollect.retrieval.items import Item
from recollect.retrieval.ranked import Ranked, Signals
from recollect.retrieval.ranking import Ranking
from recollect.slicing.budget import Budget
from recollect.slicing.decisions import LocalDecisions, PolicyDecisions
from recollect.slicing.reader import SpecialistReader
from recollect.slicing.sliced import Including
from recollect.slicing.slicer import Slice, slice_evidence
from recollect.slicing.specialist import Specialist

AMPLE = Budget()
EVERYTHING = Including(scores=True, embeddings=True)
NOTHING_BESIDE = Including(scores=False, embeddings=False)
NEUTRAL = Signals(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5)

JSON: SearchStrategy[JsonValue] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


def specialist(level: SecurityLevel = "internal", *groups: str) -> Specialist:
    return Specialist("specialist", "playwright_healer", level, frozenset(groups))


def item(item_id: str = "mem-1", content: JsonValue = "text", **metadata: JsonValue) -> Item:
    return Item(item_id, content, metadata)


def ranked(
    of: Item,
    *,
    score: float = 0.5,
    sources: tuple[str, ...] = ("upstash-vector",),
    embedding: tuple[float, ...] | None = None,
) -> Ranked:
    candidate = Candidate(of, Arms(), sources, embedding=embedding)
    return Ranked(candidate, NEUTRAL, score, "because")


def ranking(kept: Iterable[Ranked]) -> Ranking:
    return Ranking(tuple(kept), ())


async def sliced(
    items: Sequence[Item],
    *,
    limit: int = 100,
    budget: Budget = AMPLE,
    decisions: PolicyDecisions | None = None,
    of: Specialist | None = None,
    including: Including = NOTHING_BESIDE,
) -> Slice:
    """A slice of what a specialist sees of items, without scores and embeddings."""
    reader = SpecialistReader(of or specialist(), decisions or LocalDecisions())
    return slice_evidence(
        ranking(await seen(reader, items)), limit=limit, budget=budget, including=including
    )


async def seen(reader: SpecialistReader, items: Sequence[Item]) -> list[Ranked]:
    """The items that a reader may see, ranked in their given order, each with an embedding."""
    sights = [each for each in await reader.see(items) if each is not None]
    return [
        Ranked(
            Candidate(each.item, Arms(), ("upstash-vector",), embedding=(0.5,), sight=each),
            NEUTRAL,
            0.25,
            "because",
        )
        for each in sights
    ]


def objects(
    required: Mapping[str, SearchStrategy[JsonValue]],
    optional: Mapping[str, SearchStrategy[JsonValue]],
) -> SearchStrategy[dict[str, JsonValue]]:
    """Objects that have the `required` fields and some of the `optional` ones."""
    return st.fixed_dictionaries(dict(required), optional=dict(optional))


def odd(*fitting: JsonValue) -> SearchStrategy[JsonValue]:
    """Mostly one of the `fitting` values, sometimes any JSON."""
    return st.one_of(st.sampled_from(fitting), JSON)


NUMBERS = (0, 1, 0.1, 0.29, 0.3, 0.5, 0.7, 0.71, 0.9, None)

POLICY_METADATA = objects(
    {},
    {
        "sensitivity": odd(*NUMBERS),
        "trust": odd(*NUMBERS),
        "hasCredentials": odd(True, False, None, 0, "no"),
        "containsPII": odd(True, False, None, 1),
        "piiFields": odd([], ["$.content.email", "$.metadata.owner"], [""], ["$.content", 1]),
        "restrictedToGroups": odd([], ["qa"], ["qa", "é"], ["*"], "qa", ["qa", 1], [["qa"]]),
        "owner": st.text(max_size=5),
    },
)

SPECIALISTS: SearchStrategy[Specialist] = st.builds(
    Specialist,
    st.just("specialist"),
    st.just("someone"),
    st.sampled_from(SECURITY_LEVELS),
    st.frozensets(st.sampled_from(["qa", "é", "*", "ops", '"\\']), max_size=2),
)
