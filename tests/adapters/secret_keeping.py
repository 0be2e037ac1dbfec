"""AWS Secrets Manager, as far as GetSecretValue goes, on a server of the test's own."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from tests.infra.local.serving import serving

KEYS = {
    "AWS_REGION": "eu-west-1",
    "AWS_ACCESS_KEY_ID": "AKIAANYONE",
    "AWS_SECRET_ACCESS_KEY": "anything",
}


@dataclass(slots=True)
class SecretKeeper:
    """Keeps secrets by name, each a text or the error that it is answered with."""

    secrets: Mapping[str, str]
    asked: list[str] = field(default_factory=list)
    signers: list[str] = field(default_factory=list)
    rotated: Mapping[str, str] | None = None
    """What the secrets become after the first request."""

    async def answer(self, request: Request) -> JSONResponse:
        assert request.headers["X-Amz-Target"] == "secretsmanager.GetSecretValue"
        name = (await request.json())["SecretId"]
        self.asked.append(name)
        self.signers.append(request.headers["Authorization"])
        held, self.secrets = self.secrets, self.rotated or self.secrets
        if name not in held:
            missing = {"__type": "ResourceNotFoundException", "Message": f"{name} is not here"}
            return JSONResponse(missing, 400)
        return JSONResponse({"Name": name, "SecretString": held[name]})


@contextmanager
def kept(keeper: SecretKeeper) -> Iterator[str]:
    """Serve a keeper; the URL at which it answers."""
    with serving(Starlette(routes=[Route("/", keeper.answer, methods=["POST"])])) as url:
        yield url
