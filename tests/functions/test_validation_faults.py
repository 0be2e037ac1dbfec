"""POST /responses/validate in staging: alerts, failing stores, and the logs."""

import json
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from uuid import uuid4

import httpx
import pytest

from recollect.language.terms import words
from tests.functions.calling import Json, assert_problem, read
from tests.functions.faults import each_fault
from tests.functions.packs import degraded
from tests.functions.platforms import own_client
from tests.functions.responses import NOISE, ask, metrics, published, validated
from tests.functions.stores import Stores
from tests.validation.examples import CASE, CASE_SUMMARY, GOOD_OVERVIEW, NARRATIVE

REPEATS = 3
STAGING = {"STAGE": "staging", "STORE_TIMEOUT_MS": "1000"}


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform in staging, which has published an alert and so is warm."""
    async with own_client(STAGING) as client:
        read(await ask(client, NOISE))
        yield client


@pytest.fixture(autouse=True)
async def forgotten(api: httpx.AsyncClient) -> None:
    """Remove the events that other tests published."""
    await api.delete("/_events/published")


@pytest.mark.parametrize(
    ("response", "unused"), [(NARRATIVE, []), (NOISE, ["getCase"])], ids=["narrative", "noise"]
)
async def test_an_alert_is_published_with_only_names_and_counts(
    api: httpx.AsyncClient, response: str, unused: list[str]
) -> None:
    assert (await validated(api, response))["alert"] is True

    (event,) = await published(api)
    assert event["source"] == "recollect.validation"
    assert event["detail-type"] == "ResponseValidationAlert"
    detail = event["detail"]
    assert detail.pop("validationId")
    assert detail == {
        "responseType": "overview",
        "responseLength": len(response),
        "missingElements": ["Summary", "Current State"],
        "toolsWithUnusedSummaries": unused,
        "contradictions": [],
    }


@pytest.mark.parametrize(
    "response", ["OK", "I don't have any information about that case.", "John Smith", GOOD_OVERVIEW]
)
async def test_field_queries_and_good_answers_publish_no_alert(
    api: httpx.AsyncClient, response: str
) -> None:
    assert (await validated(api, response))["alert"] is False
    assert await published(api) == []


async def test_a_repeat_with_the_same_key_publishes_one_alert(api: httpx.AsyncClient) -> None:
    key = uuid4().hex
    first, second = await ask(api, NOISE, key=key), await ask(api, NOISE, key=key)

    assert first.content == second.content
    assert len(await published(api)) == 1


@each_fault
async def test_without_redis_an_answer_is_validated_and_not_counted(
    stores: Stores, mode: str, fields: Json
) -> None:
    before = await metrics(stores.client)
    await stores.fault("redis", mode, **fields)
    good, bad = await ask(stores.client, GOOD_OVERVIEW), await ask(stores.client, NOISE)
    counted = await stores.client.get("/responses/metrics")
    await stores.heal()

    assert degraded(good) == degraded(bad) == {"metrics"}
    assert (read(good)["valid"], read(bad)["valid"]) == (True, False)
    assert len(await published(stores.client)) == 1
    assert counted.status_code in {502, 503, 504}
    assert_problem(counted, counted.status_code)
    assert await metrics(stores.client) == before


@each_fault
async def test_without_the_bus_an_answer_is_validated_and_counted(
    stores: Stores, mode: str, fields: Json
) -> None:
    before = await metrics(stores.client)
    await stores.fault("eventbridge", mode, **fields)
    answer = await ask(stores.client, NOISE)
    await stores.heal()

    assert degraded(answer) == {"alert"}
    assert read(answer)["alert"] is True
    assert await published(stores.client) == []
    after = await metrics(stores.client)
    assert (after["total"], after["alerts"]) == (before["total"] + 1, before["alerts"] + 1)


@dataclass(frozen=True, slots=True)
class Logged:
    """The log of the platform and its functions, and the number of requests."""

    text: str
    requests: int

    @property
    def lines(self) -> list[Json]:
        return [json.loads(line) for line in self.text.splitlines() if line.startswith("{")]

    def sums(self, metric: str) -> Counter[str]:
        """The sums of a metric by its dimension."""
        sums: Counter[str] = Counter()
        for line in self.lines:
            if metric in line:
                names = line["_aws"]["CloudWatchMetrics"][0]["Dimensions"][0]
                by = "".join(line[name] for name in names if name != "service")
                sums[by] += int(sum(line[metric]))
        return sums


@pytest.fixture(scope="module")
async def logged(tmp_path_factory: pytest.TempPathFactory) -> Logged:
    """The log of a platform that validated answers, some of them during faults."""
    log = tmp_path_factory.mktemp("logs") / "stderr"
    answers = ["John Smith", "OK", "OK", GOOD_OVERVIEW, NARRATIVE, NOISE, "x" * 300_000]
    troubles = ("redis", "eventbridge")
    async with own_client(STAGING, logs=log) as client:
        stores, key = Stores(client), uuid4().hex
        for answer in answers:
            await ask(client, answer)
        for _ in range(REPEATS):
            await ask(client, "Status: Open", key=key)
        for target in troubles:
            await stores.fault(target, "status", status=500)
            await ask(client, NOISE)
            await stores.heal()
    return Logged(log.read_text(), len(answers) + REPEATS + len(troubles))


async def test_the_metrics_of_cloudwatch_have_every_validation_once(logged: Logged) -> None:
    assert logged.sums("Requests") == {"": logged.requests}
    assert logged.sums("Validations") == {"field_query": 4, "overview": 5}
    assert logged.sums("InvalidResponses") == {"field_query": 2, "overview": 4}
    assert logged.sums("MissingElements") == {"Summary": 4, "Current State": 4}
    assert logged.sums("UnusedSummaries") == {"getCase": 5}
    assert logged.sums("ValidationAlerts") == {"": 4}
    assert logged.sums("Degraded") == {"metrics": 1, "alert": 1}


async def test_failures_of_overviews_are_warnings_and_of_field_queries_are_not(
    logged: Logged,
) -> None:
    lines = [line for line in logged.lines if line.get("message") == "validation"]
    levels = Counter((line["level"], line["responseType"], line["valid"]) for line in lines)

    assert levels == {
        ("INFO", "field_query", True): 2,
        ("INFO", "field_query", False): 2,
        ("INFO", "overview", True): 1,
        ("WARNING", "overview", False): 4,
    }


async def test_no_log_line_holds_a_word_of_an_answer_or_a_summary(logged: Logged) -> None:
    names = {"getcase", "status", "summary", "state", "current", "validate", "response", "service"}
    told = {word for text in (GOOD_OVERVIEW, NARRATIVE, NOISE, CASE_SUMMARY)
            for word in words(text.casefold()) if len(word) > 5} - names  # fmt: skip
    found = {word for word in told if word in logged.text.casefold()}

    assert {"finance", "scs0012345", "patience", "microsoft"} <= told
    assert found == set()
    assert json.dumps(CASE.result)[1:-1] not in logged.text
