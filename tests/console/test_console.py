"""The console as people use it: in a real Chromium, with tokens, on the sample data."""

import gzip
import json
import re
from collections.abc import Iterator
from typing import Final

import httpx
import pytest

from infra.cli.sample_data import seed
from infra.cli.stores import platform_target
from infra.local.platform import PlatformOptions
from infra.local.tokens import SCOPES, issue_token, load_secret
from recollect.faces.console import FOLDER, files, version
from tests.console.driving import HERE, run
from tests.functions.platforms import own_platform
from tests.node import MODULES

_HOSTILE: Final = (
    "<img src=x onerror=owned=1><script>owned=1</script><iframe src=javascript:owned=1></iframe>"
)


_APP: Final = f"hostile-{'o' * 56}"  # as long as a slug may be
_LONG: Final = "A customer writes " + " ".join(f"line{n}" for n in range(300)) + "."


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, object]]:
    """A platform with the sample data and hostile texts, and a token for each kind of user."""
    place = tmp_path_factory.mktemp("console")
    patient = {"STORE_TIMEOUT_MS": "5000"}
    options = PlatformOptions(auth=True, data_dir=place, workers=2, extra_environment=patient)
    with own_platform(options) as platform:
        secret = load_secret(place)
        admin = issue_token(
            secret,
            subject="ann",
            scopes=SCOPES,
            security_level="restricted",
            apps=["*"],
            tenants=["*"],
            customers=["*"],
            groups=["*"],
        )
        reader = issue_token(secret, subject="joe", apps=["*"], scopes=["memory:read"])
        seed(platform_target(platform.url))
        caller = issue_token(secret, subject="eve", apps=[], scopes=["tool:call"])
        newcomer = issue_token(secret, subject="new", apps=["brand-new"], scopes=["memory:read"])
        _store_hostile_memories(platform.url, admin)
        tokens = {"admin": admin, "reader": reader, "caller": caller, "newcomer": newcomer}
        texts = {"app": _APP, "hostile": _HOSTILE, "long": _LONG}
        yield {"url": platform.url, "tokens": tokens, **texts}


def _store_hostile_memories(url: str, token: str) -> None:
    """Store hostile, long, many and waiting memories, and a citation without an outcome."""
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"{url}/apps/{_APP}", headers=headers) as client:
        for text in (_LONG, _HOSTILE):
            memory = {"situation": text, "decision": text, "stage": "draft"}
            stored = client.post("/memories", json=memory)
            assert stored.status_code == 201
        cited = {"run_id": "run-1", "memory_ids": [stored.json()["id"]]}
        assert client.post("/citations", json=cited).status_code == 200
    decided = {"decision": "Said so.", "stage": "draft"}
    batch = {"memories": [{"situation": f"Case {number}", **decided} for number in range(51)]}
    stored = httpx.post(f"{url}/apps/many/memories/batch", json=batch, headers=headers)
    assert stored.status_code == 200, stored.text
    with httpx.Client(base_url=f"{url}/apps/gates", headers=headers) as client:
        now = client.post("/memories", json={"situation": "Now", **decided}).json()
        named = {"supersedes": [now["id"]], "valid_from": "2100-01-01T00:00:00Z"}
        later = client.post("/memories", json={"situation": "Later", **decided, **named})
        assert later.status_code == 201


@pytest.fixture(scope="module")
def site(inputs: dict[str, object]) -> Iterator[httpx.Client]:
    """A client without a token."""
    with httpx.Client(base_url=str(inputs["url"])) as client:
        yield client


def test_people_can_work_with_the_console(inputs: dict[str, object]) -> None:
    run("--test-reporter=spec", HERE / "console.test.mjs", inputs=inputs)


def test_going_back_and_reloading_lead_to_the_same_place(inputs: dict[str, object]) -> None:
    run("--test-reporter=spec", HERE / "places.test.mjs", inputs=inputs)


def test_the_scripts_keep_to_the_types_in_their_comments() -> None:
    run(MODULES / "typescript" / "bin" / "tsc", "-p", HERE / "tsconfig.json")


def test_the_shipped_library_is_the_one_of_npm_unchanged() -> None:
    given = MODULES / "htm" / "preact" / "standalone.module.js"
    assert files()["htm-preact.js"] == given.read_text("utf-8")
    assert "htm 3.1.1" in (FOLDER / "LICENSE-HTM-PREACT").read_text("utf-8")
    assert json.loads((given.parents[1] / "package.json").read_text("utf-8"))["version"] == "3.1.1"


def test_all_files_of_the_console_compress_to_less_than_100_kb() -> None:
    assert sum(len(gzip.compress(each.encode())) for each in files().values()) < 100_000


def test_browsers_cache_the_files_and_the_page_runs_no_other_scripts(site: httpx.Client) -> None:
    page = site.get("/console")
    assert "'unsafe" not in page.headers["content-security-policy"]
    assert "script-src 'self';" in page.headers["content-security-policy"]
    assert not re.search(r"<style|style=|<script[^>]*>[^<]| on\w+=", page.text)
    responses = {
        each: site.get(f"/{each}") for each in re.findall(r'(?:href|src)="([^"]+)"', page.text)
    }
    assert {each.status_code for each in responses.values()} == {200}
    assert all("immutable" in each.headers["cache-control"] for each in responses.values())
    assert all(each.headers["x-content-type-options"] == "nosniff" for each in responses.values())


def test_a_file_of_another_release_or_outside_the_console_is_not_found(site: httpx.Client) -> None:
    for name in (
        "0123456789ab/app.js",
        f"{version()}/console.html",
        f"{version()}/LICENSE-HTM-PREACT",
    ):
        assert (site.get(f"/console/{name}")).status_code == 404


def test_the_start_page_links_to_the_console_and_to_the_api_description(site: httpx.Client) -> None:
    leads = re.findall(r'<a href="([^"]+)"', (site.get("/")).text)
    assert leads == ["console", "docs", "openapi.json"]
    assert {(site.get(f"/{each}")).status_code for each in leads} == {200}
