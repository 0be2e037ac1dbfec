"""The trust of an item reveals nothing about its origins to callers that may not see these."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from recollect.core.security_levels import SecurityLevel
from recollect.core.writer import Writer
from recollect.retrieval.items import Item, trust_of
from recollect.slicing.policy import local_verdict, policy_input
from tests.cases import each_case
from tests.knowledge.stores import Stores, derived
from tests.slicing.samples import specialist

LEVELS: tuple[SecurityLevel, ...] = ("public", "internal", "confidential", "restricted")
RIGHTS: SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"trust": st.sampled_from([0.0, 0.1, 0.3, 0.4, 0.9, 1.0])},
    optional={
        "sensitivity": st.sampled_from([0.0, 0.5, 0.7, 0.9]),
        "hasCredentials": st.booleans(),
        "restrictedToGroups": st.lists(st.sampled_from(["qa", "board"]), max_size=2),
    },
)


def sees(level: SecurityLevel, group: str, item: Item) -> bool:
    return local_verdict(policy_input(specialist(level, group), item)).allow


@given(RIGHTS, RIGHTS, st.sampled_from(LEVELS), st.sampled_from(["qa", "board", "*", "none"]))
async def test_an_item_is_trusted_the_same_whether_a_hidden_origin_exists_or_not(
    origin: dict[str, Any], item: dict[str, Any], level: SecurityLevel, group: str
) -> None:
    with_origin, without = Stores(), Stores()
    await with_origin.store({**derived("origin", trust=1), **origin})
    for each in (with_origin, without):
        await each.store({**derived("item", "origin", trust=1), **item})
    found = [each.item("item") for each in (with_origin, without)]
    if not sees(level, group, with_origin.item("origin")):
        told = [each if sees(level, group, each) else None for each in found]
        assert told[0] == told[1]


@each_case("restriction", [{"sensitivity": 0.9}, {"restrictedToGroups": ["board"]}, {"trust": 0.1}])
async def test_deriving_from_a_guessed_id_reveals_nothing_through_trust(
    restriction: dict[str, Any],
) -> None:
    stores = Stores()
    await stores.store({**derived("secret", trust=0.35), **restriction})
    await stores.store(derived("a", "secret", trust=1), derived("b", "nothing", trust=1))
    trusts = {trust_of(stores.item(each).metadata) for each in "ab"}
    assert trusts == {0.7}


async def test_leaving_out_the_origins_of_an_item_gains_no_trust() -> None:
    stores, agent = Stores(), Writer("agent-7", max_trust=0.6)
    await stores.store(derived("origin", trust=0.4))
    await stores.store(derived("told", "origin", trust=1), derived("untold", trust=1), writer=agent)
    trusts = [trust_of(stores.item(each).metadata) for each in ("told", "untold")]
    assert trusts == [0.4, agent.max_trust]
