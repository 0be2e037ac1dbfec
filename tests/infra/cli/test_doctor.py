"""`recollect doctor`: it reports what works, and what is wrong with what to do about it."""

from datetime import UTC, datetime, timedelta

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

from infra.cli.diagnosing.doctor import examined, refusal, settings_findings, token_findings
from infra.cli.stores import platform_target
from infra.local.tokens import issue_token
from recollect import __version__
from recollect.client import ForbiddenError
from recollect.client.errors import ProblemDetails
from tests.cases import each_case
from tests.infra.cli.commands import recollect
from tests.infra.local.serving import serving

NOW = datetime.now(UTC)
SECRET = "a secret that is long enough to sign with"


READY = {"upstash-vector": "ok", "upstash-redis": "ok"}


def api_of(apps: JSONResponse, states: dict[str, str]) -> Starlette:
    """An API that answers a list of apps and the states of its stores, and finds nothing."""
    is_ready = set(states.values()) == {"ok"}
    ready = JSONResponse({"ready": is_ready, "stores": states}, 200 if is_ready else 503)
    found = JSONResponse({"results": []})
    return Starlette(
        routes=[
            Route("/health", lambda _: JSONResponse({"status": "ok", "version": __version__})),
            Route("/ready", lambda _: ready),
            Route("/apps", lambda _: apps),
            Route("/apps/{app_slug}/memories/search", lambda _: found, methods=["POST"]),
        ]
    )


def test_doctor_finds_nothing_wrong_with_a_working_platform(url: str) -> None:
    found = examined(url, None, {})
    assert [(each.state, each.what) for each in found] == [
        ("ok", "settings"),
        ("ok", "API"),
        ("ok", "stores"),
    ]
    done = recollect("doctor", "--url", url)
    assert done.returncode == 0
    assert done.stdout.count("✓") == 3


@each_case(
    ("states", "named"),
    [
        ({"upstash-vector": "down", "upstash-redis": "late"}, ["upstash-vector", "upstash-redis"]),
        ({"upstash-vector": "ok", "upstash-redis": "late"}, ["upstash-redis"]),
    ],
)
def test_every_store_that_does_not_answer_the_api_in_time_is_named(
    states: dict[str, str], named: list[str]
) -> None:
    with serving(api_of(JSONResponse({"apps": []}), states)) as at:
        stores = [each for each in examined(at, None, {}) if each.what == "stores"]
    assert [each.message.split()[0] for each in stores] == named
    assert {each.state for each in stores} == {"wrong"}


def test_a_caller_that_comes_too_often_is_not_taken_for_a_store_that_fails() -> None:
    problem = {"type": "urn:recollect:problem:throttled", "status": 429, "title": "Too many"}
    with serving(api_of(JSONResponse(problem, 429, {"Retry-After": "2"}), READY)) as at:
        found = examined(at, None, {})[-1]
    assert (found.state, found.what) == ("warning", "access")
    assert "too often" in found.message


def test_an_unreachable_api_is_reported_with_how_to_start_one() -> None:
    done = recollect("doctor", "--url", "http://127.0.0.1:9")
    assert done.returncode == 1
    assert "recollect serve" in done.stdout


@each_case(("token", "state"), [("wrong", "wrong"), (None, "ok")])
def test_stores_named_in_the_environment_are_checked_directly(
    url: str, token: str | None, state: str
) -> None:
    given = {**platform_target(url).environment}
    if token is not None:
        given |= dict.fromkeys(("UPSTASH_REDIS_REST_TOKEN", "UPSTASH_VECTOR_REST_TOKEN"), token)
    found = {each.what: each.state for each in examined(url, None, given)}
    assert (found["Redis"], found["Vector"]) == (state, state)
    assert found.get("model", "warning") == "warning"


DENSE = {"dimension": 1024, "similarityFunction": "COSINE", "embeddingModel": "BGE_M3"}
SPARSE = {"embeddingModel": "BM25"}


