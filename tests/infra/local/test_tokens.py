"""Tokens of the local platform."""

import stat
from datetime import timedelta
from pathlib import Path

import jwt
import pytest

from infra.local.tokens import (
    InvalidTokenError,
    issue_token,
    load_secret,
    rendered_claims,
    verify_token,
)
from tests.cases import each_case

SECRET = "a-secret-of-thirty-two-bytes-or-more"
OTHER_SECRET = "another-secret-of-thirty-two-bytes-or-more"


def token(secret: str = SECRET, ttl: timedelta = timedelta(minutes=1)) -> str:
    return issue_token(
        secret,
        subject="ann",
        apps=["epic-web", "billing"],
        scopes=["memory:read", "memory:write"],
        security_level="confidential",
        groups=["support"],
        tenants=["*"],
        ttl=ttl,
    )


def test_a_token_holds_the_claims_that_it_was_issued_with() -> None:
    claims = verify_token(SECRET, token())

    assert claims.pop("exp") == int(str(claims.pop("iat"))) + 60
    assert claims == {
        "iss": "recollect-local",
        "aud": "recollect",
        "sub": "ann",
        "apps": ["epic-web", "billing"],
        "scope": "memory:read memory:write",
        "security_level": "confidential",
        "groups": ["support"],
        "tenants": ["*"],
        "projects": ["*"],
        "customers": [],
        "max_trust": 0.7,
        "relay": False,
    }


@each_case(
    "given",
    [
        "",
        "no.token.atall",
        token(OTHER_SECRET),
        token(ttl=timedelta(seconds=-1)),
        jwt.encode({"iss": "recollect-local", "aud": "recollect", "sub": "a"}, SECRET),
        jwt.encode({"iss": "other", "aud": "recollect", "sub": "a", "exp": 9e9}, SECRET),
        jwt.encode({"iss": "recollect-local", "aud": "other", "sub": "a", "exp": 9e9}, SECRET),
        jwt.encode(
            {"iss": "recollect-local", "aud": "recollect", "sub": "a", "exp": 9e9},
            "",
            algorithm="none",
        ),
    ],
)
def test_any_other_token_is_refused(given: str) -> None:
    with pytest.raises(InvalidTokenError):
        verify_token(SECRET, given)


def test_a_token_that_has_expired_is_told_from_one_of_elsewhere() -> None:
    with pytest.raises(InvalidTokenError, match="it has expired"):
        verify_token(SECRET, token(ttl=timedelta(seconds=-1)))
    with pytest.raises(InvalidTokenError, match="no token of this platform"):
        verify_token(SECRET, token(OTHER_SECRET, ttl=timedelta(seconds=-1)))


def test_claims_are_rendered_as_strings_as_api_gateway_does() -> None:
    claims = {"sub": "ann", "apps": ["a", "b"], "groups": [], "exp": 1700000000, "admin": True}

    assert rendered_claims(claims) == {
        "sub": "ann",
        "apps": "[a b]",
        "groups": "[]",
        "exp": "1700000000",
        "admin": "true",
    }


@pytest.fixture
def no_given_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RECOLLECT_LOCAL_SECRET", raising=False)


@pytest.mark.usefixtures("no_given_secret")
def test_the_secret_is_made_once_and_only_its_user_can_read_it(tmp_path: Path) -> None:
    directory = tmp_path / "state" / "recollect"

    secret = load_secret(directory)

    assert len(secret) >= 32
    assert load_secret(directory) == secret
    (file,) = directory.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700


@pytest.mark.usefixtures("no_given_secret")
def test_without_a_directory_the_secret_is_kept_in_the_users_state_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    assert load_secret() == load_secret(tmp_path / "recollect")


def test_a_secret_in_the_environment_overrides_the_kept_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECOLLECT_LOCAL_SECRET", SECRET)

    assert load_secret(tmp_path) == SECRET
    assert list(tmp_path.iterdir()) == []


def test_a_secret_that_is_too_short_to_sign_with_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECOLLECT_LOCAL_SECRET", "short")

    with pytest.raises(ValueError, match="at least 32 bytes"):
        load_secret(tmp_path)
