"""The tool oc_diagnostic_pod_health: the state of pods, and hints from memories."""

import json

import pytest
from pydantic import JsonValue

from recollect.core.errors import NotFound
from recollect.tools.pod_health import PodHealthOutput
from recollect.tools.pods import Pod, StatusDetail
from tests.cases import each_case
from tests.tools.fakes import Pods, World
from tests.tools.sick_pods import (
    BACK_OFF,
    HEALTHY,
    LOOPING,
    OUT_OF_MEMORY,
    PULLING,
    api,
    pod,
    waiting,
)

TOOL = "oc_diagnostic_pod_health"


def world(*pods: Pod) -> World:
    return World(cluster=Pods(known=pods))


def memory(*items: tuple[float, str, tuple[str, ...]]) -> JsonValue:
    return {
        "summary": "What is remembered.",
        "items": [
            {"score": score, "snippet": text, "tags": list(tags)} for score, text, tags in items
        ],
    }


async def hints(pods: tuple[Pod, ...], *items: tuple[float, str, tuple[str, ...]]) -> list[str]:
    answer = await world(*pods).call_as_json(TOOL, namespace="shop", memoryContext=memory(*items))
    found: list[str] = answer["hints"]
    return found


async def test_the_health_of_a_namespace_is_grouped_by_cause() -> None:
    answer = await world(
        HEALTHY, pod(LOOPING), pod(OUT_OF_MEMORY), HEALTHY, pod(LOOPING)
    ).call_as_json(TOOL, namespace="shop")
    assert (answer["namespace"], answer["total"], answer["healthy"]) == ("shop", 5, 2)
    assert answer["byCause"] == {"crash_loop": 2, "oom": 1}
    assert [each["cause"] for each in answer["unhealthy"]] == ["oom", "crash_loop", "crash_loop"]
    assert answer["unhealthy"][0] == {
        "pod": "api-0",
        "cause": "oom",
        "container": "api",
        "reason": "OOMKilled",
        "message": BACK_OFF,
        "restarts": 7,
    }
    assert answer["hints"] == []
    assert answer["summary"].startswith(
        "Summary\n\n3 of 5 pods in shop are not healthy: 2 crash loops, 1 out of memory."
    )


async def test_fifty_pods_are_shown_and_all_are_counted() -> None:
    many = [pod(api(), name=f"api-{number}") for number in range(70)]
    answer = await world(*many, pod(OUT_OF_MEMORY, name="worst")).call_as_json(
        TOOL, namespace="shop"
    )
    assert (answer["total"], answer["healthy"], len(answer["unhealthy"])) == (71, 0, 50)
    assert answer["byCause"] == {"probe": 70, "oom": 1}
    assert answer["unhealthy"][0]["pod"] == "worst"


async def test_of_pods_with_the_same_cause_the_one_with_most_restarts_is_worst() -> None:
    some = [pod(waiting("CrashLoopBackOff", restarts=n), name=f"api-{n}") for n in (2, 9, 4)]
    answer = await world(*some).call_as_json(TOOL, namespace="shop")
    assert [each["restarts"] for each in answer["unhealthy"]] == [9, 4, 2]


async def test_at_most_the_requested_number_of_pods_is_read() -> None:
    asked = world(*[HEALTHY] * 9)
    answer = await asked.call_as_json(TOOL, namespace="shop", limit=4)
    assert answer["total"] == 4
    assert "All of the first 4 pods in shop are healthy." in answer["summary"]
    assert asked.cluster.of("pods") == [["shop", 4, ""]]


async def test_a_single_pod_is_read_by_its_name() -> None:
    answer = await world(HEALTHY, pod(LOOPING)).call_as_json(
        TOOL, namespace="shop", podName="api-0", limit=1
    )
    assert (answer["total"], answer["byCause"]) == (1, {"crash_loop": 1})
    assert "1 of 1 pod in shop is not healthy: 1 crash loop." in answer["summary"]


async def test_a_missing_pod_is_named_in_the_error() -> None:
    with pytest.raises(NotFound, match=r"^there is no pod api-9 in shop$"):
        await world(HEALTHY).call(TOOL, namespace="shop", podName="api-9")


