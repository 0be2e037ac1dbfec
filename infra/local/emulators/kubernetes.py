"""The part of the Kubernetes API that Recollect uses: the pods of a namespace.

As with Kubernetes, a namespace that does not exist has no pods, errors are answered with an object
of the kind Status, and an unknown caller is refused before anything else.
"""

import hmac
import re
from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from infra.local.emulators.refusals import REFUSALS, RefusedRequest
from infra.samples import DATA_FOLDER

SAMPLES: Final = DATA_FOLDER / "kubernetes" / "pods.json"
TOKEN: Final = "local"  # noqa: S105  # of an emulator on the loopback
_PODS: Final = re.compile(r"/?api/v1/namespaces/([^/]+)/pods")
_BY_NAME: Final = re.compile(r"metadata\.name==?([^,=!]+)")
_NO_LIMIT: Final = 10**9


class PodMetadata(BaseModel):
    """The name and namespace of a pod; further fields are kept."""

    model_config = ConfigDict(frozen=True, extra="allow")

    name: str
    namespace: str


class SamplePod(BaseModel):
    """A pod as Kubernetes describes it; further fields are kept."""

    model_config = ConfigDict(frozen=True, extra="allow")

    metadata: PodMetadata


class PodList(BaseModel):
    """Pods of all namespaces, as `kubectl get pods -A -o json` gives them."""

    items: Annotated[tuple[SamplePod, ...], Field(min_length=1)]


def sample_pods() -> Sequence[SamplePod]:
    """The pods of the sample data."""
    return PodList.model_validate_json(SAMPLES.read_bytes()).items


def create_kubernetes_app() -> Starlette:
    """Serve `GET /api/v1/namespaces/{namespace}/pods?limit=&fieldSelector=`.

    The caller needs `TOKEN`. The only field selector is one for `metadata.name`.
    """
    known = sorted(sample_pods(), key=lambda pod: pod.metadata.name)

    async def answer(request: Request) -> Response:
        _authorize(request.headers.get("authorization", ""))
        limit = _limit(request.query_params.get("limit", ""))
        return JSONResponse(_page(_selected(known, request), limit))

    methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    routes = [Route("/{path:path}", answer, methods=methods)]
    return Starlette(routes=routes, exception_handlers=REFUSALS)


def _authorize(header: str) -> None:
    if not hmac.compare_digest(header.encode(), f"Bearer {TOKEN}".encode()):
        raise _refused(401, "Unauthorized", "Unauthorized")


def _selected(pods: Sequence[SamplePod], request: Request) -> Sequence[SamplePod]:
    """The pods that the request selects, or a refusal."""
    path = _PODS.fullmatch(request.path_params["path"])
    if path is None:
        raise _refused(404, "NotFound", "the server could not find the requested resource")
    if request.method not in {"GET", "HEAD"}:
        message = "the server does not allow this method on the requested resource"
        raise _refused(405, "MethodNotAllowed", message)
    found = [pod for pod in pods if pod.metadata.namespace == path.group(1)]
    if "continue" in request.query_params:
        raise _refused(400, "BadRequest", "the emulator gives the first page alone")
    selector = request.query_params.get("fieldSelector", "")
    if not selector:
        return found
    by_name = _BY_NAME.fullmatch(selector)
    if by_name is None:
        raise _refused(400, "BadRequest", "the emulator selects by metadata.name alone")
    return [pod for pod in found if pod.metadata.name == by_name.group(1)]


def _page(pods: Sequence[SamplePod], limit: int) -> dict[str, JsonValue]:
    """A list of at most `limit` pods."""
    items: list[JsonValue] = [pod.model_dump() for pod in pods[:limit]]
    metadata: dict[str, JsonValue] = {"resourceVersion": "184467"}
    if len(pods) > limit:
        metadata["remainingItemCount"] = len(pods) - limit
    return {"kind": "PodList", "apiVersion": "v1", "metadata": metadata, "items": items}


def _limit(text: str) -> int:
    if not re.fullmatch("[0-9]{0,9}", text):
        raise _refused(400, "BadRequest", "limit is not a whole number")
    return int(text or 0) or _NO_LIMIT


def _refused(code: int, reason: str, message: str) -> RefusedRequest:
    status = {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": message,
        "reason": reason,
        "code": code,
    }
    return RefusedRequest(JSONResponse(status, code))
