"""The five policy rules, and how they treat metadata that cannot be read."""

import math

from pydantic import JsonValue

from recollect.core.security_levels import SecurityLevel
from recollect.retrieval.items import Item
from recollect.retrieval.visibility import Bounds
from recollect.slicing.policy import Verdict, local_bounds, local_verdict, policy_input
from recollect.slicing.specialist import Specialist
from tests.cases import each_case
from tests.slicing.samples import item, specialist

ALLOWED = Verdict(allow=True, redacted_fields=(), reason="")


def verdict(of: Specialist, **metadata: JsonValue) -> Verdict:
    return local_verdict(policy_input(of, Item("mem-1", "text", metadata)))


def denial(of: Specialist, **metadata: JsonValue) -> str:
    """The reason of a denial, which names no field to redact, or "" if the item is allowed."""
    found = verdict(of, **metadata)
    assert found.allow == (not found.reason)
    assert found.allow or not found.redacted_fields
    return found.reason


def test_the_document_is_that_of_the_seed() -> None:
    document = policy_input(specialist("internal", "qa", "ops"), item("m", {"a": 1}, trust=0.5))

    assert document == {
        "specialist": {
            "type": "specialist",
            "id": "playwright_healer",
            "securityLevel": "internal",
            "authorizedGroups": ["ops", "qa"],
        },
        "item": {"id": "m", "content": {"a": 1}, "metadata": {"trust": 0.5}},
    }


def test_an_item_without_metadata_is_allowed() -> None:
    assert verdict(specialist("public")) == ALLOWED


@each_case("level", ["public", "internal"])
def test_a_sensitive_item_is_denied_to_the_levels_public_and_internal(level: SecurityLevel) -> None:
    assert denial(specialist(level), sensitivity=0.9) == f"sensitivity 0.9 is above 0.7 for {level}"
    assert denial(specialist(level), sensitivity=0.7) == ""
    assert denial(specialist(level), sensitivity=None) == ""


def test_a_sensitive_item_is_allowed_for_the_higher_levels() -> None:
    sensitivity_cases: list[JsonValue] = [0.9, "high", math.nan]
    level_cases: list[SecurityLevel] = ["confidential", "restricted"]
    for sensitivity in sensitivity_cases:
        for level in level_cases:
            assert denial(specialist(level), sensitivity=sensitivity) == ""


def test_a_value_that_is_not_a_number_denies() -> None:
    cases: list[JsonValue] = [True, "0.1", [], {}, math.nan, math.inf, -math.inf, 10**400]
    for value in cases:
        assert (
            denial(specialist(), sensitivity=value) == "sensitivity is not a number, for internal"
        )
        assert denial(specialist("restricted"), trust=value) == "trust is not a number"


def test_an_untrusted_item_is_denied_to_everybody() -> None:
    assert denial(specialist("restricted", "*"), trust=0.2) == "trust 0.2 is below 0.3"
    assert denial(specialist(), trust=0.3) == ""
    assert denial(specialist(), trust=None) == ""


def test_an_item_with_credentials_is_denied_whatever_value_the_flag_has() -> None:
    cases: list[JsonValue] = [True, 1, 0, "", "no", [], {}]
    for flag in cases:
        assert denial(specialist("restricted", "*"), hasCredentials=flag) == "holds credentials"


@each_case("flag", [False, None])
def test_an_item_without_credentials_and_personal_data_is_allowed(flag: JsonValue) -> None:
    assert verdict(specialist(), hasCredentials=flag, containsPII=flag) == ALLOWED


def test_personal_data_are_redacted_in_the_fields_that_the_metadata_name() -> None:
    cases: list[JsonValue] = [True, 1, 0, "no"]
    for flag in cases:
        fields: list[JsonValue] = ["$.content.email", "$.metadata.owner"]
        found = verdict(specialist(), containsPII=flag, piiFields=fields)
        assert found == Verdict(allow=True, redacted_fields=tuple(map(str, fields)), reason="")


def test_personal_data_in_unnamed_fields_redact_the_whole_content() -> None:
    cases: list[JsonValue] = [None, [], "$.content.email", ["$.content.email", 1], [""], {}]
    for fields in cases:
        found = verdict(specialist("restricted"), containsPII=True, piiFields=fields)
        assert found == Verdict(allow=True, redacted_fields=("$.content",), reason="")


def test_a_restricted_item_needs_one_group_in_common() -> None:
    refusal = "restricted to groups the specialist is not in"
    groups: list[JsonValue] = ["qa", "dev"]
    assert denial(specialist("restricted"), restrictedToGroups=groups) == refusal
    assert denial(specialist("restricted", "ops"), restrictedToGroups=groups) == refusal
    assert denial(specialist("public", "ops", "dev"), restrictedToGroups=groups) == ""
    assert denial(specialist("public", "*"), restrictedToGroups=groups) == ""


@each_case("groups", [None, []])
def test_an_item_restricted_to_no_groups_is_open(groups: JsonValue) -> None:
    assert verdict(specialist("public"), restrictedToGroups=groups) == ALLOWED


def test_groups_that_cannot_be_read_deny_everybody() -> None:
    cases: list[JsonValue] = ["qa", ["qa", 1], {"qa": True}, True, 0, ""]
    for groups in cases:
        refusal = "restricted to groups that cannot be read"
        assert denial(specialist("restricted", "qa", "*"), restrictedToGroups=groups) == refusal


def test_every_rule_that_denies_is_named() -> None:
    found = denial(specialist("public"), sensitivity=1, hasCredentials=True, containsPII=True)
    assert found == "sensitivity 1 is above 0.7 for public; holds credentials"


def test_an_unknown_level_counts_as_public() -> None:
    cases: list[JsonValue] = ["boss", "", None, 3, ["restricted"]]
    for level in cases:
        document: dict[str, JsonValue] = {
            "specialist": {"securityLevel": level},
            "item": {"metadata": {"sensitivity": 0.8}},
        }
        assert local_verdict(document).reason == "sensitivity 0.8 is above 0.7 for public"


def test_a_document_with_something_missing_is_denied() -> None:
    cases: list[dict[str, JsonValue]] = [
        {},
        {"specialist": {}},
        {"item": {"metadata": {}}},
        {"specialist": {}, "item": {"metadata": []}},
        {"specialist": "me", "item": {"metadata": {}}},
    ]
    for document in cases:
        assert local_verdict(document) == Verdict(
            allow=False, redacted_fields=(), reason="there is nothing to decide on"
        )


def test_stores_leave_out_what_the_rules_deny_in_any_case() -> None:
    assert local_bounds(specialist("internal", "qa", "ops")) == Bounds(0.3, 0.7, ("ops", "qa"))
    assert local_bounds(specialist("restricted")) == Bounds(0.3, None, ())
    assert local_bounds(specialist("public", "qa", "*")).groups is None
