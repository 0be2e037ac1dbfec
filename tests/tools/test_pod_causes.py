"""Why a pod is unhealthy, and which memories name the same cause."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.tools.pod_causes import CAUSES, Cause, diagnosed, is_healthy, names_cause
from recollect.tools.pods import Container, Pod, StatusDetail
from tests.cases import each_case
from tests.tools.sick_pods import (
    BACK_OFF,
    HEALTHY,
    LOOPING,
    NO_NODE,
    OUT_OF_MEMORY,
    PULLING,
    SIDECAR,
    api,
    pod,
    waiting,
)

STATUSES: tuple[tuple[Pod, Cause, str], ...] = (
    (pod(phase="Pending", unscheduled=NO_NODE, not_ready=None), "scheduling", "Unschedulable"),
    (
        pod(phase="Pending", unscheduled=StatusDetail("SchedulingGated", "gates"), not_ready=None),
        "scheduling",
        "SchedulingGated",
    ),
    (pod(PULLING, phase="Pending"), "image_pull", "ImagePullBackOff"),
    (pod(waiting("ErrImagePull", "denied"), phase="Pending"), "image_pull", "ErrImagePull"),
    (pod(waiting("InvalidImageName"), phase="Pending"), "image_pull", "InvalidImageName"),
    (
        pod(waiting("ErrImagePull", "context deadline exceeded"), phase="Pending"),
        "image_pull",
        "ErrImagePull",
    ),
    (pod(api(terminated="OOMKilled", exit_code=137)), "oom", "OOMKilled"),
    (pod(OUT_OF_MEMORY), "oom", "OOMKilled"),
    (pod(SIDECAR, OUT_OF_MEMORY), "oom", "OOMKilled"),
    (pod(LOOPING, OUT_OF_MEMORY), "oom", "OOMKilled"),
    (
        pod(waiting("CrashLoopBackOff", restarts=3, last_terminated="Error", exit_code=137)),
        "oom",
        "exit code 137",
    ),
    (pod(api(restarts=1, last_terminated="OOMKilled", exit_code=137)), "oom", "OOMKilled"),
    (
        pod(api(terminated="ContainerStatusUnknown", exit_code=137), phase="Failed"),
        "unknown",
        "ContainerStatusUnknown",
    ),
    (pod(LOOPING), "crash_loop", "CrashLoopBackOff"),
    (pod(api(terminated="Error", exit_code=1, restarts=2)), "crash_loop", "Error"),
    (pod(api(last_terminated="Error", exit_code=1, restarts=2)), "crash_loop", "Error"),
    (pod(LOOPING, phase="Pending"), "crash_loop", "CrashLoopBackOff"),
    (pod(api(terminated="Error", exit_code=1), phase="Failed"), "unknown", "Error"),
    (pod(api()), "probe", "ContainersNotReady"),
    (pod(SIDECAR, api()), "probe", "ContainersNotReady"),
    (pod(api(), not_ready=None), "probe", "Running"),
    (pod(api(last_terminated="Error", exit_code=143, restarts=6)), "probe", "ContainersNotReady"),
    (pod(not_ready=StatusDetail("Unhealthy", "HTTP 503")), "probe", "Unhealthy"),
    (
        pod(
            SIDECAR,
            not_ready=StatusDetail("ReadinessGatesNotReady", "readiness gate lb is not met"),
        ),
        "probe",
        "ReadinessGatesNotReady",
    ),
    (
        pod(phase="Failed", failed=StatusDetail("DeadlineExceeded", "Pod was active too long")),
        "timeout",
        "DeadlineExceeded",
    ),
    (
        pod(waiting("CreateContainerError", "context deadline exceeded"), phase="Pending"),
        "timeout",
        "CreateContainerError",
    ),
    (
        pod(api(terminated="Error", exit_code=1, restarts=4, message="db: connection timed out")),
        "timeout",
        "Error",
    ),
    (
        pod(waiting("CreateContainerConfigError", 'secret "db" not found'), phase="Pending"),
        "config",
        "CreateContainerConfigError",
    ),
    (
        pod(waiting("CreateContainerError", "no command specified"), phase="Pending"),
        "config",
        "CreateContainerError",
    ),
    (
        pod(
            phase="Failed", failed=StatusDetail("Evicted", "The node was low on resource: memory.")
        ),
        "evicted",
        "Evicted",
    ),
    (
        pod(
            api(terminated="Error", exit_code=137),
            phase="Failed",
            failed=StatusDetail("Evicted", "memory"),
        ),
        "evicted",
        "Evicted",
    ),
    (pod(waiting("ContainerCreating"), phase="Pending"), "unknown", "ContainerCreating"),
    (
        pod(phase="Pending", not_ready=StatusDetail("ContainersNotReady", "unready: [liveness]")),
        "unknown",
        "ContainersNotReady",
    ),
    (pod(phase="Failed", failed=StatusDetail("NodeShutdown", "bye")), "unknown", "NodeShutdown"),
    (pod(phase="Unknown", not_ready=None), "unknown", "Unknown"),
    (Pod(name="api-0", phase="Unknown"), "unknown", "Unknown"),
)


@each_case(("status", "cause", "reason"), STATUSES)
def test_the_cause_is_the_one_that_explains_most(status: Pod, cause: Cause, reason: str) -> None:
    found = diagnosed(status)
    assert not is_healthy(status)
    assert (found.cause, found.reason) == (cause, reason)


def test_every_cause_is_diagnosed_for_some_status() -> None:
    assert {cause for _, cause, _ in STATUSES} == set(CAUSES)


@each_case(
    "status",
    [
        HEALTHY,
        pod(api(ready=True, restarts=1, last_terminated="OOMKilled", exit_code=137), ready=True),
        pod(api(terminated="Completed", exit_code=0), phase="Succeeded"),
    ],
)
def test_a_pod_that_serves_or_has_completed_is_healthy(status: Pod) -> None:
    assert is_healthy(status)


def test_a_diagnosis_names_the_failing_container() -> None:
    found = diagnosed(pod(SIDECAR, Container("init", restarts=2), OUT_OF_MEMORY))
    assert (found.pod, found.container, found.restarts) == ("api-0", "api", 9)
    assert found.message == BACK_OFF
    assert diagnosed(pod(phase="Pending", unscheduled=NO_NODE)).container is None


REASONS = st.sampled_from(["", "Error", "Completed", "OOMKilled", "CrashLoopBackOff", "<b>"])
TEXTS = st.text(max_size=400) | st.sampled_from(["x" * 100_000, "<p>timed out</p>" * 900])
CONTAINERS = st.builds(
    Container,
    name=st.just("api"),
    ready=st.booleans(),
    restarts=st.integers(0, 9),
    waiting=REASONS | st.text(max_size=80),
    terminated=REASONS,
    last_terminated=REASONS,
    exit_code=st.sampled_from([None, 0, 1, 137, 143]),
    message=TEXTS,
)
TOLD = st.none() | st.builds(StatusDetail, st.text(max_size=90), TEXTS)
PODS = st.builds(
    Pod,
    name=st.just("api-0"),
    phase=st.sampled_from(["Pending", "Running", "Succeeded", "Failed", "Unknown"]),
    ready=st.booleans(),
    containers=st.lists(CONTAINERS, max_size=3).map(tuple),
    failed=TOLD,
    unscheduled=TOLD,
    not_ready=TOLD,
)


@given(PODS)
def test_any_status_has_a_cause_and_short_texts_on_one_line(status: Pod) -> None:
    found = diagnosed(status)
    assert found.reason
    assert len(found.reason) <= 64
    assert len(found.message) <= 200
    assert "\n" not in found.reason + found.message


@each_case(
    ("cause", "text"),
    [
        ("oom", "the container was OOMKilled"),
        ("oom", "it ran Out of memory at noon"),
        ("oom", "hint:oom"),
        ("crash_loop", "CrashLoopBackOff of the ledger"),
        ("crash_loop", "hint:crash_loop"),
        ("image_pull", "hint:image_pull"),
        ("image_pull", "cause: ImagePullBackOff"),
        ("scheduling", "hint:scheduling"),
        ("probe", "the readiness probe failed"),
        ("timeout", "hint:timeout"),
        ("config", "a ConfigMap was missing"),
        ("evicted", "3 pods were Evicted"),
    ],
)
def test_a_cause_is_recognized_in_a_memory_by_its_words(cause: Cause, text: str) -> None:
    assert [each for each in CAUSES if names_cause(text, [each])] == [cause]


@each_case(
    "text", ["a room with a zoom", "", "memory is fine", "unknown", "<b>oomph</b>", "problem"]
)
def test_other_words_name_no_cause(text: str) -> None:
    assert not names_cause(text, CAUSES)


def test_the_tools_own_diagnosis_names_its_cause() -> None:
    for status, cause, _ in STATUSES:
        if cause != "unknown":
            assert names_cause(diagnosed(status).model_dump_json(), [cause])
