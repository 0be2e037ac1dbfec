"""The emulator of the Kubernetes API over real HTTP."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from infra.local.emulators.kubernetes import TOKEN, create_kubernetes_app, sample_pods
from tests.infra.local.serving import serving

AUTHORIZED = {"Authorization": f"Bearer {TOKEN}"}
PODS = "/api/v1/namespaces/payments/pods"


@pytest.fixture(scope="module")
def api() -> Iterator[httpx.Client]:
    with (
        serving(create_kubernetes_app()) as url,
        httpx.Client(base_url=url, timeout=20, headers=AUTHORIZED) as client,
    ):
        yield client


def listed(api: httpx.Client, namespace: str, **parameters: str) -> dict[str, Any]:
    answer = api.get(f"/api/v1/namespaces/{namespace}/pods", params=parameters)
    found: dict[str, Any] = answer.raise_for_status().json()
    return found


def names(page: dict[str, Any]) -> list[str]:
    return [item["metadata"]["name"] for item in page["items"]]


def test_a_pod_also_has_fields_that_recollect_does_not_read(api: httpx.Client) -> None:
    (pod,) = (item for item in listed(api, "quiet")["items"] if "wiki" in item["metadata"]["name"])
    assert {"uid", "labels", "ownerReferences", "creationTimestamp"} <= pod["metadata"].keys()
    assert {"initContainerStatuses", "containerStatuses", "qosClass"} <= pod["status"].keys()


def test_a_list_is_cut_at_its_limit_and_0_is_no_limit(api: httpx.Client) -> None:
    found = names(listed(api, "payments", limit="0"))
    first = listed(api, "payments", limit="5")
    assert len(found) == 8
    assert (names(first), first["metadata"]["remainingItemCount"]) == (found[:5], 3)


REFUSED = (
    ("GET", f"{PODS}?limit=some", 400, "BadRequest"),
    ("GET", f"{PODS}?limit=-1", 400, "BadRequest"),
    ("GET", f"{PODS}?limit={'9' * 5000}", 400, "BadRequest"),
    ("GET", f"{PODS}?continue=x", 400, "BadRequest"),
    ("GET", f"{PODS}?fieldSelector=status.phase=Failed", 400, "BadRequest"),
    ("POST", PODS, 405, "MethodNotAllowed"),
    ("GET", f"{PODS}/sessions-0", 404, "NotFound"),
    ("GET", "/api/v1/namespaces/payments/secrets", 404, "NotFound"),
    ("GET", "/api/v1/namespaces//pods", 404, "NotFound"),
    ("GET", "/", 404, "NotFound"),
)


def test_a_refusal_is_answered_with_a_status_object(api: httpx.Client) -> None:
    for method, path, code, reason in REFUSED:
        answer = api.request(method, path)
        status = answer.json()
        assert answer.status_code == status["code"] == code
        assert (status["kind"], status["status"], status["reason"]) == ("Status", "Failure", reason)


def test_a_caller_without_the_token_is_refused_before_anything_else(api: httpx.Client) -> None:
    unauthorized = {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": "Unauthorized",
        "reason": "Unauthorized",
        "code": 401,
    }
    for path in (PODS, "/nowhere"):
        for header in (None, "Bearer other", "Bearer", "Basic bG9jYWw=", "local"):
            headers = {} if header is None else {"Authorization": header}
            answer = httpx.get(api.base_url.join(path), headers=headers)
            assert answer.status_code == 401, (path, header)
            assert answer.json() == unauthorized


def test_the_samples_are_pods_of_four_namespaces() -> None:
    pods = sample_pods()
    assert len({pod.metadata.name for pod in pods}) == len(pods)
    assert Counter(pod.metadata.namespace for pod in pods) == {
        "payments": 8,
        "checkout": 5,
        "monitoring": 3,
        "quiet": 3,
    }
