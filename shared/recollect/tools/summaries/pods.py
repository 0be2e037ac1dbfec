"""Summaries of a namespace's health: how many pods are unhealthy and why, then pod by pod."""

from collections.abc import Mapping, Sequence
from typing import Final

from recollect.tools.contract import CONTEXT, CURRENT_STATE, SUMMARY
from recollect.tools.pod_causes import Cause, UnhealthyPod
from recollect.tools.summaries.phrases import DASH, brief, line, lines, outlined

_MAX_PODS: Final = 10
_MAX_MESSAGE_LENGTH: Final = 120
_CAUSE_NAMES: Final[Mapping[Cause, tuple[str, str]]] = {
    "oom": ("out of memory", "out of memory"),
    "crash_loop": ("crash loop", "crash loops"),
    "evicted": ("evicted", "evicted"),
    "image_pull": ("image pull failure", "image pull failures"),
    "config": ("configuration error", "configuration errors"),
    "scheduling": ("not scheduled", "not scheduled"),
    "timeout": ("timeout", "timeouts"),
    "probe": ("failing probe", "failing probes"),
    "unknown": ("unknown cause", "unknown causes"),
}


def health_summary(
    namespace: str,
    total: int,
    unhealthy: Sequence[UnhealthyPod],
    by_cause: Mapping[Cause, int],
    hints: Sequence[str],
    *,
    is_part: bool,
) -> str:
    """The sections that have any content; Summary always has.

    `unhealthy` are all such pods, worst first; `is_part` says that the namespace may have more than
    the `total` pods that were looked at.
    """
    return outlined(
        [
            (SUMMARY, _health(namespace, total, by_cause, is_part=is_part)),
            (CURRENT_STATE, _state(total, unhealthy)),
            (CONTEXT, lines(*_pods(unhealthy), *hints)),
        ]
    )


def _health(namespace: str, total: int, by_cause: Mapping[Cause, int], *, is_part: bool) -> str:
    if not total:
        return f"No pods in {namespace}: nothing runs there, or there is no such namespace."
    among = f"{'the first ' if is_part else ''}{_counted(total, ('pod', 'pods'))} in {namespace}"
    count = sum(by_cause.values())
    if not count:
        return (
            f"{'All of ' if is_part else 'All ' if total > 1 else ''}{among} {_is(total)} healthy."
        )
    causes = ", ".join(_counted(number, _CAUSE_NAMES[cause]) for cause, number in by_cause.items())
    return f"{count} of {among} {_is(count)} not healthy: {causes}."


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _counted(count: int, names: tuple[str, str]) -> str:
    return f"{count} {names[count != 1]}"


def _state(total: int, unhealthy: Sequence[UnhealthyPod]) -> str:
    if not total:
        return ""
    healthy = total - len(unhealthy)
    status = "Healthy" if not unhealthy else "Degraded" if healthy else "Down"
    restarts = sum(each.restarts for each in unhealthy)
    return lines(
        line("Status", f"{status} ({healthy} of {total} pods healthy)"),
        line("Restarts", str(restarts) if restarts else ""),
    )


def _pods(unhealthy: Sequence[UnhealthyPod]) -> Sequence[str]:
    shown = [f"• {_pod(each)}" for each in unhealthy[:_MAX_PODS]]
    rest = len(unhealthy) - len(shown)
    return [*shown, f"• … and {rest} more"] if rest else shown


def _pod(pod: UnhealthyPod) -> str:
    name, _ = _CAUSE_NAMES[pod.cause]
    where = f" in {pod.container}" if pod.container else ""
    restarts = f" ({_counted(pod.restarts, ('restart', 'restarts'))})" if pod.restarts else ""
    return f"{pod.pod} {DASH} {name}{where}{restarts}, {_cause(pod)}"


def _cause(pod: UnhealthyPod) -> str:
    # A message about a back-off has only the delay of the next start, and the pod's name again.
    if not pod.message or pod.message.startswith("back-off "):
        return pod.reason
    return f"{pod.reason}: {brief(pod.message, _MAX_MESSAGE_LENGTH)}"
