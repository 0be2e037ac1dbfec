"""Faults on demand: an emulator that hangs, fails, drops the connection, talks nonsense or is slow.

`infra.local.fault_injector` stands in front of an emulator and asks `Faults` before each request;
`fault_routes` is the API that sets them:

    POST   {target, mode, status?, delay_ms?, count?, rate?, after?}   201, or 422 as problem+json
    GET    the faults and how often each has hit
    DELETE clears all, and releases every request that a fault holds

Without `count` or `rate` every call is hit until cleared. With `after` the emulator applies the
request first, and only its answer is lost: applied, but not acknowledged.
"""

import asyncio
import random
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route


class Fault(BaseModel):
    """What goes wrong, where, and how often."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    target: str
    mode: Literal["hang", "status", "reset", "garbage", "slow"]
    status: int | None = Field(default=None, ge=400, le=599)
    delay_ms: int | None = Field(default=None, ge=1, le=600_000)
    count: int | None = Field(default=None, ge=1)
    rate: float | None = Field(default=None, gt=0, le=1)
    after: bool = False

    @model_validator(mode="after")
    def _fields_fit_the_mode(self) -> Self:
        if (self.status is not None) != (self.mode == "status"):
            raise ValueError("status goes with mode status, and only with it")
        if (self.delay_ms is not None) != (self.mode == "slow"):
            raise ValueError("delay_ms goes with mode slow, and only with it")
        if self.after and self.mode == "slow":
            raise ValueError("after goes with every mode but slow")
        return self


@dataclass(slots=True)
class ActiveFault:
    """A fault that was set, how often it has hit, and the moment when it is cleared."""

    fault: Fault
    hits: int = 0
    cleared: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def exhausted(self) -> bool:
        """Whether the fault has hit `count` times."""
        return self.fault.count is not None and self.hits >= self.fault.count


class Faults:
    """The faults in force. Belongs to one event loop.

    `active` has all faults since the last `clear`, oldest first, also exhausted ones.
    """

    def __init__(self, targets: Collection[str], *, seed: int | None = None) -> None:
        self.targets = frozenset(targets)
        self.active: list[ActiveFault] = []
        self._random = random.Random(seed)  # noqa: S311 - it decides which call fails, no secret

    def add(self, fault: Fault) -> ActiveFault:
        """Put a fault in force. Raises `ValueError` if its target is unknown."""
        if fault.target not in self.targets:
            known = ", ".join(sorted(self.targets))
            raise ValueError(f"target {fault.target!r} is none of {known}")
        active = ActiveFault(fault)
        self.active.append(active)
        return active

    def hit(self, target: str) -> ActiveFault | None:
        """Return the fault, if any, that hits the next call of `target`, and count the hit."""
        for active in self.active:
            if active.fault.target != target or active.exhausted:
                continue
            rate = active.fault.rate
            if rate is None or self._random.random() < rate:
                active.hits += 1
                return active
        return None

    def clear(self) -> None:
        """Remove all faults and release the requests they hold. Call it before a server stops."""
        for active in self.active:
            active.cleared.set()
        self.active.clear()


def fault_routes(faults: Faults) -> list[Route]:
    """Make the routes that set, list and clear `faults`."""

    async def add(request: Request) -> Response:
        try:
            active = faults.add(Fault.model_validate_json(await request.body(), strict=True))
        except ValidationError as error:
            return _unprocessable([_explained(one["loc"], one["msg"]) for one in error.errors()])
        except ValueError as error:
            return _unprocessable([str(error)])
        return JSONResponse(_described(active), 201)

    async def listed(_: Request) -> Response:
        return JSONResponse({"faults": [_described(active) for active in faults.active]})

    async def clear(_: Request) -> Response:
        faults.clear()
        return Response(status_code=204)

    path = "/_emulators/faults"
    return [
        Route(path, add, methods=["POST"]),
        Route(path, listed, methods=["GET"]),
        Route(path, clear, methods=["DELETE"]),
    ]


def _described(active: ActiveFault) -> dict[str, object]:
    fault = active.fault.model_dump(exclude_none=True)
    return {**fault, "hits": active.hits, "exhausted": active.exhausted}


def _explained(place: tuple[int | str, ...], message: str) -> str:
    where = ".".join(str(step) for step in place)
    return f"{where}: {message}" if where else message


def _unprocessable(errors: list[str]) -> Response:
    problem = {
        "type": "about:blank",
        "title": "Unprocessable Content",
        "status": 422,
        "detail": "; ".join(errors),
        "errors": errors,
    }
    return JSONResponse(problem, 422, media_type="application/problem+json")
