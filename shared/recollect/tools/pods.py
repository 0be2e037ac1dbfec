"""Pods of a Kubernetes cluster as tools see them, and where they are asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Phase = Literal["Pending", "Running", "Succeeded", "Failed", "Unknown"]


@dataclass(frozen=True, slots=True)
class StatusDetail:
    """What the cluster says of a trouble: a word such as Unschedulable, and a text."""

    reason: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Container:
    """A container of a pod, as its status says; empty texts where it says nothing.

    `waiting` and `terminated` are reasons, such as CrashLoopBackOff and OOMKilled; with neither,
    it runs. `last_terminated` is the reason of the run before, `exit_code` that of the run that
    ended last.
    """

    name: str
    ready: bool = False
    restarts: int = 0
    waiting: str = ""
    terminated: str = ""
    last_terminated: str = ""
    exit_code: int | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Pod:
    """A pod; `ready` says whether it serves.

    `failed` is why it was ended as a whole (Evicted), `unscheduled` why it has no node, `not_ready`
    why it is not ready. Containers that prepare the others come first.
    """

    name: str
    phase: Phase
    ready: bool = False
    node: str = ""
    containers: tuple[Container, ...] = ()
    failed: StatusDetail | None = None
    unscheduled: StatusDetail | None = None
    not_ready: StatusDetail | None = None


class Cluster(Protocol):
    """A Kubernetes cluster. One round trip; raises StoreError."""

    async def pods(self, namespace: str, limit: int, name: str = "") -> Sequence[Pod]:
        """At most `limit` pods of a namespace, by name; with a `name`, that one.

        Raises NotFound where the cluster says that there is no such namespace. Most clusters say
        instead that it has no pods, so none may mean either.
        """
