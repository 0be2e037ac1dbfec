"""Requests signed as botocore signs them."""

from datetime import UTC, datetime
from urllib.parse import urlsplit

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from hypothesis import given
from hypothesis import strategies as st

from recollect.adapters.aws.signing import SigningKeys, signed_headers

_words = st.text(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/+=", min_size=1, max_size=60
)
_values = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=40)


@given(
    access_key=_words,
    secret_key=_words,
    token=st.one_of(st.just(""), _words),
    region=st.sampled_from(["us-east-1", "eu-central-1", "cn-north-1"]),
    url=st.sampled_from(
        ["https://secretsmanager.eu-west-1.amazonaws.com", "http://127.0.0.1:8080"]
    ),
    target=_values.map(str.strip).filter(bool),
    body=st.binary(max_size=200),
)
def test_a_request_is_signed_as_botocore_signs_it(
    access_key: str, secret_key: str, token: str, region: str, url: str, target: str, body: bytes
) -> None:
    headers = {"Content-Type": "application/x-amz-json-1.1", "X-Amz-Target": target}
    request = AWSRequest("POST", f"{url}/", headers=headers, data=body)
    credentials = Credentials(access_key, secret_key, token or None)
    SigV4Auth(credentials, "secretsmanager", region).add_auth(request)
    moment = datetime.strptime(request.context["timestamp"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)

    ours = signed_headers(
        SigningKeys(access_key, secret_key, token),
        region,
        "secretsmanager",
        urlsplit(url).netloc,
        headers,
        body,
        moment,
    )

    assert ours["authorization"] == request.headers["Authorization"]
    assert ours["x-amz-date"] == request.headers["X-Amz-Date"]
    assert ours.get("x-amz-security-token", "") == token
