"""A client for Upstash Redis: its SDK's commands and decoding, our own HTTP, and Lua scripts."""

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
# Scripts that use none of the shared Lua code, 14 KB that need not be sent and compiled for them.
_STANDALONE = frozenset(
    {
        *("begin", "hold_claim", "look_up", "find_business", "forget_business", "kept_pack"),
        *("join_thread", "leave_thread", "touch_thread", "rewrite_log", "throttle"),
    }
)
# Scripts that need only `memory.lua` of the shared code: the keys of a memory, claims on it, and
# whether it exists (3 KB).
_MEMORY_ONLY = frozenset(
    {
        *("claim", "release_claim", "begin_deletion", "complete", "reword"),
        *("count", "count_reads", "enlist_items", "strike_items"),
    }
)
# The further shared files of scripts that count votes or runs: 5 to 16 KB more.
_COUNTING_CODE = {
    **dict.fromkeys(("vote", "apply_outcome", "count_occurrence"), ("votes",)),
    **dict.fromkeys(("retract", "restore", "judge_case", "void_cases"), ("runs",)),
    "apply_run_outcome": ("runs", "trials"),
}
_LOCKS_KEYS = "#!lua flags=allow-key-locking\n"
# The longest request that Upstash takes on its smallest plan; on others it takes 10 MB.
_MAX_REQUEST_BYTES = 1_000_000
# Retries only what has certainly had no effect, for commands that must not run twice.
_RETRY_IF_NOT_RUN = RetryPolicy(after=NotActedUpon)
# A single command that failed is answered with 400; a pipeline is answered with 200 even then.
_ANSWER_STATUSES = frozenset({int(httpx.codes.OK), int(httpx.codes.BAD_REQUEST)})
_PLAN_USED_UP = re.compile(r"max (?:\w+ )?requests? limit exceeded|quota exceeded", re.IGNORECASE)

Command = list[str | int]


@dataclass(frozen=True, slots=True)
class Script:
    """A call of a Lua script with its keys and arguments: one atomic, billed command.

    The script locks `keys` and the further keys that it `touches`, and Redis refuses it all others.
    With `touches` None, only the store knows which keys the script touches: it locks the whole
    database, and every other command waits for it.
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
    rules = () if name in _MEMORY_ONLY else ("prelude", *_COUNTING_CODE.get(name, ()))
    shared = () if name in _STANDALONE else ("memory", *rules)
    texts = [(_SCRIPTS / f"{file}.lua").read_text() for file in (*shared, name)]
    return "".join([*([] if locks_all else [_LOCKS_KEYS]), *texts])


class RedisClient(AsyncCommands):
    """The commands of `upstash_redis.asyncio.Redis`, with our deadline, retries and errors.

    Commands of the SDK's methods are retried when the connection breaks. Scripts and pipelines are
    retried only if their caller passes `repeatable`: if an answer was lost, the retry would apply a
    count twice. All methods raise StoreError.
    """

    def __init__(self, service: HttpService) -> None:
        self._service = service
        self._sync_token = ""

    async def execute(self, command: list[Any]) -> Any:
        """Send one command that the SDK has built, and return its result as the SDK decodes it."""
        content = json_bytes(STORE, command)
        body = await self._post("/", content, repeatable=command[0] != "EVAL")
        with translated_errors():
            return cast_response(command, format_response(body, None), self)

    async def run(self, script: Script, *, repeatable: bool) -> Any:
        """Run a script, and return its answer."""
        (answer,) = await self.pipeline([script.command()], repeatable=repeatable)
        return answer

    async def run_all(self, scripts: Sequence[Script], *, repeatable: bool = True) -> list[Any]:
        """Run scripts in one pipeline, each atomic by itself, and return their answers in order."""
        return await self.pipeline([script.command() for script in scripts], repeatable=repeatable)

    async def pipeline(self, commands: Sequence[Command], *, repeatable: bool) -> list[Any]:
        """Send commands in one round trip per megabyte, and return their results in order.

        If one of several round trips fails, the commands of the earlier ones have had their effect.
        """
        results = list[Any]()
        # One request after the other: a command may depend on the effects of an earlier one.
        for part in _requests(commands):
            content = b"[" + b",".join(part) + b"]"
            bodies = await self._post("/pipeline", content, repeatable=repeatable)
            with translated_errors():
                if isinstance(bodies, dict):  # one error for the whole request: nothing was run
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
            # Without the header Upstash-Encoding (base64): we store only text, which JSON can hold.
            headers={_SYNC_TOKEN: self._sync_token},
            retry=TWICE if repeatable else _RETRY_IF_NOT_RUN,
        )

    def _read(self, response: httpx.Response) -> JsonValue:
        self._sync_token = response.headers.get(_SYNC_TOKEN, self._sync_token)
        return json_of(STORE, response, _ANSWER_STATUSES)


class RedisAdapter:
    """The base of each adapter that implements a port over Redis."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis


def _requests(commands: Sequence[Command]) -> Iterator[list[bytes]]:
    """The commands as JSON, grouped into requests that are not too long for Upstash.

    A command that alone is too long has a request of its own.
    """
    part, size = list[bytes](), 0
    for command in commands:
        text = json_bytes(STORE, command)
        if part and size + len(text) > _MAX_REQUEST_BYTES:
            yield part
            part, size = [], 0
        part.append(text)
        size += len(text) + 1
    if part:
        yield part


@contextmanager
def translated_errors() -> Iterator[None]:
    """Translate what the SDK raises, over an error or an unexpected answer, into StoreError.

    What was raised is no cause of it: its text may quote the command, and so what was to be stored.
    """
    try:
        yield
    except UpstashError as error:
        raise _failure(str(error)) from None
    except FOREIGN:
        raise StoreRefused(STORE, "answered outside its protocol") from None


def _failure(message: str) -> StoreError:
    """The StoreError for an error of Redis, which Upstash describes by a message alone."""
    if "NOPERM" in message:
        return ReadOnlyToken(STORE, "refused a command")
    if _PLAN_USED_UP.search(message):
        return StoreUnavailable(STORE, "a limit of its plan is reached")
    return StoreRefused(STORE, "refused a command")


def mapping_from_pairs(flat: Sequence[str]) -> dict[str, str]:
    """The mapping for a flat list of fields and values, such as HGETALL answers."""
    return dict(zip(flat[::2], flat[1::2], strict=True))
