from collections.abc import Callable
from contextlib import nullcontext

import jwt
import pytest

from infra.local.tokens import DEVELOPER_CLAIMS, rendered_claims
from infra.routes import ROUTES
from recollect.core.customers import Customers
from recollect.core.errors import Forbidden, Unauthenticated
from recollect.core.writer import Writer
from recollect.serving.claims import principal_of
from recollect.serving.principal import DEVELOPER, SCOPES, Principal
from tests.cases import each_case


def event_with(claims: object) -> dict[str, object]:
    return {"requestContext": {"authorizer": {"jwt": {"claims": claims, "scopes": None}}}}


def event_of(claims: dict[str, object], *, verified: dict[str, object]) -> dict[str, object]:
    """A request whose token has `claims`, while the authorizer verified others."""
    token = jwt.encode(claims, "s" * 32, algorithm="HS256")
    return {
        **event_with(rendered_claims(verified)),
        "headers": {"authorization": f"Bearer {token}"},
    }


LISTS = {
    "sub": "ada",
    "apps": ["a b", "c,d"],
    "groups": ["[x", "y]"],
    "tenants": ["t"],
    "projects": ["p", "q"],
    "customers": ["Altus  Health", "ACC-1, Inc."],
    "scope": "memory:read context:read",
    "max_trust": 0.4,
    "relay": True,
}


def test_lists_are_read_from_the_token_and_never_split() -> None:
    assert principal_of(event_of(LISTS, verified=LISTS)) == Principal(
        "ada",
        apps=frozenset({"a b", "c,d"}),
        scopes=frozenset({"memory:read", "context:read"}),
        groups=frozenset({"[x", "y]"}),
        tenants=frozenset({"t"}),
        projects=frozenset({"p", "q"}),
        customers=Customers.of(["altus health", "acc-1, inc."]),
        max_trust=0.4,
        relay=True,
    )


def test_claims_of_an_api_key_are_read_as_they_are_and_never_split() -> None:
    event = {
        "requestContext": {"authorizer": {"lambda": LISTS}},
        "headers": {"authorization": "Bearer rck_abc"},
    }
    assert principal_of(event) == principal_of(event_of(LISTS, verified=LISTS))


@each_case("told", [{}, {"sub": ""}, None, "ada", ["ada"]])
def test_claims_of_an_api_key_without_a_subject_are_unauthenticated(told: object) -> None:
    with pytest.raises(Unauthenticated):
        principal_of({"requestContext": {"authorizer": {"lambda": told}}})


def test_the_token_of_another_subject_gives_no_rights() -> None:
    event = event_of({**LISTS, "sub": "eve"}, verified={"sub": "ada", "scope": "memory:read"})
    assert principal_of(event) == Principal("ada", scopes=frozenset({"memory:read"}))


@each_case("token", ["", "Bearer", "Bearer x", "Bearer a.b.c", "Bearer a.e30.c", "ü.ü.ü"])
def test_a_token_that_cannot_be_read_gives_no_lists(token: str) -> None:
    event = event_with({"sub": "ada", "apps": "[a b]", "scope": "memory:read"})
    principal = principal_of({**event, "headers": {"authorization": token}})
    assert principal == Principal("ada", scopes=frozenset({"memory:read"}))


@each_case("words", ["[a b]", "[a]", "[*]", "[a, b]", "[]"])
def test_a_list_rendered_as_text_gives_no_rights(words: str) -> None:
    assert principal_of(event_with({"sub": "ada", "apps": words, "tenants": words})) == Principal(
        "ada"
    )


@each_case("claim", ["a", ["a"], ("a",), ["a", "a"]])
def test_a_claim_may_be_a_list_or_a_single_value(claim: object) -> None:
    principal = principal_of(event_with({"sub": "ada", "apps": claim, "scope": claim}))
    assert principal == Principal("ada", frozenset("a"), frozenset("a"))


@each_case("told", [None, "much", "", -1, 1.1, "nan", "inf", [1]])
def test_an_invalid_max_trust_falls_back_to_the_default(told: object) -> None:
    assert principal_of(event_with({"sub": "ada", "max_trust": told})).max_trust == 0.7


def test_a_caller_without_the_claim_customers_is_refused_by_its_name() -> None:
    with pytest.raises(Forbidden, match="the claim customers"):
        principal_of(event_with({"sub": "ada"})).require_customers()


