"""Diagnose a pod that is not healthy: find the one cause that explains most of its status."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final, Literal, NamedTuple, get_args

from recollect.core.messages import Message
from recollect.language.texts import shortened
from recollect.tools.plain import plain
from recollect.tools.pods import Container, Pod, StatusDetail

Cause = Literal[
    "oom",
    "crash_loop",
    "evicted",
    "image_pull",
    "config",
    "scheduling",
    "timeout",
    "probe",
    "unknown",
]
CAUSES: Final[tuple[Cause, ...]] = get_args(Cause)
"""Worst first."""

MAX_MESSAGE_CHARS: Final = 200
_MAX_REASON_LENGTH: Final = 64

# The most explanatory cause first: a crash loop may follow from a lack of memory, and an image that
# cannot be pulled from a timeout.
_MOST_EXPLANATORY_FIRST: Final[tuple[Cause, ...]] = (
    "evicted",
    "oom",
    "scheduling",
    "image_pull",
    "timeout",
    "config",
    "crash_loop",
    "probe",
    "unknown",
)
_CAUSE_BY_REASON: Final[Mapping[str, Cause]] = {
    "Evicted": "evicted",
    "OOMKilled": "oom",
    "Unschedulable": "scheduling",
    "ErrImagePull": "image_pull",
    "ImagePullBackOff": "image_pull",
    "InvalidImageName": "image_pull",
    "ErrImageNeverPull": "image_pull",
    "DeadlineExceeded": "timeout",
    "CreateContainerConfigError": "config",
    "CreateContainerError": "config",
    "RunContainerError": "config",
    "CrashLoopBackOff": "crash_loop",
    "Unhealthy": "probe",
}
_LATE: Final = re.compile(r"context deadline exceeded|timed out", re.IGNORECASE)
_PROBED: Final = re.compile(r"\b(?:readiness|liveness)\b", re.IGNORECASE)
_KILLED_EXIT_CODE: Final = 137
_STOPPED_EXIT_CODE: Final = 143
# Kubernetes sets this reason and 137 as a guess if the node was lost.
_NODE_LOST_REASON: Final = "ContainerStatusUnknown"

_WORDS: Final[Mapping[Cause, tuple[str, ...]]] = {
    "oom": ("oom", "oomkilled", "out of memory", "exit code 137"),
    "crash_loop": ("crashloopbackoff", "crashloop", "crash loop", "crash loops"),
    "evicted": ("evicted", "eviction"),
    "image_pull": (
        "imagepullbackoff", "errimagepull", "invalidimagename", "image pull", "pull image",
        "pulling image", "hint image",
    ),
    "config": (
        "createcontainerconfigerror", "createcontainererror", "runcontainererror", "configmap",
        "configuration error", "configuration errors", "hint config",
    ),
    "scheduling": (
        "scheduling", "unschedulable", "failedscheduling", "not scheduled", "nodes are available",
    ),
    "timeout": ("timeout", "timeouts", "timed out", "deadlineexceeded", "deadline exceeded"),
    "probe": ("probe", "probes", "readiness", "liveness"),
    "unknown": (),
}  # fmt: skip
_NO_WORD_CHARACTERS: Final = re.compile(r"[\W_]+")


class UnhealthyPod(Message):
    """A pod that is not healthy, and why; `restarts` are those of all its containers."""

    pod: str
    cause: Cause
    container: str | None = None
    reason: str
    message: str
    restarts: int


class _Sign(NamedTuple):
    cause: Cause
    detail: StatusDetail
    container: str | None = None


def is_healthy(pod: Pod) -> bool:
    """Whether a pod is running and ready, or has completed its work."""
    return pod.phase == "Succeeded" or (pod.phase == "Running" and pod.ready)


def diagnosed(pod: Pod) -> UnhealthyPod:
    """Diagnose a pod that is not healthy. The texts of the result are plain and short."""
    sign = min(_signs(pod), key=lambda each: _MOST_EXPLANATORY_FIRST.index(each.cause))
    return UnhealthyPod(
        pod=pod.name,
        cause=sign.cause,
        container=sign.container,
        reason=shortened(plain(sign.detail.reason), _MAX_REASON_LENGTH) or pod.phase,
        message=shortened(plain(sign.detail.message), MAX_MESSAGE_CHARS),
        restarts=sum(each.restarts for each in pod.containers),
    )


def names_cause(text: str, causes: Collection[Cause]) -> bool:
    """Whether a text or tag names one of these causes, by people's words or Kubernetes' own."""
    words = f" {_NO_WORD_CHARACTERS.sub(' ', text.casefold())} "
    return any(f" {word} " in words for cause in causes for word in _WORDS[cause])


def _signs(pod: Pod) -> Iterator[_Sign]:
    """The signs of causes, at least one; those of the same cause come best first."""
    if pod.failed is not None:
        yield _Sign(_cause_of(pod.failed), pod.failed)
    if pod.phase == "Pending" and pod.unscheduled is not None:
        yield _Sign("scheduling", pod.unscheduled)
    for container in pod.containers:
        if not container.ready:
            yield from _container_signs(pod, container)
    if pod.not_ready is not None:
        probed = pod.phase == "Running" and _PROBED.search(pod.not_ready.message)
        yield _Sign("probe" if probed else _cause_of(pod.not_ready), pod.not_ready)
    yield _Sign("unknown", StatusDetail())


def _container_signs(pod: Pod, container: Container) -> Iterator[_Sign]:
    """The signs of causes in the status of a container that is not ready."""
    now, before = container.waiting or container.terminated, container.last_terminated
    reasons = (container.waiting, container.terminated, before)

    def sign(cause: Cause, reason: str) -> _Sign:
        return _Sign(cause, StatusDetail(reason, container.message), container.name)

    for reason in reasons:
        if reason in _CAUSE_BY_REASON:
            yield sign(_CAUSE_BY_REASON[reason], reason)
    if container.exit_code == _KILLED_EXIT_CODE and _NODE_LOST_REASON not in reasons:
        yield sign("oom", f"exit code {_KILLED_EXIT_CODE}")
    if _LATE.search(container.message):
        yield sign("timeout", now)
    # A container that was stopped, and did not fail by itself, was stopped for its probes.
    if "Error" in reasons and container.restarts and container.exit_code != _STOPPED_EXIT_CODE:
        yield sign("crash_loop", "Error")
    if pod.phase == "Running" and not now:
        yield _Sign("probe", pod.not_ready or StatusDetail(), container.name)
    elif now != "Completed":
        yield sign("unknown", now)


def _cause_of(detail: StatusDetail) -> Cause:
    late: Cause = "timeout" if _LATE.search(detail.message) else "unknown"
    return _CAUSE_BY_REASON.get(detail.reason, late)
