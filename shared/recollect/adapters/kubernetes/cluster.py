"""The port `Cluster` over the Kubernetes API: the pods of a namespace."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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

from recollect.adapters.http.json_text import well_formed
from recollect.adapters.http.posting import OK, json_of, served, transport_errors_of
from recollect.core.errors import NotFound, StoreRefused, StoreTimeout, StoreUnavailable
from recollect.tools.pods import NAMESPACE_PATTERN, POD_PATTERN, Container, Phase, Pod, StatusDetail

STORE: Final = "kubernetes"

_NOT_FOUND: Final = int(httpx.codes.NOT_FOUND)
_LONGEST: Final = 1_000
_PHASES: Final = frozenset(get_args(Phase))


def _bounded(value: object) -> object:
    return well_formed(value[:_LONGEST]) if isinstance(value, str) else value


_Text = Annotated[str, BeforeValidator(_bounded)]
_PodName = Annotated[str, StringConstraints(pattern=POD_PATTERN)]
_ContainerName = Annotated[str, StringConstraints(pattern=NAMESPACE_PATTERN)]


class _Read(BaseModel):
    """A part of an answer: what we do not know is left, and null is as good as nothing."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: object) -> object:
        if not isinstance(given, dict):
            return given
        return {name: value for name, value in given.items() if value is not None}


class _Metadata(_Read):
    name: _PodName


class _Spec(_Read):
    nodeName: _Text = ""  # noqa: N815  # Kubernetes' name


class _Condition(_Read):
    type: _Text
    status: _Text
    reason: _Text = ""
    message: _Text = ""


class _Waiting(_Read):
    reason: _Text = ""
    message: _Text = ""


class _Terminated(_Read):
    reason: _Text = ""
    message: _Text = ""
    exitCode: int | None = None  # noqa: N815  # Kubernetes' name


class _State(_Read):
    waiting: _Waiting | None = None
    terminated: _Terminated | None = None


class _ContainerStatus(_Read):
    name: _ContainerName
    ready: bool = False
    restartCount: Annotated[int, Field(ge=0)] = 0  # noqa: N815  # Kubernetes' name
    state: Annotated[_State, Field(default_factory=_State)]
    lastState: Annotated[_State, Field(default_factory=_State)]  # noqa: N815  # Kubernetes' name


class _Status(_Read):
    phase: _Text = "Unknown"
    reason: _Text = ""
    message: _Text = ""
    conditions: tuple[_Condition, ...] = ()
    initContainerStatuses: tuple[_ContainerStatus, ...] = ()  # noqa: N815  # Kubernetes' name
    containerStatuses: tuple[_ContainerStatus, ...] = ()  # noqa: N815  # Kubernetes' name


class _PodItem(_Read):
    metadata: _Metadata
    spec: Annotated[_Spec, Field(default_factory=_Spec)]
    status: Annotated[_Status, Field(default_factory=_Status)]


class _PodList(BaseModel):
    # Not a part that may be null: a list without items is no list.
    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    items: tuple[_PodItem, ...]


@dataclass(frozen=True, slots=True)
class Kubernetes:
    """The API server at `url`; `token` is that of an account that may list pods.

    `timeout` is in seconds and bounds a call and its repeat.
    """

    client: httpx.AsyncClient
    url: str
    token: str = field(repr=False)
    timeout: float

    async def pods(self, namespace: str, limit: int, name: str = "") -> Sequence[Pod]:
        """At most `limit` pods of a namespace, by name; with a `name`, that one.

        Raises NotFound where the answer is 404, and StoreError. Kubernetes itself answers an empty
        list for a namespace that does not exist. Long texts are cut.
        """
        if not re.fullmatch(NAMESPACE_PATTERN, namespace):
            raise NotFound("there is no namespace of this name")
        response = await self._asked_in_time(namespace, limit, name)
        answer = json_of(STORE, response, OK | {_NOT_FOUND})
        if response.status_code == _NOT_FOUND:
            raise NotFound(f"there is no namespace {namespace}")
        try:
            listed = _PodList.model_validate(answer)
        except ValidationError:
            # Not as its cause, which holds what was answered.
            raise StoreRefused(STORE, "answered outside its protocol") from None
        return [_pod(each) for each in listed.items[:limit]]

    async def _asked_in_time(self, namespace: str, limit: int, name: str) -> httpx.Response:
        url = f"{self.url.rstrip('/')}/api/v1/namespaces/{quote(namespace, safe='')}/pods"
        asked = {"limit": str(limit)}
        if name:
            asked["fieldSelector"] = f"metadata.name={well_formed(name)}"
        try:
            async with asyncio.timeout(self.timeout):
                try:
                    return await self._asked(url, asked)
                except StoreUnavailable:  # a connection that was kept through a pause may be dead
                    return await self._asked(url, asked)
        except TimeoutError as error:
            raise StoreTimeout(STORE, f"no answer within {self.timeout} s") from error

    async def _asked(self, url: str, asked: Mapping[str, str]) -> httpx.Response:
        headers = {"Accept": "application/json", "Authorization": f"Bearer {self.token}"}
        with transport_errors_of(STORE):
            response = await self.client.get(url, params=asked, headers=headers)
        return served(STORE, response)


def _pod(item: _PodItem) -> Pod:
    status = item.status
    told = {each.type: each for each in status.conditions}
    containers = tuple(
        _container(each) for each in (*status.initContainerStatuses, *status.containerStatuses)
    )
    ready = told.get("Ready")
    return Pod(
        name=item.metadata.name,
        phase=cast("Phase", status.phase) if status.phase in _PHASES else "Unknown",
        ready=ready is not None and ready.status == "True",
        node=item.spec.nodeName,
        containers=containers,
        failed=StatusDetail(status.reason, status.message) if status.reason else None,
        unscheduled=_trouble(told.get("PodScheduled")),
        not_ready=_trouble(ready),
    )


def _trouble(condition: _Condition | None) -> StatusDetail | None:
    """What a condition that does not hold says."""
    if condition is None or condition.status == "True":
        return None
    return StatusDetail(condition.reason, condition.message)


def _container(status: _ContainerStatus) -> Container:
    waiting = status.state.waiting or _Waiting()
    ended, before = status.state.terminated, status.lastState.terminated
    codes = (each.exitCode for each in (ended, before) if each is not None)
    return Container(
        name=status.name,
        ready=status.ready,
        restarts=status.restartCount,
        waiting=waiting.reason,
        terminated=ended.reason if ended else "",
        last_terminated=before.reason if before else "",
        exit_code=next((code for code in codes if code is not None), None),
        message=waiting.message or (ended.message if ended else ""),
    )
