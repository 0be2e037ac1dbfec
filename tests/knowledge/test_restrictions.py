"""A turn may hold only texts of neighbours that all of its own readers may see."""

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.core.security_levels import SecurityLevel
from recollect.knowledge.restrictions import at_most_as_restricted
from recollect.retrieval.items import Item, Metadata
from recollect.slicing.policy import local_verdict, policy_input
from tests.slicing.samples import specialist

GROUPS: list[JsonValue] = ["ops", "web", "hr"]
ODD: list[JsonValue] = [None, "high", True, -1, float("nan"), [], ["ops", 7], {}]
NUMBERS = st.sampled_from([0.0, 0.29, 0.3, 0.5, 0.7, 0.71, 1.0])
METADATA: st.SearchStrategy[Metadata] = st.fixed_dictionaries(
    {},
    optional={
        "sensitivity": NUMBERS | st.sampled_from(ODD),
        "trust": NUMBERS | st.sampled_from(ODD),
        "hasCredentials": st.booleans() | st.sampled_from(ODD),
        "restrictedToGroups": st.lists(st.sampled_from(GROUPS), max_size=3) | st.sampled_from(ODD),
    },
)
LEVELS: tuple[SecurityLevel, ...] = ("public", "internal", "confidential", "restricted")


def is_allowed(metadata: Metadata, level: SecurityLevel, group: str) -> bool:
    reader = specialist(level, group)
    return local_verdict(policy_input(reader, Item("m", "text", metadata))).allow


@given(
    METADATA, METADATA, st.sampled_from(LEVELS), st.sampled_from(["ops", "web", "hr", "*", "none"])
)
def test_a_reader_of_an_item_may_see_its_neighbours_texts(
    neighbour: Metadata, item: Metadata, level: SecurityLevel, group: str
) -> None:
    if at_most_as_restricted(neighbour, item) and is_allowed(item, level, group):
        assert is_allowed(neighbour, level, group)


@given(METADATA)
def test_an_unrestricted_item_may_be_a_neighbour_of_any_item(item: Metadata) -> None:
    assert at_most_as_restricted({}, {**item, "sensitivity": 0.5})
