"""Upstash Redis: its SDK's commands and decoding over our own HTTP, and Lua scripts."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from pydantic import JsonValue
from upstash_redis.commands import AsyncCommands
from upstash_redis.errors import UpstashError
from upstash_redis.format import cast_response
from upstash_redis.http import format_response

from recollect.adapters.http.json_text import FOREIGN, protocol_error
from recollect.adapters.http.retries import TWICE, NotActedUpon, RetryPolicy
from recollect.adapters.http.transport import HttpService, json_bytes, json_of
from recollect.core.errors import ReadOnlyToken, StoreError, StoreRefused, StoreUnavailable

STORE = "upstash-redis"
_SCRIPTS = Path(__file__).parent / "lua"
_SYNC_TOKEN = "Upstash-Sync-Token"  # noqa: S105  # a header's name
# They use nothing of what scripts share, 14 KB that need not be sent and compiled.
_ALONE = frozenset(
    {
        *("begin", "hold_claim", "look_up", "find_business", "forget_business", "kept_pack"),
        *("join_thread", "leave_thread", "touch_thread", "rewrite_log", "throttle"),
    }
)
# They use of that what a memory is made of, claims, and whether it is there: 3 KB.
_WITHOUT_RULES = frozenset(
    {
        *("claim", "release_claim", "begin_deletion", "complete", "keep_all", "reword"),
        *("count", "count_reads", "enlist_items", "strike_items"),
    }
)
# They count votes, or runs, 5 to 16 KB more.
_COUNTING = {
    **dict.fromkeys(("vote", "apply_outcome", "count_occurrence"), ("votes",)),
    **dict.fromkeys(("retract", "restore", "judge_case", "void_cases"), ("runs",)),
    "apply_run_outcome": ("runs", "trials"),
}
_LOCKS_KEYS = "#!lua flags=allow-key-locking\n"
# Upstash takes so much as one request on its smallest plan, 10 MB on others.
_MOST_BYTES = 1_000_000
_WITHOUT_EFFECT = RetryPolicy(after=NotActedUpon)
# A command that failed is answered with 400, or with 200 in a pipeline.
_ANSWERED = frozenset({int(httpx.codes.OK), int(httpx.codes.BAD_REQUEST)})
_PLAN_USED_UP = re.compile(r"max (?:\w+ )?requests? limit exceeded|quota exceeded", re.IGNORECASE)

Command = list[str | int]


@dataclass(frozen=True, slots=True)
class Script:
    """A Lua script with its keys and arguments: one atomic round trip, one billed command.

    It locks `keys` and what else it `touches`, and is refused other keys. Where only the store
    knows what it touches (None), it locks the whole database, and everybody waits for it.
    """

    name: str
    keys: tuple[str, ...]
    arguments: tuple[str | int, ...]
    touches: tuple[str, ...] | None = ()

    def command(self) -> Command:
        """The EVAL command."""
        keys = (*self.keys, *(self.touches or ()))
        source = _source(self.name, locks_all=self.touches is None)
        return ["EVAL", source, len(keys), *keys, *self.arguments]


@cache
def _source(name: str, *, locks_all: bool) -> str:
    rules = () if name in _WITHOUT_RULES else ("prelude", *_COUNTING.get(name, ()))
    shared = () if name in _ALONE else ("memory", *rules)
    texts = [(_SCRIPTS / f"{each}.lua").read_text() for each in (*shared, name)]
    return "".join([*([] if locks_all else [_LOCKS_KEYS]), *texts])


class RedisClient(AsyncCommands):
    """The commands of `upstash_redis.asyncio.Redis`, guarded.

    Reads are repeated when the connection breaks. A script is repeated only if told that it may be:
    after a lost answer, a count could be applied twice.
    """

    def __init__(self, service: HttpService) -> None:
        self._service = service
        self._sync_token = ""

    async def execute(self, command: list[Any]) -> Any:
        """Send one command that the SDK has made; answer what it makes of the result."""
        content = json_bytes(STORE, command)
        body = await self._post("/", content, repeatable=command[0] != "EVAL")
        with translated_errors():
            return cast_response(command, format_response(body, None), self)

    async def run(self, script: Script, *, repeatable: bool) -> Any:
        """Run a script; answer what it returned."""
        (answer,) = await self.pipeline([script.command()], repeatable=repeatable)
        return answer

    async def run_all(self, scripts: Sequence[Script], *, repeatable: bool = True) -> list[Any]:
        """Run scripts as `pipeline` does, each atomic by itself; answer what they returned."""
        return await self.pipeline([script.command() for script in scripts], repeatable=repeatable)

    async def pipeline(self, commands: Sequence[Command], *, repeatable: bool) -> list[Any]:
        """Send commands in one round trip, or one a megabyte; answer their results in order.

        Where one of several round trips fails, those before it had their effect.
        """
        results = list[Any]()
        # One after the other, as within a request: a command may need what one before it did.
        for part in _requests(commands):
            content = b"[" + b",".join(part) + b"]"
            bodies = await self._post("/pipeline", content, repeatable=repeatable)
            with translated_errors():
                if isinstance(bodies, dict):  # one error for all: none of the commands was run
                    format_response(bodies, None)
                if not isinstance(bodies, list) or len(bodies) != len(part):
                    raise protocol_error(STORE)
                results += [format_response(body, None) for body in bodies]
        return results

    async def _post(self, path: str, content: bytes, *, repeatable: bool) -> Any:
        return await self._service.send(
            "POST",
            path,
            self._read,
            content=content,
            # Without Upstash-Encoding: all that we keep is text, and plain JSON carries it.
            headers={_SYNC_TOKEN: self._sync_token},
            retry=TWICE if repeatable else _WITHOUT_EFFECT,
        )

    def _read(self, response: httpx.Response) -> JsonValue:
        self._sync_token = response.headers.get(_SYNC_TOKEN, self._sync_token)
        return json_of(STORE, response, _ANSWERED)


def _requests(commands: Sequence[Command]) -> Iterator[list[bytes]]:
    """Commands as JSON, so many at a time as Upstash takes; one that is longer is alone."""
    part, size = list[bytes](), 0
    for command in commands:
        text = json_bytes(STORE, command)
        if part and size + len(text) > _MOST_BYTES:
            yield part
            part, size = [], 0
        part.append(text)
        size += len(text) + 1
    if part:
        yield part


@contextmanager
def translated_errors() -> Iterator[None]:
    """Turn what the SDK raises over an error or a foreign answer into our error."""
    try:
        yield
    except UpstashError as error:
        raise _failure(str(error)) from error
    except FOREIGN as error:
        raise StoreRefused(STORE, "answered outside its protocol") from error


def _failure(message: str) -> StoreError:
    """What an error of Redis is to us; Upstash tells it in words alone."""
    if "NOPERM" in message:
        return ReadOnlyToken(STORE, "refused a command")
    if _PLAN_USED_UP.search(message):
        return StoreUnavailable(STORE, "a limit of its plan is reached")
    return StoreRefused(STORE, "refused a command")


def mapping_from_pairs(flat: Sequence[str]) -> dict[str, str]:
    """The mapping behind a flat list of fields and values, as HGETALL answers."""
    return dict(zip(flat[::2], flat[1::2], strict=True))
