from collections import Counter
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from recollect.tools.contract import SECTIONS
from recollect.tools.pod_causes import CAUSES, Cause, UnhealthyPod
from recollect.tools.summaries.pods import health_summary
from tests.tools.summaries.samples import TEXTS, golden

PAYMENTS = (
    UnhealthyPod(
        pod="settlement-6b8d9c7f5-hv9tz",
        cause="oom",
        container="settlement",
        reason="OOMKilled",
        message="back-off 5m0s restarting failed container=settlement pod=settlement-6b8d9c7f5",
        restarts=9,
    ),
    UnhealthyPod(
        pod="ledger-7c9f6d5b84-x2k4v",
        cause="crash_loop",
        container="ledger",
        reason="Error",
        message="cannot read /etc/ledger/config.yaml",
        restarts=1,
    ),
    UnhealthyPod(
        pod="pricing-7b5c9d6f48-rj5vk",
        cause="scheduling",
        reason="Unschedulable",
        message="0/6 nodes are available: 3 Insufficient memory, 3 node(s) had untolerated taint "
        "{node-role.kubernetes.io/master: }. preemption: 0/6 nodes are available.",
        restarts=0,
    ),
    UnhealthyPod(pod="grafana-0", cause="unknown", reason="Pending", message="", restarts=0),
)


def summary(
    *unhealthy: UnhealthyPod, total: int = 8, hints: Sequence[str] = (), is_part: bool = False
) -> str:
    by_cause = dict(Counter(each.cause for each in unhealthy))
    return health_summary("payments", total, unhealthy, by_cause, hints, is_part=is_part)


def ill(cause: Cause = "probe", name: str = "api-0", message: str = "") -> UnhealthyPod:
    return UnhealthyPod(pod=name, cause=cause, reason="Unready", message=message, restarts=0)


def first(text: str) -> str:
    return text.split("\n\n")[1]


def test_a_namespace_is_summarized_pod_by_pod_with_hints() -> None:
    told = summary(*PAYMENTS, hints=["Seen before (score 0.82): Raised the limit of settlement."])
    assert told == golden("pods_of_a_namespace")


def test_a_healthy_namespace_has_a_short_summary() -> None:
    assert summary(total=3) == (
        "Summary\n\nAll 3 pods in payments are healthy.\n\n"
        "Current State\n\nStatus: Healthy (3 of 3 pods healthy)"
    )


def test_sentences_agree_with_their_numbers() -> None:
    assert first(summary(total=1)) == "1 pod in payments is healthy."
    assert first(summary(ill(), total=1)) == (
        "1 of 1 pod in payments is not healthy: 1 failing probe."
    )
    assert first(summary(ill(), ill())) == (
        "2 of 8 pods in payments are not healthy: 2 failing probes."
    )
    assert first(summary(total=200, is_part=True)) == (
        "All of the first 200 pods in payments are healthy."
    )
    assert first(summary(ill(), total=200, is_part=True)) == (
        "1 of the first 200 pods in payments is not healthy: 1 failing probe."
    )


def test_a_namespace_without_a_healthy_pod_is_down() -> None:
    assert "Status: Down (0 of 2 pods healthy)" in summary(ill(), ill(), total=2)


def test_ten_pods_are_named_and_from_the_eleventh_on_counted() -> None:
    ten = summary(*(ill(name=f"api-{number}") for number in range(10)), total=20)
    assert ten.splitlines()[-1] == "• api-9 \u2013 failing probe, Unready"
    twelve = summary(*(ill(name=f"api-{number}") for number in range(12)), total=20)
    assert twelve.splitlines()[-1] == "• … and 2 more"


def test_every_cause_has_a_name() -> None:
    for cause in CAUSES:
        assert first(summary(ill(cause))).startswith("1 of 8 pods in payments is not healthy: 1 ")


@given(st.sampled_from(CAUSES), TEXTS)
def test_a_pod_is_one_line_whatever_its_message_is(cause: Cause, message: str) -> None:
    told = summary(ill(cause, message=message))
    headings = [line for line in told.splitlines() if line in SECTIONS]
    assert headings == ["Summary", "Current State", "Context"]
    assert len(told.partition("Context\n\n")[2].splitlines()) == 1
