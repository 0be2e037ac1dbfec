"""The shipped Rego policy and the local rules agree, even on metadata that makes no sense."""

import json
import random
import re
from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from infra.local.emulators.opa import Policy
from recollect.core.security_levels import SECURITY_LEVELS
from recollect.slicing.decisions import verdict_of
from recollect.slicing.policy import local_verdict
from tests.cases import EXAMPLES
from tests.slicing.samples import JSON, POLICY_METADATA, objects, odd

SPECIALIST = objects(
    {},
    {
        "id": st.text(max_size=3),
        "securityLevel": odd("public", "internal", "confidential", "restricted", "Restricted"),
        "authorizedGroups": odd([], ["qa"], ["*"], ["ops", "é"], ["*", 1], "*"),
    },
)
ITEM = objects(
    {"id": st.text(max_size=3), "content": JSON}, {"metadata": st.one_of(POLICY_METADATA, JSON)}
)
DOCUMENTS = objects({}, {"specialist": SPECIALIST, "item": ITEM})
WELL_FORMED = objects(
    {"specialist": SPECIALIST, "item": objects({"metadata": POLICY_METADATA}, {})}, {}
)


@pytest.fixture(scope="module")
def policy() -> Policy:
    return Policy()


def without_numbers(reason: str) -> str:
    # 1e+16 and 10000000000000000 are the same number.
    return re.sub(r"(sensitivity|trust) -?\d\S*", r"\1 #", reason)


def in_python(document: dict[str, JsonValue]) -> dict[str, JsonValue]:
    verdict = local_verdict(document)
    return {
        "allow": verdict.allow,
        "redact": bool(verdict.redacted_fields),
        "redactedFields": [*verdict.redacted_fields],
        "reason": verdict.reason,
    }


def beyond_rego_cpp(value: JsonValue) -> bool:
    """Whether a value holds a number at the extremes of a float, where regopy fails."""
    if isinstance(value, dict):
        return any(map(beyond_rego_cpp, value.values()))
    if isinstance(value, list):
        return any(map(beyond_rego_cpp, value))
    return isinstance(value, float) and value != 0 and not 1e-300 < abs(value) < 1e300


def assert_agreement(policy: Policy, document: dict[str, JsonValue]) -> None:
    in_rego = policy.document(document)
    assert isinstance(in_rego, dict)
    expected = in_python(document)
    reasons = [without_numbers(str(each.pop("reason"))) for each in (in_rego, expected)]
    assert reasons[0] == reasons[1]
    assert in_rego == expected


@settings(max_examples=3 * EXAMPLES)
@given(WELL_FORMED | DOCUMENTS)
@example({})
@example({"specialist": {}, "item": {"metadata": {}}})
def test_rego_and_python_agree(policy: Policy, document: dict[str, JsonValue]) -> None:
    if not beyond_rego_cpp(document):
        assert_agreement(policy, document)


AWKWARD: list[JsonValue] = json.loads(
    """[
    null, true, false, 0, 1, -1, 100000000000000000000, 0.3, 0.29999999, 0.7, 0.70000001, 1e-9,
    "", "x", "0.9", "qa", "internal", "*", [], {}, ["qa"], ["qa", 1], [""], {"a": 1}, [["qa"]],
    ["*"], ["é", "b"], ["\\\\", "\\""], ["$.content.email", "$.metadata.owner"], ["a", null]
    ]"""
)
NAMES = ("sensitivity", "trust", "hasCredentials", "containsPII", "piiFields", "restrictedToGroups")


def test_rego_and_python_agree_on_every_mixture_of_awkward_values(policy: Policy) -> None:
    chance = random.Random(20)  # noqa: S311  # no secret

    def some(names: Sequence[str]) -> dict[str, JsonValue]:
        return {name: chance.choice(AWKWARD) for name in names if chance.random() < 0.4}

    for _ in range(20 * EXAMPLES):
        specialist = some(["authorizedGroups"])
        specialist["securityLevel"] = chance.choice([*SECURITY_LEVELS, *AWKWARD[:3], "boss"])
        metadata: JsonValue = some(NAMES) if chance.random() < 0.95 else chance.choice(AWKWARD)
        item: JsonValue = {"id": "m", "content": chance.choice(AWKWARD), "metadata": metadata}
        assert_agreement(policy, {"specialist": specialist, "item": item})


@given(WELL_FORMED)
def test_an_answer_of_rego_is_read_as_the_verdict_that_it_states(
    policy: Policy, document: dict[str, JsonValue]
) -> None:
    if beyond_rego_cpp(document):
        return
    read, expected = verdict_of(policy.document(document)), local_verdict(document)
    assert read is not None
    assert (read.allow, read.redacted_fields) == (expected.allow, expected.redacted_fields)
