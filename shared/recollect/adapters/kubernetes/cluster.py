"""The port `Cluster` over the Kubernetes API: the pods of a namespace."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, cast, get_args
from urllib.parse import quote

import httpx
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel

from recollect.adapters.http.json_text import protocol_error, well_formed
from recollect.adapters.http.transport import OK, HttpService, json_of
from recollect.core.errors import NotFound
from recollect.core.shapes import NAMESPACE_PATTERN, POD_PATTERN
from recollect.tools.pods import Container, Phase, Pod, StatusDetail

STORE: Final = "kubernetes"

_NOT_FOUND: Final = int(httpx.codes.NOT_FOUND)
_MAX_TEXT_CHARACTERS: Final = 1_000
_PHASES: Final = frozenset(get_args(Phase))


def _bounded(value: object) -> object:
    return well_formed(value[:_MAX_TEXT_CHARACTERS]) if isinstance(value, str) else value


_Text = Annotated[str, BeforeValidator(_bounded)]
_PodName = Annotated[str, StringConstraints(pattern=POD_PATTERN)]
_ContainerName = Annotated[str, StringConstraints(pattern=NAMESPACE_PATTERN)]


class _Read(BaseModel):
    """A part of an answer. Unknown fields are ignored, and null counts as a missing field."""

    model_config = ConfigDict(
        frozen=True, extra="ignore", defer_build=True, alias_generator=to_camel
    )

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: object) -> object:
        if not isinstance(given, dict):
            return given
        return {name: value for name, value in given.items() if value is not None}


class _Metadata(_Read):
    name: _PodName


class _Condition(_Read):
    type: _Text
    status: _Text
    reason: _Text = ""
    message: _Text = ""


class _StateReason(_Read):
    reason: _Text = ""
    message: _Text = ""
    exit_code: int | None = None


class _State(_Read):
    waiting: _StateReason | None = None
    terminated: _StateReason | None = None


class _ContainerStatus(_Read):
    name: _ContainerName
    ready: bool = False
    restart_count: Annotated[int, Field(ge=0)] = 0
    state: Annotated[_State, Field(default_factory=_State)]
    last_state: Annotated[_State, Field(default_factory=_State)]


class _Status(_Read):
    phase: _Text = "Unknown"
    reason: _Text = ""
    message: _Text = ""
    conditions: tuple[_Condition, ...] = ()
    init_container_statuses: tuple[_ContainerStatus, ...] = ()
    container_statuses: tuple[_ContainerStatus, ...] = ()


class _PodItem(_Read):
    metadata: _Metadata
    status: Annotated[_Status, Field(default_factory=_Status)]


class _PodList(BaseModel):
    # Not a `_Read`: in an answer that is a list of pods, `items` is never null or missing.
    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    items: tuple[_PodItem, ...]


@dataclass(frozen=True, slots=True)
class Kubernetes:
    """A Kubernetes API server. The token of `api` is that of an account that may list pods."""

    api: HttpService

    async def pods(self, namespace: str, limit: int, name: str = "") -> Sequence[Pod]:
        """At most `limit` pods of a namespace, by name; with a `name`, only the pod of that name.

        Texts longer than 1,000 characters are cut. Raises NotFound if the answer is 404, and
        StoreError. For a namespace that does not exist, Kubernetes itself answers an empty list.
        """
        if not re.fullmatch(NAMESPACE_PATTERN, namespace):
            raise NotFound("there is no namespace of this name")
        path = f"/api/v1/namespaces/{quote(namespace, safe='')}/pods"
        parameters = {"limit": str(limit)}
        if name:
            parameters["fieldSelector"] = f"metadata.name={well_formed(name)}"
        read = partial(_pods, namespace)
        return (await self.api.send("GET", path, read, parameters=parameters))[:limit]


def _pods(namespace: str, response: httpx.Response) -> Sequence[Pod]:
    answer = json_of(STORE, response, OK | {_NOT_FOUND})
    if response.status_code == _NOT_FOUND:
        raise NotFound(f"there is no namespace {namespace}")
    try:
        listed = _PodList.model_validate(answer)
    except ValidationError:
        # Without its cause, whose message holds the answer.
        raise protocol_error(STORE) from None
    return [_pod(item) for item in listed.items]


def _pod(item: _PodItem) -> Pod:
    status = item.status
    conditions = {condition.type: condition for condition in status.conditions}
    containers = tuple(
        _container(each) for each in (*status.init_container_statuses, *status.container_statuses)
    )
    ready = conditions.get("Ready")
    return Pod(
        name=item.metadata.name,
        phase=cast("Phase", status.phase) if status.phase in _PHASES else "Unknown",
        ready=ready is not None and ready.status == "True",
        containers=containers,
        failed=StatusDetail(status.reason, status.message) if status.reason else None,
        unscheduled=_trouble(conditions.get("PodScheduled")),
        not_ready=_trouble(ready),
    )


def _trouble(condition: _Condition | None) -> StatusDetail | None:
    """The reason and message of a condition that does not hold, or None if it holds."""
    if condition is None or condition.status == "True":
        return None
    return StatusDetail(condition.reason, condition.message)


def _container(status: _ContainerStatus) -> Container:
    waiting = status.state.waiting or _StateReason()
    ended, before = status.state.terminated, status.last_state.terminated
    codes = (each.exit_code for each in (ended, before) if each is not None)
    return Container(
        name=status.name,
        ready=status.ready,
        restarts=status.restart_count,
        waiting=waiting.reason,
        terminated=ended.reason if ended else "",
        last_terminated=before.reason if before else "",
        exit_code=next((code for code in codes if code is not None), None),
        message=waiting.message or (ended.message if ended else ""),
    )