async def test_a_namespace_without_pods_is_called_empty_or_unknown() -> None:
    answer = await world().call_as_json(TOOL, namespace="shpo")
    assert (answer["total"], answer["healthy"], answer["unhealthy"], answer["byCause"]) == (
        0,
        0,
        [],
        {},
    )
    assert answer["summary"] == (
        "Summary\n\nNo pods in shpo: nothing runs there, or there is no such namespace."
    )


async def test_very_long_messages_are_shortened() -> None:
    long = "cannot pull " + "x" * 1_000_000
    answer = await world(
        pod(waiting("ErrImagePull", long)), pod(failed=StatusDetail("Evicted" * 99, long))
    ).call_as_json(TOOL, namespace="shop")
    assert len(json.dumps(answer)) < 3_000
    assert answer["unhealthy"][0]["message"].startswith("cannot pull x")


async def test_markup_of_the_cluster_becomes_text() -> None:
    answer = await world(pod(waiting("ErrImagePull", "<p>denied</p>\n<b>by us</b>"))).call_as_json(
        TOOL, namespace="shop"
    )
    assert answer["unhealthy"][0]["message"] == "denied by us"


async def test_a_memory_about_a_found_cause_becomes_a_hint() -> None:
    shown = await hints((pod(OUT_OF_MEMORY),), (0.8234, "Raised the limit: OOMKilled no more", ()))
    assert shown == ["Seen before (score 0.82): Raised the limit: OOMKilled no more"]


async def test_memories_about_other_causes_give_no_hint() -> None:
    items = (
        (0.9, "The readiness probe was too strict", ("hint:probe",)),
        (0.8, "OOMKilled at noon", ()),
        (0.7, "The registry was down", ("hint:image_pull",)),
        (0.6, "All was well", ()),
    )
    assert await hints((pod(OUT_OF_MEMORY), HEALTHY), *items) == [
        "Seen before (score 0.80): OOMKilled at noon"
    ]
    assert await hints((HEALTHY,), *items) == []
    assert await hints((Pod(name="api-0", phase="Unknown"),), *items) == []


async def test_at_most_three_hints_are_given_in_the_order_of_the_memories() -> None:
    items = [(score, f"OOMKilled {score}", ()) for score in (0.1, 0.9, 0.5, 0.7)]
    assert await hints((pod(OUT_OF_MEMORY),), *items) == [
        "Seen before (score 0.10): OOMKilled 0.1",
        "Seen before (score 0.90): OOMKilled 0.9",
        "Seen before (score 0.50): OOMKilled 0.5",
    ]


async def test_a_hint_is_short_and_on_one_line() -> None:
    (hint,) = await hints((pod(OUT_OF_MEMORY),), (1, "<p>OOMKilled</p>\n" + "x" * 15_000, ()))
    assert hint.startswith("Seen before (score 1.00): OOMKilled x")
    assert len(hint) <= len("Seen before (score 1.00): ") + 200
    assert "\n" not in hint


async def test_the_summary_ends_with_the_hints() -> None:
    given_memory = memory((0.5, "OOMKilled at noon", ()))
    answer = await world(pod(OUT_OF_MEMORY)).call_as_json(
        TOOL, namespace="shop", memoryContext=given_memory
    )
    assert answer["summary"].endswith("\nSeen before (score 0.50): OOMKilled at noon")


async def test_a_memory_adds_only_hints_to_the_answer() -> None:
    pods = (pod(OUT_OF_MEMORY), pod(PULLING), HEALTHY)
    without = await world(*pods).call_as_json(TOOL, namespace="shop")
    given_memory = memory((0.5, "OOMKilled at noon", ()))
    remembered = await world(*pods).call_as_json(TOOL, namespace="shop", memoryContext=given_memory)
    PodHealthOutput.model_validate(without)
    PodHealthOutput.model_validate(remembered)
    assert list(without) == list(remembered)
    assert remembered["hints"]
    hinted = {"hints", "summary"}
    assert {name: without[name] for name in without if name not in hinted} == {
        name: remembered[name] for name in remembered if name not in hinted
    }


@each_case(
    "odd", [None, 1, "OOMKilled", [], {}, {"items": []}, {"summary": "", "items": [{"score": "x"}]}]
)
async def test_an_invalid_memory_context_changes_nothing(odd: JsonValue) -> None:
    pods = (pod(OUT_OF_MEMORY), HEALTHY)
    assert await world(*pods).call_as_json(
        TOOL, namespace="shop", memoryContext=odd
    ) == await world(*pods).call_as_json(TOOL, namespace="shop")
