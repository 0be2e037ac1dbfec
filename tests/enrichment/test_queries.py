"""The memory queries made before a tool runs."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import given
from typing_extensions import override

from recollect.core.messages import SLUG_PATTERN
from recollect.detection.mask import masked
from recollect.enrichment.queries import domain_of, query_for
from recollect.tools.contract import SUMMARY_FIELDS
from tests.enrichment.arguments import ARGUMENTS, TEXTS

PODS = "oc_diagnostic_pod_health"


def hints(arguments: Mapping[str, Any], tool: str = PODS) -> list[str]:
    tokens = query_for(tool, arguments).tokens
    return [token.removeprefix("hint:") for token in tokens if token.startswith("hint:")]


def test_a_query_for_pod_health_has_the_names_from_the_arguments() -> None:
    asked = {"namespace": "payments", "pod": "api-1", "error": "CrashLoopBackOff"}
    query = query_for(PODS, asked)
    assert query.domain == "openshift"
    assert query.tokens == (
        "tool:oc_diagnostic_pod_health",
        "resource:pod",
        "namespace:payments",
        "domain:openshift",
        "kind:tool_exec",
        "kind:operational",
        "hint:crash_loop",
    )
    assert query.text == "payments crash loop api-1 CrashLoopBackOff"


def test_a_query_without_arguments_is_about_the_tool_itself() -> None:
    query = query_for(PODS, {})
    assert query.text == " ".join(query.tokens)


def test_a_query_without_a_namespace_has_no_namespace_token() -> None:
    assert not any(token.startswith("namespace:") for token in query_for(PODS, {}).tokens)


def test_a_query_for_another_tool_has_its_name_and_one_word_arguments() -> None:
    asked: dict[str, Any] = {
        "resource": "node",
        "environment": "prod",
        "why": "memory is full",
        "count": 3,
    }
    query = query_for("k8s_describe", asked)
    assert query.tokens == (
        "tool:k8s_describe",
        "domain:kubernetes",
        "kind:tool_exec",
        "kind:operational",
        "resource:node",
        "environment:prod",
    )
    assert query.text == "prod node memory is full"


def test_errors_and_codes_name_the_case_and_plain_words_do_not() -> None:
    asked = {"query": "slow", "level": "error", "code": "E4031", "reason": "crashloop"}
    assert query_for("queryDatabase", asked).named == ("E4031", "crash loop")


def test_a_case_number_is_read_without_its_hash_sign() -> None:
    assert query_for("getCase", {"caseNumber": "#SCS0070072"}).targets.all == ("scs0070072",)


def test_an_error_is_recognized_however_it_is_written() -> None:
    cases: list[tuple[str, str]] = [
        ("FailedScheduling", "scheduling"),
        ("failed_scheduling", "scheduling"),
        ("0/3 nodes are available: 3 Insufficient cpu.", "scheduling"),
        ("insufficient-memory", "scheduling"),
        ("Unschedulable", "scheduling"),
        ("CrashLoopBackOff", "crash_loop"),
        ("crash-loop-back-off", "crash_loop"),
        ("it is in a crash loop", "crash_loop"),
        ("Back-off restarting failed container", "crash_loop"),
        ("ImagePullBackOff", "image_pull"),
        ("image-pull-back-off", "image_pull"),
        ("ErrImagePull", "image_pull"),
        ("image_pull", "image_pull"),
        ("OOMKilled", "oom"),
        ("oom-killed", "oom"),
        ("Out of memory", "oom"),
        ("terminated with exit code 137", "oom"),
        ("exitCode: 137", "oom"),
        ("Liveness probe failed: HTTP 500", "probe"),
        ("readiness_probe", "probe"),
        ("startupProbe", "probe"),
        ("context deadline exceeded", "timeout"),
        ("request timed out", "timeout"),
        ("ReadTimeoutError", "timeout"),
        ("time-out", "timeout"),
        ("TIMEOUT", "timeout"),
    ]
    for text, hint in cases:
        assert hints({"symptom": text}) == [hint]
        assert hints({"all": {"of": [{"them": text}]}}, "another") == [hint]


def test_arguments_without_an_error_give_no_hint() -> None:
    cases: list[dict[str, Any]] = [
        {"symptom": "it is slow for some time outside of office hours"},
        {"imagePullPolicy": "Always"},
        {"timeout": 30, "readinessProbe": False, "exitCode": 0},
        {"ports": [137], "exit": True, "restart": "probed"},
    ]
    for arguments in cases:
        assert hints(arguments) == []


def test_names_of_arguments_give_hints_too() -> None:
    assert hints({"checkLivenessProbe": True, "exitCode": 137}) == ["oom", "probe"]


def test_the_domain_is_given_or_derived_from_the_tools_name() -> None:
    cases: list[tuple[str, dict[str, Any], str]] = [
        (PODS, {"domain": "payments"}, "payments"),
        (PODS, {"domain": "Not a slug"}, "openshift"),
        (PODS, {"domain": "openshift\n"}, "openshift"),
        (PODS, {"domain": ["x"]}, "openshift"),
        ("openshift_nodes", {}, "openshift"),
        ("k8s_describe", {}, "kubernetes"),
        ("kubectl_get", {}, "kubernetes"),
        ("microsoftLearnSearch", {}, "microsoft"),
        ("getIncident", {}, "servicenow"),
        ("searchCMDB", {}, "servicenow"),
        ("rca_checklist", {}, "general"),
    ]
    for tool, arguments, domain in cases:
        assert domain_of(tool, arguments) == query_for(tool, arguments).domain == domain


def test_a_tool_of_our_own_has_the_domain_of_its_system() -> None:
    # Without a prefix of its own a tool counts as one of ServiceNow, which may be wrong.
    of_servicenow = (
        "getCase searchCases getIncident searchIncidents getJournalEntries list_service_cases"
        " searchSimilarCases searchCMDB getConfigurationItem createConfigurationItem"
    )
    others = {PODS: "openshift", "microsoftLearnSearch": "microsoft"}
    expected = dict.fromkeys(of_servicenow.split(), "servicenow") | others
    assert {tool: domain_of(tool, {}) for tool in SUMMARY_FIELDS} == expected


def test_a_query_never_holds_secrets() -> None:
    asked = {
        "password": "hunter2",
        "apiKey": "plain",
        "note": "mail jane.doe@example.com",
        "key": "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    }
    query = query_for("any", asked)
    told = f"{query.text} {' '.join(query.tokens)}"
    assert not any(word in told for word in ("hunter2", "plain", "jane", "ghp_16C7"))


def test_an_existing_memory_context_is_not_part_of_the_query() -> None:
    asked: dict[str, Any] = {"memoryContext": {"summary": "OOMKilled"}, "namespace": "payments"}
    assert query_for(PODS, asked) == query_for(PODS, {"namespace": "payments"})


def test_a_long_log_does_not_hide_the_namespace_after_it() -> None:
    asked = {"log": "all is well " * 100_000, "namespace": "payments"}
    assert "namespace:payments" in query_for(PODS, asked).tokens


def test_endlessly_nested_arguments_are_read_to_a_bound() -> None:
    endless: dict[str, Any] = {"namespace": "payments"}
    endless["again"] = [endless]
    assert "namespace:payments" in query_for(PODS, endless).tokens


class Counted(dict[str, Any]):
    """Arguments that count how many of them were read."""

    seen = 0

    @override
    def items(self) -> Any:
        return self._counted()

    def _counted(self) -> Iterator[tuple[str, Any]]:
        for each in super().items():
            self.seen += 1
            yield each


def test_at_most_200_values_are_read() -> None:
    many = Counted({f"n{number}": "x" for number in range(10_000)})
    query_for("any", many)
    assert 0 < many.seen <= 201


def test_at_most_8000_characters_of_texts_are_read() -> None:
    # Each text takes 2,000 of them, so the fourth is read and the fifth is not.
    late = {f"n{number}": "well " * 500 for number in range(3)}
    assert hints({**late, "fourth": "OOMKilled"}) == ["oom"]
    assert hints({**late, "n4": "well " * 500, "fifth": "OOMKilled"}) == []


@given(TEXTS, ARGUMENTS)
def test_a_query_is_bounded_and_well_formed_for_any_arguments(
    tool: str, arguments: dict[str, Any]
) -> None:
    query = query_for(tool, arguments)
    assert re.fullmatch(SLUG_PATTERN, query.domain)
    assert len(query.text) <= 1_000
    for text in (query.text, *query.tokens):
        assert text == " ".join(text.split())
        assert text.encode().decode() == text
        assert not re.search(r"[\x00-\x1f\x7f]", text)
    assert len(query.tokens) <= 40
    assert all(len(token) <= 140 for token in query.tokens)
    together = "\n".join(query.tokens)
    assert masked(together) == together