def test_without_the_claim_projects_a_whole_tenant_is_open_and_with_it_only_the_named() -> None:
    everywhere = Principal("ada", tenants=frozenset({"acme"}))
    everywhere.require_project("acme", "any")
    somewhere = Principal("ada", tenants=frozenset({"acme"}), projects=frozenset({"one"}))
    somewhere.require_project("acme", "one")
    with pytest.raises(Forbidden, match="project two"):
        somewhere.require_project("acme", "two")
    with pytest.raises(Forbidden, match="project default, the default if none is given"):
        somewhere.require_project("acme", "default")
    with pytest.raises(Forbidden, match="tenant other"):
        somewhere.require_project("other", "one")


@each_case("words", [None, "", "[]", [], 7, {"a": 1}, True])
def test_an_empty_or_invalid_claim_gives_no_rights(words: object) -> None:
    principal = principal_of(event_with({"sub": "ada", "apps": words, "scope": words}))
    assert principal == Principal("ada", frozenset(), frozenset())


def test_scopes_may_be_given_in_the_claim_scp() -> None:
    principal = principal_of(event_with({"sub": "ada", "scp": "memory:read context:read"}))
    assert principal.scopes == {"memory:read", "context:read"}


def test_the_standard_scope_claim_takes_precedence_over_scp() -> None:
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
def test_a_request_without_verified_claims_is_unauthenticated(event: dict[str, object]) -> None:
    with pytest.raises(Unauthenticated):
        principal_of(event)


@each_case("subject", ["*", "ann\nbob", "ann\0", "ann\x85", "ann\u2028", "ann\ud800"])
def test_a_subject_that_could_pass_for_others_is_unauthenticated(subject: str) -> None:
    with pytest.raises(Unauthenticated):
        principal_of(event_with({"sub": subject}))


@each_case("claim", [[], ["true"], [True], {}, {"a": True}, "True", 1, 1.0, None])
def test_a_claim_that_does_not_say_true_does_not_count(claim: object) -> None:
    told = {"sub": "ann", "relay": claim, "unbounded": claim}
    caller = principal_of({"requestContext": {"authorizer": {"lambda": told}}})
    assert (caller.relay, caller.unbounded) == (False, False)


@each_case("event", WITHOUT_CLAIMS)
def test_on_an_open_api_a_request_without_claims_is_the_developers(
    event: dict[str, object],
) -> None:
    assert principal_of(event, is_open=True) == DEVELOPER


@each_case("event", CLAIMS_OF_NOBODY)
def test_claims_without_a_subject_are_unauthenticated_even_on_an_open_api(
    event: dict[str, object],
) -> None:
    with pytest.raises(Unauthenticated):
        principal_of(event, is_open=True)


def test_claims_count_even_where_the_api_is_open() -> None:
    claims = event_with({"sub": "ada", "scope": "memory:read"})
    assert principal_of(claims, is_open=True) == principal_of(claims)


def test_the_developer_has_the_same_claims_as_on_a_laptop() -> None:
    assert principal_of(event_with(rendered_claims(DEVELOPER_CLAIMS))) == DEVELOPER


def test_every_scope_that_a_route_needs_can_be_granted() -> None:
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
def test_a_right_to_an_app_needs_its_whole_name(
    apps: list[str], app_slug: str, *, expected: bool
) -> None:
    assert allowed(Principal("ada", frozenset(apps), frozenset()), app_slug) is expected


def test_a_scope_is_granted_only_by_its_exact_name() -> None:
    principal = Principal("ada", frozenset("*"), frozenset({"memory:read"}))
    principal.require_scope("memory:read")
    for scope in ("memory:write", "memory", "*"):
        with pytest.raises(Forbidden, match=scope.replace("*", r"\*")):
            principal.require_scope(scope)


@each_case("level", ["public", "internal", "confidential", "restricted"])
def test_each_security_level_is_read_from_the_claims(level: str) -> None:
    principal = principal_of(event_with({"sub": "ada", "security_level": level}))
    assert principal.security_level == level


@each_case(
    "level", [None, "", "Internal", " internal", "root", "*", 3, True, ["restricted"], {"a": 1}]
)
def test_a_missing_or_unknown_security_level_is_public(level: object) -> None:
    principal = principal_of(event_with({"sub": "ada", "security_level": level}))
    assert principal.security_level == "public"
    assert principal_of(event_with({"sub": "ada"})).security_level == "public"


