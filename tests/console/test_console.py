"""The console, as people use it: in a real Chromium, with tokens, on the sample data."""

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
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, object]]:
    """A platform with the sample data and something hostile, and who looks at it."""
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
        _remember(platform.url, admin)
        tokens = {"admin": admin, "reader": reader, "caller": caller, "newcomer": newcomer}
        texts = {"app": _APP, "hostile": _HOSTILE, "long": _LONG}
        yield {"url": platform.url, "tokens": tokens, **texts}


def _remember(url: str, token: str) -> None:
    """What is hostile, long or much, and what a run has cited that nobody judges."""
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"{url}/apps/{_APP}", headers=headers) as client:
        for text in (_LONG, _HOSTILE):
            told = {"situation": text, "decision": text, "stage": "draft"}
            stored = client.post("/memories", json=told)
            assert stored.status_code == 201
        cited = {"run_id": "run-1", "memory_ids": [stored.json()["id"]]}
        assert client.post("/citations", json=cited).status_code == 200
    said = {"decision": "Said so.", "stage": "draft"}
    batch = {"memories": [{"situation": f"Case {number}", **said} for number in range(51)]}
    stored = httpx.post(f"{url}/apps/many/memories/batch", json=batch, headers=headers)
    assert stored.status_code == 200, stored.text


@pytest.fixture(scope="module")
def site(told: dict[str, object]) -> Iterator[httpx.Client]:
    """Who has no token."""
    with httpx.Client(base_url=str(told["url"])) as client:
        yield client


def test_people_can_work_with_it(told: dict[str, object]) -> None:
    run("--test-reporter=spec", HERE / "console.test.mjs", told=told)


def test_people_find_their_place_again(told: dict[str, object]) -> None:
    run("--test-reporter=spec", HERE / "places.test.mjs", told=told)


def test_types_in_its_comments_are_kept() -> None:
    run(MODULES / "typescript" / "bin" / "tsc", "-p", HERE / "tsconfig.json")


def test_the_library_is_the_one_of_npm_as_it_is() -> None:
    given = MODULES / "htm" / "preact" / "standalone.module.js"
    assert files()["htm-preact.js"] == given.read_text("utf-8")
    assert "htm 3.1.1" in (FOLDER / "LICENSE-HTM-PREACT").read_text("utf-8")
    assert json.loads((given.parents[1] / "package.json").read_text("utf-8"))["version"] == "3.1.1"


def test_all_of_it_is_less_than_a_picture() -> None:
    assert sum(len(gzip.compress(each.encode())) for each in files().values()) < 100_000


def test_its_files_are_kept_by_browsers_and_its_page_runs_nothing_else(
    site: httpx.Client,
) -> None:
    page = site.get("/console")
    assert "'unsafe" not in page.headers["content-security-policy"]
    assert "script-src 'self';" in page.headers["content-security-policy"]
    assert not re.search(r"<style|style=|<script[^>]*>[^<]| on\w+=", page.text)
    told = {each: site.get(f"/{each}") for each in re.findall(r'(?:href|src)="([^"]+)"', page.text)}
    assert {each.status_code for each in told.values()} == {200}
    assert all("immutable" in each.headers["cache-control"] for each in told.values())
    assert all(each.headers["x-content-type-options"] == "nosniff" for each in told.values())


def test_a_file_of_another_release_or_of_elsewhere_is_not_found(
    site: httpx.Client,
) -> None:
    for name in (
        "0123456789ab/app.js",
        f"{version()}/console.html",
        f"{version()}/LICENSE-HTM-PREACT",
    ):
        assert (site.get(f"/console/{name}")).status_code == 404


def test_the_start_leads_to_the_console_and_to_the_description(
    site: httpx.Client,
) -> None:
    leads = re.findall(r'<a href="([^"]+)"', (site.get("/")).text)
    assert leads == ["console", "docs", "openapi.json"]
    assert {(site.get(f"/{each}")).status_code for each in leads} == {200}
