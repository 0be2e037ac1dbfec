"""A sender's claims about itself lower its rights and never raise them."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.context.request import specialist_of
from recollect.core.security_levels import SECURITY_LEVELS, SecurityLevel
from recollect.slicing.policy import local_verdict, policy_input
from recollect.slicing.specialist import Specialist
from tests.context.packs import request
from tests.slicing.samples import POLICY_METADATA, item

LEVELS = st.sampled_from(SECURITY_LEVELS)
GROUPS = st.frozensets(st.sampled_from(["qa", "ops", "é", "*"]), max_size=3)


def claiming(
    level: SecurityLevel | None,
    groups: Sequence[str] | None,
    of: tuple[SecurityLevel, frozenset[str]],
) -> Specialist:
    claims: dict[str, JsonValue] = {}
    if level is not None:
        claims["securityLevel"] = level
    if groups is not None:
        claims["authorizedGroups"] = list(groups)
    return specialist_of(request(sender=claims).meta, *of)


def test_a_level_is_the_lower_of_what_is_claimed_and_granted() -> None:
    for claimed in SECURITY_LEVELS:
        for granted in SECURITY_LEVELS:
            lower = SECURITY_LEVELS[min(map(SECURITY_LEVELS.index, (claimed, granted)))]
            assert claiming(claimed, None, (granted, frozenset())).security_level == lower
            assert claiming(None, None, (granted, frozenset())).security_level == granted


def test_the_groups_are_those_both_claimed_and_granted() -> None:
    cases: list[tuple[list[str] | None, set[str], set[str]]] = [
        (None, {"qa"}, {"qa"}),
        (None, {"*"}, {"*"}),
        ([], {"qa", "*"}, set()),
        (["qa", "ops"], {"qa", "dev"}, {"qa"}),
        (["ops"], {"qa"}, set()),
        (["ops"], set(), set()),
        (["ops"], {"*"}, {"ops"}),
        (["*"], {"qa"}, {"qa"}),
        (["*"], {"*"}, {"*"}),
        (["*", "ops"], {"qa"}, {"qa"}),
        (["*"], set(), set()),
    ]
    for claimed, granted, expected in cases:
        of = claiming(None, claimed, ("public", frozenset(granted)))
        assert of.authorized_groups == expected


def test_claiming_a_level_leaves_only_the_groups_that_are_granted_by_name() -> None:
    cases: list[tuple[set[str], list[str] | None, set[str]]] = [
        ({"*"}, None, set()),
        ({"*"}, ["ops"], {"ops"}),
        ({"qa"}, None, {"qa"}),
        ({"qa", "*"}, None, {"qa"}),
    ]
    for granted, claimed, expected in cases:
        of = claiming("internal", claimed, ("restricted", frozenset(granted)))
        assert of.authorized_groups == expected


@given(st.none() | LEVELS, st.none() | GROUPS, LEVELS, GROUPS, POLICY_METADATA)
def test_no_claim_shows_what_was_not_granted(
    level: SecurityLevel | None,
    groups: frozenset[str] | None,
    granted_level: SecurityLevel,
    granted_groups: frozenset[str],
    metadata: dict[str, JsonValue],
) -> None:
    granted = Specialist("specialist", "a", granted_level, granted_groups)
    claimed = claiming(
        level, None if groups is None else sorted(groups), (granted_level, granted_groups)
    )
    of = item("m", "text", **metadata)
    allowed, without_claims = (
        local_verdict(policy_input(each, of)).allow for each in (claimed, granted)
    )
    assert without_claims or not allowed
    assert SECURITY_LEVELS.index(claimed.security_level) <= SECURITY_LEVELS.index(granted_level)
    assert "*" in granted_groups or claimed.authorized_groups <= granted_groups