@each_case(
    ("dense", "sparse", "state", "message"),
    [
        (DENSE, SPARSE, "ok", "BGE_M3, BM25"),
        (None, None, "ok", "1,024 dimensions"),
        (DENSE, None, "wrong", "no sparse part"),
        (None, SPARSE, "wrong", "no dense part"),
        (DENSE, {"embeddingModel": ""}, "wrong", "sparse part has no model"),
        ({**DENSE, "embeddingModel": ""}, SPARSE, "wrong", "dense part has no model"),
        ({**DENSE, "similarityFunction": "EUCLIDEAN"}, SPARSE, "wrong", "EUCLIDEAN, not COSINE"),
    ],
)
def test_an_index_of_the_wrong_kind_is_reported(
    url: str,
    dense: dict[str, object] | None,
    sparse: dict[str, object] | None,
    state: str,
    message: str,
) -> None:
    info = {"vectorCount": 0, "dimension": 1024, "denseIndex": dense, "sparseIndex": sparse}
    index = Starlette(routes=[Route("/info", lambda _: JSONResponse({"result": info}))])
    with serving(index) as at:
        given = {**platform_target(url).environment, "UPSTASH_VECTOR_REST_URL": at}
        (found,) = (each for each in examined(url, None, given) if each.what == "Vector")
    assert (found.state, message in found.message) == (state, True)


def test_partly_named_stores_are_not_checked_but_their_missing_variables_are_named() -> None:
    given = {"UPSTASH_REDIS_REST_URL": "http://127.0.0.1:9", "UPSTASH_VECTOR_URL": "http://x"}
    found = examined("http://127.0.0.1:9", None, given)
    assert [(each.what, each.message) for each in found if each.what != "API"] == [
        ("settings", "UPSTASH_VECTOR_REST_URL is not set"),
        ("settings", "UPSTASH_VECTOR_REST_TOKEN is not set"),
        ("settings", "UPSTASH_REDIS_REST_TOKEN is not set"),
    ]


@each_case(
    ("changed", "message"),
    [
        ({"UPSTASH_REDIS_REST_TOKEN": "wrong"}, "refuses UPSTASH_REDIS_REST_TOKEN (status 401)"),
        ({"UPSTASH_REDIS_REST_URL": "http://127.0.0.1:9"}, "and UPSTASH_REDIS_REST_URL right?"),
    ],
)
def test_a_store_that_does_not_answer_is_reported_with_the_variable_to_check(
    url: str, changed: dict[str, str], message: str
) -> None:
    found = examined(url, None, {**platform_target(url).environment, **changed})
    assert [each.message for each in found if each.what == "Redis" and message in each.message]


@each_case(
    ("variables", "state", "message"),
    [
        ({"FIND_TRESHOLD": "0.3"}, "warning", "FIND_THRESHOLD"),
        ({"FIND_THRESHOLD": "7"}, "wrong", "FIND_THRESHOLD is not between 0 and 1"),
        ({"HOME": "/"}, "ok", "no variable"),
    ],
)
def test_invalid_and_misspelt_settings_are_named(
    variables: dict[str, str], state: str, message: str
) -> None:
    (found,) = settings_findings(variables)
    assert found.state == state
    assert message in found.message


def test_a_missing_or_foreign_token_is_reported_with_where_to_get_one(guarded_url: str) -> None:
    foreign = issue_token(SECRET, subject="ada", apps=["mine"], scopes=["memory:read"])
    for token, ending in ((foreign, "--data-dir of recollect serve?"), (None, "recollect token")):
        (access,) = (each for each in examined(guarded_url, token, {}) if each.what == "access")
        assert (access.state, access.message.endswith(ending)) == ("wrong", True)


def test_an_api_key_is_not_taken_for_a_broken_token() -> None:
    (found,) = token_findings(f"rck_abcdefghijkl_{'A' * 43}", NOW)
    assert (found.state, "API key" in found.message) == ("ok", True)


def test_a_refused_key_is_wrong_but_one_without_the_scope_is_only_a_warning() -> None:
    key = f"rck_abcdefghijkl_{'A' * 43}"
    gone = ForbiddenError(403, ProblemDetails(title="Forbidden", status=403))
    assert (refusal(gone, key).state, refusal(gone, "a.b.c").state) == ("wrong", "warning")
    scope = ProblemDetails(type="urn:recollect:problem:forbidden", detail="this needs a scope")
    assert refusal(ForbiddenError(403, scope), key).state == "warning"


def test_a_token_is_checked_for_its_expiry_and_for_what_it_opens() -> None:
    good = issue_token(SECRET, subject="ada", apps=["mine"], scopes=["memory:read"])
    assert [each.state for each in token_findings(good, NOW)] == ["ok", "ok"]
    later = token_findings(good, NOW + timedelta(days=1))
    assert later[0].state == "wrong"
    assert "expired" in later[0].message
    blind = issue_token(SECRET, subject="ada", apps=[], scopes=["memory:read"])
    assert token_findings(blind, NOW)[-1].message == (
        "scopes of memory open nothing without the claim apps"
    )
    assert token_findings("no token", NOW)[0].message.endswith("is no JWT")
