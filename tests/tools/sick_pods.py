"""Healthy and unhealthy pods as a cluster reports them."""

from typing import Any

from recollect.tools.pods import Container, Phase, Pod, StatusDetail

BACK_OFF = "back-off 5m0s restarting failed container=api pod=api-0_shop(7d3f)"
NOT_READY = StatusDetail("ContainersNotReady", "containers with unready status: [api]")
NO_NODE = StatusDetail("Unschedulable", "0/6 nodes are available: 6 Insufficient cpu.")


def pod(
    *containers: Container,
    phase: Phase = "Running",
    ready: bool = False,
    failed: StatusDetail | None = None,
    unscheduled: StatusDetail | None = None,
    not_ready: StatusDetail | None = NOT_READY,
    name: str = "api-0",
) -> Pod:
    return Pod(
        name=name,
        phase=phase,
        ready=ready,
        containers=containers,
        failed=failed,
        unscheduled=unscheduled,
        not_ready=None if ready else not_ready,
    )


def api(**status: Any) -> Container:
    return Container("api", **status)


def waiting(reason: str, message: str = "", **more: Any) -> Container:
    return api(waiting=reason, message=message, **more)


LOOPING = waiting("CrashLoopBackOff", BACK_OFF, restarts=7, last_terminated="Error", exit_code=1)
OUT_OF_MEMORY = waiting(
    "CrashLoopBackOff", BACK_OFF, restarts=7, last_terminated="OOMKilled", exit_code=137
)
PULLING = waiting("ImagePullBackOff", 'Back-off pulling image "shop:9"')
SIDECAR = Container("proxy", ready=True)
HEALTHY = pod(api(ready=True), ready=True, name="web-0")
