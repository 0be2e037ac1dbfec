"""The platform as a whole: real HTTP, real processes, the vendors' own clients."""

import signal
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from infra.local.emulators.kubernetes import TOKEN as KUBERNETES_TOKEN
from infra.local.emulators.slack import TOKEN as SLACK_TOKEN
from infra.local.environment import SERVICENOW
from infra.local.platform import RunningPlatform, running_platform
from infra.local.tokens import issue_token, load_secret
from tests.infra.local.sample_platform import OPTIONS, is_running, sample_client
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with sample_client() as client:
        yield client


def test_a_function_reaches_every_store_through_its_environment(client: httpx.Client) -> None:
    answer = client.post("/stores/first").json()

    assert answer["found"] == "The cat sat on the mat"
    assert answer["count"] == 1
    letters = client.get("/_events/dead-letters").json()["deadLetters"]
    assert {"id": "first"} in [letter["event"] for letter in letters]


@pytest.mark.parametrize("target", ["upstash-vector", "upstash-redis", "sqs"])
def test_a_fault_of_a_store_reaches_the_function_until_it_is_cleared(
    client: httpx.Client, target: str
) -> None:
    fault = {"target": target, "mode": "status", "status": 400}
    client.post("/_emulators/faults", json=fault).raise_for_status()

    assert client.post("/stores/second").status_code == 502

    client.delete("/_emulators/faults").raise_for_status()
    assert client.post("/stores/second").status_code == 200


@pytest.mark.parametrize(
    ("target", "path", "authorization", "expected"),
    [
        (
            "slack",
            "api/conversations.replies?channel=C123456&ts=1700000000.123456",
            f"Bearer {SLACK_TOKEN}",
            '"ok":true',
        ),
        (
            "servicenow",
            "api/now/table/cmdb_ci?sysparm_query=ip_address=10.52.0.4",
            f"Basic {b64encode(f'{SERVICENOW.username}:{SERVICENOW.password}'.encode()).decode()}",
            "ALTUS-AMARILLO-FW01",
        ),
        ("learn", "api/search?search=quota", "", "quota"),
        ("kubernetes", "api/v1/namespaces/payments/pods", f"Bearer {KUBERNETES_TOKEN}", "payments"),
    ],
)
def test_an_emulator_is_served_and_a_fault_hits_it(
    bare_platform: RunningPlatform, target: str, path: str, authorization: str, expected: str
) -> None:
    fault = {"target": target, "mode": "status", "status": 503, "count": 1}
    url, headers = f"{bare_platform.url}/_emulators", {"Authorization": authorization}
    httpx.post(f"{url}/faults", json=fault).raise_for_status()

    answers = [httpx.get(f"{url}/{target}/{path}", headers=headers) for _ in range(2)]
    assert [each.status_code for each in answers] == [503, 200]
    assert expected in answers[1].text


def test_stopping_leaves_no_process_and_releases_requests_that_a_fault_holds() -> None:
    with ThreadPoolExecutor() as executor:
        with running_platform(OPTIONS) as platform:
            process = httpx.get(f"{platform.url}/echo", timeout=30).json()["process"]
            faults = f"{platform.url}/_emulators/faults"
            httpx.post(faults, json={"target": "sqs", "mode": "hang"}).raise_for_status()
            held = executor.submit(httpx.post, f"{platform.url}/stores/held", timeout=30)
            wait_until(lambda: httpx.get(faults).json()["faults"][0]["hits"] == 1)
            assert is_running(process)

        assert not is_running(process)
        # What the function wanted to do next depends on which connections it already had.
        assert held.result().status_code in {200, 502}


def test_a_data_directory_keeps_what_is_stored_and_the_secret_that_signs_tokens(
    tmp_path: Path,
) -> None:
    options = replace(OPTIONS, data_dir=tmp_path / "data")

    with running_platform(options) as platform:
        first = httpx.post(f"{platform.url}/stores/kept", timeout=30).json()["count"]
    with running_platform(replace(options, auth=True)) as platform:
        secret = load_secret(tmp_path / "data")
        token = issue_token(secret, subject="ann", apps=["*"], scopes=["memory:write"])
        headers = {"Authorization": f"Bearer {token}"}
        refused = httpx.post(f"{platform.url}/stores/kept", timeout=30)
        answered = httpx.post(f"{platform.url}/stores/kept", headers=headers, timeout=30)

    assert refused.status_code == 401
    assert (first, answered.json()["count"]) == (1, 2)


def test_a_platform_that_cannot_start_says_why(client: httpx.Client, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    taken = client.base_url.port or 0

    with pytest.raises(FileExistsError), running_platform(replace(OPTIONS, data_dir=file)):
        pass
    with pytest.raises(OSError, match="in use"), running_platform(replace(OPTIONS, port=taken)):
        pass


SERVE = """
import sys
from infra.local.platform import serve
from tests.infra.local.sample_platform import OPTIONS
serve(OPTIONS, lambda url: print(url, file=sys.stderr, flush=True))
"""


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL])
def test_a_served_platform_prints_nothing_and_leaves_no_process_however_it_ends(
    ending: signal.Signals,
) -> None:
    with subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-c", SERVE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as served:
        assert served.stdout is not None
        assert served.stderr is not None
        url = served.stderr.readline().strip()
        process = httpx.get(f"{url}/echo", timeout=30).json()["process"]
        served.send_signal(ending)
        printed = served.stdout.read()

    assert printed == ""
    assert served.returncode in {0, -ending}
    wait_until(lambda: not is_running(process))
