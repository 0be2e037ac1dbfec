"""What the Upstash SDK sees, whatever store is behind the emulator."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from upstash_redis.asyncio import Redis
from upstash_redis.errors import UpstashError


async def test_strings_that_look_like_the_protocol_come_back_unchanged(redis: Redis) -> None:
    values = [
        "OK",
        "",
        "T0s=",
        "QUEUED",
        "null",
        "1",
        "1.50",
        "grüße 👩‍💻",
        "a\x00b\r\n",
        '"quoted"',
    ]
    for value in values:
        await redis.set("key", value)
        assert await redis.get("key") == value


@given(value=st.text(), field=st.text(min_size=1))
@settings(max_examples=25, deadline=None)
async def test_any_text_survives_as_value_key_and_field(
    client: Redis, value: str, field: str
) -> None:
    await client.delete(field)
    await client.hset(field, values={field: value})

    assert await client.hgetall(field) == {field: value}


async def test_streams_come_back_nested_and_in_order(redis: Redis) -> None:
    first = await redis.xadd("log", "1-1", {"event": "stored", "by": "agent ✓"})
    await redis.xadd("log", "2-1", {"event": "upvoted"})

    assert first == "1-1"
    entries: object = await redis.xrange("log")
    assert entries == [["1-1", ["event", "stored", "by", "agent ✓"]], ["2-1", ["event", "upvoted"]]]


async def test_a_failing_command_is_an_error_with_the_message_of_the_server(redis: Redis) -> None:
    await redis.set("text", "not a hash")

    with pytest.raises(UpstashError, match=r"^WRONGTYPE Operation against a key"):
        await redis.hgetall("text")
    with pytest.raises(UpstashError, match=r"^ERR wrong number of arguments for 'get' command"):
        await redis.execute(["GET"])
    with pytest.raises(UpstashError, match=r"^ERR unknown command"):
        await redis.execute(["NONSENSE", "1"])


async def test_a_script_answers_with_nested_lists_and_nulls_where_redis_does(redis: Redis) -> None:
    script = "return {1, 'OK', 'text', {'ünïcode', {3}}, false, redis.status_reply('FINE')}"

    assert await redis.eval(script) == [1, "OK", "text", ["ünïcode", [3]], None, "FINE"]


async def test_a_script_runs_by_its_digest_once_it_is_known(redis: Redis) -> None:
    await redis.script_flush()
    with pytest.raises(UpstashError, match=r"^NOSCRIPT No matching script"):
        await redis.evalsha("0" * 40)

    digest = await redis.script_load("return ARGV[1]")

    assert await redis.evalsha(digest, args=["here"]) == "here"


async def test_a_failing_script_is_an_error_and_keeps_what_it_had_written(redis: Redis) -> None:
    script = "redis.call('SET', KEYS[1], 'written') redis.call('HGET', KEYS[1], 'x')"

    with pytest.raises(UpstashError, match="WRONGTYPE"):
        await redis.eval(script, ["key"])
    assert await redis.get("key") == "written"


async def test_a_script_has_only_the_part_of_lua_that_redis_gives_it(redis: Redis) -> None:
    calls = ("io.open('x')", "os.execute('x')", "require('x')", "python.eval('1')", "debug.x()")
    for missing in calls:
        with pytest.raises(UpstashError):
            await redis.eval(f"return {missing}")


async def test_a_script_that_sets_a_global_fails_and_affects_no_other(redis: Redis) -> None:
    with pytest.raises(UpstashError):
        await redis.eval("forgotten = 1 return forgotten")

    assert await redis.eval("local remembered = 2 return remembered") == 2


async def test_a_script_can_read_and_write_json(redis: Redis) -> None:
    script = """
    local ok = pcall(cjson.decode, '{')
    local given = cjson.decode(ARGV[1])
    return {tostring(ok), given.votes[2], cjson.encode({a = given.name})}
    """
    answer = await redis.eval(script, args=['{"name": "é", "votes": [1, 2]}'])

    assert isinstance(answer, list)
    assert answer[:2] == ["false", 2]
    assert json.loads(str(answer[2])) == {"a": "é"}
    with pytest.raises(UpstashError, match=r"^ERR "):
        await redis.eval("return cjson.decode('{')")


async def test_the_read_only_token_reads(redis: Redis, reader: Redis) -> None:
    await redis.hset("mem:1", "upvotes", 3)

    pipeline = reader.pipeline()
    pipeline.hgetall("mem:1")
    pipeline.exists("mem:1")

    assert await reader.hget("mem:1", "upvotes") == "3"
    assert await pipeline.exec() == [{"upvotes": "3"}, 1]


NOT_READS: tuple[list[str | int], ...] = (
    ["SET", "key", "value"],
    ["hincrby", "key", "field", 1],
    ["EVAL", "return 1", 0],
    ["EVALSHA", "0" * 40, 0],
    ["SCRIPT", "LOAD", "return 1"],
    ["FLUSHALL"],
    ["KEYS", "*"],
    ["SCAN", 0],
)


async def test_the_read_only_token_may_do_nothing_but_read(redis: Redis, reader: Redis) -> None:
    await redis.set("kept", "1")
    for command in NOT_READS:
        name = str(command[0]).lower()
        refused = f"^NOPERM this user has no permissions to run the '{name}' command"
        with pytest.raises(UpstashError, match=refused):
            await reader.execute(command)
        assert await redis.dbsize() == 1, command
