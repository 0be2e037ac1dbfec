from contextlib import nullcontext

import pytest

from infra.local.tokens import DEVELOPER_CLAIMS, rendered_claims
from infra.routes import ROUTES
from recollect.core.errors import Forbidden, Unauthenticated
from recollect.serving.principal import DEVELOPER, SCOPES, Principal, principal_of
from tests.cases import each_case


def event_with(claims: object) -> dict[str, object]:
    return {"requestContext": {"authorizer": {"jwt": {"claims": claims, "scopes": None}}}}


@each_case(
    "words",
    ["[a b]", "a b", "a  b ", "a,b", "[a, b]", ["a", "b"], ("a", "b"), "[b a]", "[a b a]"],
)
def test_a_list_in_a_claim_is_read_however_it_is_rendered(words: object) -> None:
    principal = principal_of(event_with({"sub": "ada", "apps": words, "scope": words}))
    assert principal == Principal("ada", frozenset("ab"), frozenset("ab"))


@each_case("words", [None, "", "[]", [], 7, {"a": 1}, True])
def test_a_claim_without_words_gives_no_rights(words: object) -> None:
    principal = principal_of(event_with({"sub": "ada", "apps": words, "scope": words}))
    assert principal == Principal("ada", frozenset(), frozenset())


def test_scopes_may_be_told_as_scp() -> None:
    principal = principal_of(event_with({"sub": "ada", "scp": "memory:read context:read"}))
    assert principal.scopes == {"memory:read", "context:read"}


def test_where_scopes_are_told_twice_the_standard_claim_counts() -> None:
    principal = principal_of(event_with({"sub": "ada", "scope": "memory:read", "scp": "*"}))
    assert principal.scopes == {"memory:read"}


def test_a_claim_that_is_missing_gives_no_rights() -> None:
    assert principal_of(event_with({"sub": "ada"})) == Principal("ada", frozenset(), frozenset())


WITHOUT_CLAIMS: tuple[dict[str, object], ...] = (
    {},
    {"requestContext": None},
    {"requestContext": {"authorizer": {"iam": {"userId": "ada"}}}},
    event_with(None),
    {"headers": {"authorization": "Bearer x"}, "sub": "ada"},
)
CLAIMS_OF_NOBODY: tuple[dict[str, object], ...] = (
    event_with("sub=ada"),
    event_with({}),
    event_with({"sub": ""}),
    event_with({"sub": None, "apps": "*"}),
)


@each_case("event", [*WITHOUT_CLAIMS, *CLAIMS_OF_NOBODY])
def test_without_verified_claims_there_is_nobody(event: dict[str, object]) -> None:
    with pytest.raises(Unauthenticated):
        principal_of(event)


@each_case("event", WITHOUT_CLAIMS)
def test_where_the_api_is_open_a_request_without_claims_is_the_developer_s(
    event: dict[str, object],
) -> None:
    assert principal_of(event, is_open=True) == DEVELOPER


@each_case("event", CLAIMS_OF_NOBODY)
def test_claims_that_name_nobody_are_nobody_s_even_where_the_api_is_open(
    event: dict[str, object],
) -> None:
    with pytest.raises(Unauthenticated):
        principal_of(event, is_open=True)


def test_claims_count_even_where_the_api_is_open() -> None:
    claims = event_with({"sub": "ada", "scope": "memory:read"})
    assert principal_of(claims, is_open=True) == principal_of(claims)


def test_the_developer_is_the_one_of_the_laptop() -> None:
    assert principal_of(event_with(rendered_claims(DEVELOPER_CLAIMS))) == DEVELOPER


def test_every_scope_that_a_route_needs_is_one_that_can_be_given() -> None:
    needed = {route.scope for route in ROUTES if route.scope is not None}
    assert needed
    assert needed <= SCOPES


def allowed(principal: Principal, app_slug: str) -> bool:
    try:
        principal.require_app(app_slug)
    except Forbidden:
        return False
    return True


@each_case(
    ("apps", "app_slug", "expected"),
    [
        (["epic-web"], "epic-web", True),
        (["epic-web"], "epic", False),
        (["epic"], "epic-web", False),
        (["epic-web"], "global", False),
        (["global"], "epic-web", False),
        (["*"], "global", True),
        (["epic-*"], "epic-web", False),
        ([], "epic-web", False),
    ],
)
def test_a_right_is_to_an_app_by_its_whole_name(
    apps: list[str], app_slug: str, *, expected: bool
) -> None:
    assert allowed(Principal("ada", frozenset(apps), frozenset()), app_slug) is expected


def test_a_scope_is_had_or_refused_by_name() -> None:
    principal = Principal("ada", frozenset("*"), frozenset({"memory:read"}))
    principal.require_scope("memory:read")
    for scope in ("memory:write", "memory", "*"):
        with pytest.raises(Forbidden, match=scope.replace("*", r"\*")):
            principal.require_scope(scope)


@each_case("level", ["public", "internal", "confidential", "restricted"])
def test_a_security_level_is_one_of_four(level: str) -> None:
    principal = principal_of(event_with({"sub": "ada", "security_level": level}))
    assert principal.security_level == level


@each_case(
    "level", [None, "", "Internal", " internal", "root", "*", 3, True, ["restricted"], {"a": 1}]
)
def test_whoever_has_no_level_that_we_know_has_the_lowest(level: object) -> None:
    principal = principal_of(event_with({"sub": "ada", "security_level": level}))
    assert principal.security_level == "public"
    assert principal_of(event_with({"sub": "ada"})).security_level == "public"


@each_case("words", ["[qa ops]", "qa ops", ["qa", "ops"], "qa,ops"])
def test_groups_and_tenants_are_read_like_every_list(words: object) -> None:
    principal = principal_of(event_with({"sub": "ada", "groups": words, "tenants": words}))
    assert principal == Principal(
        "ada", groups=frozenset({"qa", "ops"}), tenants=frozenset({"qa", "ops"})
    )


@each_case("words", [None, "", "[]", [], 7, True])
def test_a_claim_without_words_gives_no_groups_and_no_tenants(words: object) -> None:
    principal = principal_of(event_with({"sub": "ada", "groups": words, "tenants": words}))
    assert principal == Principal("ada")


@each_case(
    ("tenants", "tenant", "expected"),
    [
        (["acme"], "acme", True),
        (["acme"], "acme-2", False),
        (["acme-2"], "acme", False),
        (["*"], "default", True),
        (["acme-*"], "acme-2", False),
        ([], "default", False),
    ],
)
def test_a_right_is_to_a_tenant_by_its_whole_name(
    tenants: list[str], tenant: str, *, expected: bool
) -> None:
    principal = Principal("ada", apps=frozenset("*"), tenants=frozenset(tenants))
    refused = pytest.raises(Forbidden, match=f"^this needs a right to the tenant {tenant}$")
    with nullcontext() if expected else refused:
        principal.require_tenant(tenant)