def test_a_group_is_also_known_in_the_unicode_form_that_evidence_keeps() -> None:
    apart, as_kept = "Su\u0308d", "S\u00fcd"
    assert principal_of(event_with({"sub": "ada", "groups": [apart]})).groups == {apart, as_kept}


@each_case("words", [None, "", "[]", [], 7, True])
def test_an_empty_or_invalid_claim_gives_no_groups_and_no_tenants(words: object) -> None:
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
def test_a_right_to_a_tenant_needs_its_whole_name(
    tenants: list[str], tenant: str, *, expected: bool
) -> None:
    principal = Principal("ada", apps=frozenset("*"), tenants=frozenset(tenants))
    unsaid = ", the default if none is given" if tenant == "default" else ""
    refused = pytest.raises(
        Forbidden,
        match=f"^this needs a right to the tenant {tenant}{unsaid}: the claim tenants has ",
    )
    with nullcontext() if expected else refused:
        principal.require_tenant(tenant)


@each_case(
    "change",
    [
        {"sub": "eve"},
        {"apps": ["a", "b"]},
        {"groups": []},
        {"tenants": ["t", "u"]},
        {"projects": ["p"]},
        {"customers": ["Altus"]},
        {"scope": "memory:read"},
        {"max_trust": 0.5},
        {"relay": False},
        {"security_level": "internal"},
    ],
)
def test_rights_differ_if_any_claim_differs(change: dict[str, object]) -> None:
    other = LISTS | change
    before = principal_of(event_of(LISTS, verified=LISTS)).rights
    assert principal_of(event_of(other, verified=other)).rights != before


def test_rights_do_not_depend_on_the_order_of_claims_or_lists() -> None:
    turned = {name: value[::-1] if isinstance(value, list) else value
              for name, value in reversed(LISTS.items())}  # fmt: skip
    turned["scope"] = "context:read memory:read"

    told = [principal_of(event_of(each, verified=each)).rights for each in (LISTS, turned)]
    assert told[0] == told[1]


def test_a_caller_writes_with_what_its_token_grants() -> None:
    assert principal_of(event_of(LISTS, verified=LISTS)).writer == Writer(
        "ada", max_trust=0.4, relays=True
    )
    assert DEVELOPER.writer == Writer("developer", relays=True, takes_over=True)


@each_case("between", [",", ", ", " ", ",Bearer ", ", Bearer "])
def test_two_tokens_in_one_header_are_both_ignored(between: str) -> None:
    """A header that was sent twice arrives as one, with a comma between the values."""
    verified = {**LISTS, "apps": ["mine"]}
    event = event_of(LISTS, verified=verified)
    headers = event["headers"]
    assert isinstance(headers, dict)
    token = headers["authorization"].partition(" ")[2]
    headers["authorization"] += between + token
    assert principal_of(event).apps == frozenset()


def test_a_token_that_contradicts_the_verified_claims_is_not_read() -> None:
    forged = {**LISTS, "scope": "memory:admin", "security_level": "restricted"}
    caller = principal_of(event_of(forged, verified={**LISTS, "security_level": "public"}))
    assert (caller.apps, caller.security_level) == (frozenset(), "public")
    assert caller.scopes == {"memory:read", "context:read"}


@each_case(
    ("refuse", "claim"),
    [
        (lambda caller: caller.require_app("epic-web"), "apps has none"),
        (lambda caller: caller.require_tenant("acme"), "tenants has mine"),
        (lambda caller: caller.require_project("mine", "another"), "projects has one"),
        (lambda caller: caller.require_customers(), "customers"),
    ],
)
def test_a_refusal_names_the_claim_that_would_give_the_right_and_what_it_has(
    refuse: Callable[[Principal], object], claim: str
) -> None:
    caller = Principal("ada", tenants=frozenset({"mine"}), projects=frozenset({"one"}))
    with pytest.raises(Forbidden, match=f": the claim {claim}$"):
        refuse(caller)


def test_of_many_names_in_a_claim_a_refusal_has_the_first_ten() -> None:
    caller = Principal("ada", apps=frozenset(f"app-{number:02}" for number in range(12)))
    with pytest.raises(Forbidden, match=r"the claim apps has app-00, .*, app-09 and 2 more$"):
        caller.require_app("desk")
