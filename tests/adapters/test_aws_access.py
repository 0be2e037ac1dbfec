"""At which addresses a process asks for its AWS credentials."""

import httpx
import pytest

from recollect.adapters.aws.access import credentials_of
from recollect.adapters.aws.signing import SigningKeys
from recollect.core.errors import StoreUnavailable
from tests.cases import each_case

TOLD = {"AccessKeyId": "ASIA1", "SecretAccessKey": "secret", "Token": "session"}


async def keys_from(url: str) -> tuple[SigningKeys, list[httpx.Request]]:
    """The keys that this address gives out, and the requests that were sent there."""
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(200, json=TOLD)

    variables = {
        "AWS_CONTAINER_CREDENTIALS_FULL_URI": url,
        "AWS_CONTAINER_AUTHORIZATION_TOKEN": "the-token",
    }
    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        return await credentials_of(variables, client, 1.0), sent


@each_case(
    "url",
    [
        "http://127.0.0.1:9001/credentials",
        "http://localhost/credentials",
        "http://169.254.170.2/v2/credentials",
        "http://169.254.170.23/v1/credentials",
        "http://[fd00:ec2::23]/v1/credentials",
    ],
)
async def test_the_addresses_at_which_aws_gives_out_keys_are_asked(url: str) -> None:
    keys, (request,) = await keys_from(url)

    assert keys == SigningKeys("ASIA1", "secret", "session")
    assert str(request.url) == url
    assert request.headers["authorization"] == "the-token"


@each_case("url", ["http://169.254.169.254/", "http://169.254.170.2.example/", "http://10.0.0.1/"])
async def test_the_authorization_is_sent_to_no_other_address(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="no credentials are set"):
        await keys_from(url)
