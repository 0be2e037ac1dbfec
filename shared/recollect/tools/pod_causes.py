"""Why a pod is not healthy: of all that its status says, the one cause that explains most."""

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

LONGEST_MESSAGE: Final = 200
_LONGEST_REASON: Final = 64

# A crash loop follows from an end for want of memory, and an image that does not come may be late.
_EXPLAINS: Final[tuple[Cause, ...]] = (
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
_OF_REASONS: Final[Mapping[str, Cause]] = {
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
_KILLED: Final = 137
_STOPPED: Final = 143
# The node was lost, and 137 is no more than a guess.
_GUESSED: Final = "ContainerStatusUnknown"

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
_NO_WORD: Final = re.compile(r"[\W_]+")


class UnhealthyPod(Message):
    """A pod that does not serve, and why; `restarts` are those of all its containers."""

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
    """Whether a pod serves, or has done what it was for."""
    return pod.phase == "Succeeded" or (pod.phase == "Running" and pod.ready)


def diagnosed(pod: Pod) -> UnhealthyPod:
    """A pod that is not healthy, with the cause that explains most. Texts are plain and short."""
    sign = min(_signs(pod), key=lambda each: _EXPLAINS.index(each.cause))
    return UnhealthyPod(
        pod=pod.name,
        cause=sign.cause,
        container=sign.container,
        reason=shortened(plain(sign.detail.reason), _LONGEST_REASON) or pod.phase,
        message=shortened(plain(sign.detail.message), LONGEST_MESSAGE),
        restarts=sum(each.restarts for each in pod.containers),
    )


def tells_of(text: str, causes: Collection[Cause]) -> bool:
    """Whether a text or tag names one of these causes, as people and Kubernetes call them."""
    words = f" {_NO_WORD.sub(' ', text.casefold())} "
    return any(f" {word} " in words for cause in causes for word in _WORDS[cause])


def _signs(pod: Pod) -> Iterator[_Sign]:
    """What speaks for each cause; those of the same cause best first, and at least one."""
    if pod.failed is not None:
        yield _Sign(_of_reason(pod.failed), pod.failed)
    if pod.phase == "Pending" and pod.unscheduled is not None:
        yield _Sign("scheduling", pod.unscheduled)
    for container in pod.containers:
        if not container.ready:
            yield from _of_container(pod, container)
    if pod.not_ready is not None:
        probed = pod.phase == "Running" and _PROBED.search(pod.not_ready.message)
        yield _Sign("probe" if probed else _of_reason(pod.not_ready), pod.not_ready)
    yield _Sign("unknown", StatusDetail())


def _of_container(pod: Pod, container: Container) -> Iterator[_Sign]:
    """What the status of a container that is not ready speaks for."""
    now, before = container.waiting or container.terminated, container.last_terminated
    reasons = (container.waiting, container.terminated, before)

    def sign(cause: Cause, reason: str) -> _Sign:
        return _Sign(cause, StatusDetail(reason, container.message), container.name)

    for reason in reasons:
        if reason in _OF_REASONS:
            yield sign(_OF_REASONS[reason], reason)
    if container.exit_code == _KILLED and _GUESSED not in reasons:
        yield sign("oom", f"exit code {_KILLED}")
    if _LATE.search(container.message):
        yield sign("timeout", now)
    # Who is stopped rather than fails was stopped for its probes.
    if "Error" in reasons and container.restarts and container.exit_code != _STOPPED:
        yield sign("crash_loop", "Error")
    if pod.phase == "Running" and not now:
        yield _Sign("probe", pod.not_ready or StatusDetail(), container.name)
    elif now != "Completed":
        yield sign("unknown", now)


def _of_reason(detail: StatusDetail) -> Cause:
    late: Cause = "timeout" if _LATE.search(detail.message) else "unknown"
    return _OF_REASONS.get(detail.reason, late)
