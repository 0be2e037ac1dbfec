"""The tool `oc_diagnostic_pod_health`: which pods of a namespace are not healthy, and why."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final

from pydantic import Field, StringConstraints

from recollect.core.errors import NotFound
from recollect.core.messages import NUMERIC, CamelMessage
from recollect.core.shapes import NAMESPACE_PATTERN, POD_PATTERN
from recollect.language.texts import shortened
from recollect.tools.memory_context import MemoryContext, MemoryContextItem
from recollect.tools.plain import plain
from recollect.tools.pod_causes import (
    CAUSES,
    Cause,
    UnhealthyPod,
    diagnosed,
    is_healthy,
    names_cause,
)
from recollect.tools.pods import Cluster
from recollect.tools.summaries.pods import health_summary
from recollect.tools.tool import Output, Tool, at_any_time

_MAX_SHOWN: Final = 50
_MAX_HINTS: Final = 3
_MAX_SNIPPET_LENGTH: Final = 200


class DiagnosePods(CamelMessage):
    """The pods to look at. `memoryContext` holds memories; the platform sets it, models do not."""

    namespace: Annotated[
        str,
        StringConstraints(pattern=NAMESPACE_PATTERN),
        Field(description="The namespace, also called project, such as payments."),
    ]
    pod_name: Annotated[
        Annotated[str, StringConstraints(pattern=POD_PATTERN)] | None,
        Field(description="The whole name of one pod, where only this one is of interest."),
    ] = None
    limit: Annotated[int, Field(ge=1, le=500, description="How many pods to look at."), NUMERIC] = (
        200
    )
    memory_context: MemoryContext | None = None


class PodHealthOutput(CamelMessage):
    """The health of the `total` pods that were looked at.

    `unhealthy` are the worst 50, worst first; `byCause` counts all, most frequent first. `hints`
    are memories of the causes that were found.
    """

    namespace: str
    total: int
    healthy: int
    unhealthy: tuple[UnhealthyPod, ...]
    by_cause: dict[Cause, int]
    hints: tuple[str, ...]
    summary: str


def tools(cluster: Cluster) -> Iterator[Tool[Any]]:
    """The tool of this module, over a cluster."""
    yield Tool(
        "oc_diagnostic_pod_health",
        "The health of the pods of a namespace of Kubernetes or OpenShift: which are not "
        "healthy, each with its cause, and how many of each cause. summary tells it.",
        DiagnosePods,
        at_any_time(partial(_diagnose, cluster)),
        of_customers=False,
    )


async def _diagnose(cluster: Cluster, arguments: DiagnosePods) -> Output:
    pods = await cluster.pods(arguments.namespace, arguments.limit, arguments.pod_name or "")
    if arguments.pod_name and not pods:
        raise NotFound(f"there is no pod {arguments.pod_name} in {arguments.namespace}")
    unhealthy = sorted((diagnosed(pod) for pod in pods if not is_healthy(pod)), key=_severity)
    by_cause = _by_cause(unhealthy)
    hints = _hints(arguments.memory_context, by_cause)
    is_part = not arguments.pod_name and len(pods) == arguments.limit
    return Output(
        PodHealthOutput(
            namespace=arguments.namespace,
            total=len(pods),
            healthy=len(pods) - len(unhealthy),
            unhealthy=tuple(unhealthy[:_MAX_SHOWN]),
            by_cause=by_cause,
            hints=hints,
            summary=health_summary(
                arguments.namespace, len(pods), unhealthy, by_cause, hints, is_part=is_part
            ),
        )
    )


def _severity(pod: UnhealthyPod) -> tuple[int, int, str]:
    return CAUSES.index(pod.cause), -pod.restarts, pod.pod


def _by_cause(worst_first: Sequence[UnhealthyPod]) -> dict[Cause, int]:
    """How many pods have each cause: the most frequent first, equal ones worst first."""
    return dict(Counter(each.cause for each in worst_first).most_common())


def _hints(memory: MemoryContext | None, found: Mapping[Cause, int]) -> tuple[str, ...]:
    """The first memories of the causes that were found; those of other causes would mislead."""
    items = memory.items if memory else ()
    fitting = [item for item in items if _is_about(item, found)]
    return tuple(map(_hint, fitting[:_MAX_HINTS]))


def _is_about(item: MemoryContextItem, causes: Collection[Cause]) -> bool:
    return any(names_cause(text, causes) for text in (item.snippet, *item.tags))


def _hint(item: MemoryContextItem) -> str:
    snippet = shortened(plain(item.snippet), _MAX_SNIPPET_LENGTH)
    return f"Seen before (score {item.score:.2f}): {snippet}"
