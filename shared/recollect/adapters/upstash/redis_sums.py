"""Reads any number of hashes of memories and of items of evidence with one command.

Beside each hash, the scripts keep a copy of it in one text (`keep` in `lua/memory.lua`). If there
is no copy, because an earlier release wrote the hash or because there is no hash either, the hash
itself is read.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from recollect.adapters.upstash.redis import (
    Command,
    RedisClient,
    Script,
    mapping_from_pairs,
    translated_errors,
)
from recollect.adapters.upstash.redis_keys import sum_key

Hash = Mapping[str, str]


async def read_hashes(redis: RedisClient, names: Sequence[str]) -> list[Hash]:
    """The hashes under these keys, in their order. Writes nothing."""

    async def ask(missing: Sequence[str]) -> Sequence[Any]:
        commands: list[Command] = [["HGETALL", name] for name in missing]
        return await redis.pipeline(commands, repeatable=True)

    return await _read(redis, names, ask)


async def read_and_keep_hashes(redis: RedisClient, names: Sequence[str]) -> list[Hash]:
    """The hashes under these keys, in their order. Writes the copies that are missing.

    So it takes two commands where a copy is missing, and one the next time.
    """

    async def ask(missing: Sequence[str]) -> Sequence[Any]:
        sums = tuple(map(sum_key, missing))
        answers = await redis.run(
            Script("keep_all", tuple(missing), (len(missing),), sums), repeatable=True
        )
        with translated_errors():
            return list(answers)

    return await _read(redis, names, ask)


async def _read(
    redis: RedisClient,
    names: Sequence[str],
    ask: Callable[[Sequence[str]], Awaitable[Sequence[Any]]],
) -> list[Hash]:
    if not names:
        return []
    (texts,) = await redis.pipeline([["MGET", *map(sum_key, names)]], repeatable=True)
    with translated_errors():
        kept = {name: text for name, text in zip(names, texts, strict=True) if text is not None}
    missing = [name for name in dict.fromkeys(names) if name not in kept]
    asked = await ask(missing) if missing else ()
    with translated_errors():
        found: dict[str, Hash] = {
            name: mapping_from_pairs(flat) for name, flat in zip(missing, asked, strict=True)
        }
        found |= {name: mapping_from_pairs(json.loads(text)) for name, text in kept.items()}
    return [found[name] for name in names]
