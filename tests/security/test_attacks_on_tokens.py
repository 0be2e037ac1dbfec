"""A request with more than one token has at most the rights of the one that was checked."""

import jwt

from infra.local.tokens import SCOPES
from tests.cases import each_case
from tests.functions.calling import assert_problem
from tests.security.callers import Callers, unique

FORGED = {
    "sub": "mallory",
    "apps": ["*"],
    "scope": " ".join(SCOPES),
    "security_level": "restricted",
    "customers": ["*"],
    "relay": True,
}


def forged(**claims: object) -> str:
    """A token that is signed with an unknown key."""
    return "Bearer " + jwt.encode(FORGED | claims, "k" * 32, algorithm="HS256")


@each_case("subject", ["mallory", "root"])
async def test_a_second_authorization_header_gives_no_rights(
    callers: Callers, subject: str
) -> None:
    mallory = callers("mallory", scopes=["memory:read"], apps=["mine"])
    own = mallory.headers["Authorization"]
    for pair in ((own, forged(sub=subject)), (forged(sub=subject), own)):
        answered = await callers.client.post(
            f"/apps/{unique('theirs')}/memories/search",
            json={"query": "x"},
            headers=[("Authorization", each) for each in pair],
        )
        assert answered.status_code in {401, 403}


async def test_two_tokens_in_one_header_count_as_none(callers: Callers) -> None:
    mallory = callers("mallory", scopes=["memory:read"], apps=["mine"])
    own = mallory.headers["Authorization"]
    for both in (f"{own} {forged()[7:]}", f"{own},{forged()}", f"{own}, {forged()}"):
        answered = await callers.client.post(
            "/apps/theirs/memories/search", json={"query": "x"}, headers={"Authorization": both}
        )
        assert_problem(answered, 401)
