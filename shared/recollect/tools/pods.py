"""The model of a Kubernetes cluster's pods that tools use, and the port to the cluster."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Phase = Literal["Pending", "Running", "Succeeded", "Failed", "Unknown"]


@dataclass(frozen=True, slots=True)
class StatusDetail:
    """The cluster's report of a problem: a word such as Unschedulable, and a text."""

    reason: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Container:
    """A container of a pod according to its status; texts are empty if the status lacks them.

    `waiting` and `terminated` are reasons, such as CrashLoopBackOff and OOMKilled; without either
    the container runs. `last_terminated` is the reason why the previous run ended, `exit_code` that
    of the run that ended last.
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
    """A pod; `ready` says whether it serves requests.

    `failed` is why the whole pod was ended (Evicted), `unscheduled` why it has no node, `not_ready`
    why it is not ready. Init containers come first in `containers`.
    """

    name: str
    phase: Phase
    ready: bool = False
    containers: tuple[Container, ...] = ()
    failed: StatusDetail | None = None
    unscheduled: StatusDetail | None = None
    not_ready: StatusDetail | None = None


class Cluster(Protocol):
    """A Kubernetes cluster. One round trip; raises StoreError."""

    async def pods(self, namespace: str, limit: int, name: str = "") -> Sequence[Pod]:
        """At most `limit` pods of a namespace, by name; with a `name`, that one.

        Raises NotFound if the cluster says that there is no such namespace. Most clusters answer
        with no pods instead, so an empty result may mean either.
        """
