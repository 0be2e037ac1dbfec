"""`recollect enrich`: a filter in a pipe, whatever the API does."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from infra.cli.console import CommandError
from infra.cli.enriching import Enriched, enriched, read_arguments
from infra.local.platform import PlatformOptions, running_platform
from tests.adapters.misbehaving import Behaviour, misbehaving, reply
from tests.functions.enrichment import ENABLED, INCIDENT, RESULT, TOOL
from tests.infra.cli.commands import as_process, recollect

NOBODY = "http://127.0.0.1:1"
# Members that a reader of JSON would write differently, in an order of their own.
ARGUMENTS = (
    '{"zulu": 0.10000000000000000001, "namespace":"payments",\n\t"ä": ["\\u00e4\\/", 1.50, 1e2], '
    '"limit": 12345678901234567890, "limit": 2 }\n'
).encode()
NOTHING = b'{ "domain" : "nobody-knows", "limit": 1.0 }'
CONTEXT = {
    "summary": "1 relevant memory",
    "items": [{"score": 0.5, "tags": ["fine"], "snippet": "It was the import of the night."}],
}


@pytest.fixture(scope="module")
def remembering() -> Iterator[str]:
    """The URL of a platform that remembers an execution of the tool and an incident."""
    patient = {**ENABLED, "CONTEXT_TIMEOUT_MS": "1500"}
    options = PlatformOptions(workers=1, extra_environment=patient)
    execution = {"arguments": {"namespace": "payments"}, "result": RESULT, "sessionId": "s-1"}
    with running_platform(options) as platform, httpx.Client(base_url=platform.url) as client:
        for path, body in (
            (f"/tools/{TOOL}/executions", execution),
            ("/incidents", {**INCIDENT, "domain": "openshift"}),
            ("/conversations", {"sessionId": "s-1", "text": "Said.", "domain": "nobody-knows"}),
        ):
            client.post(path, json=body).raise_for_status()
        # The function is warm when it is first asked for what it remembers.
        body = {"arguments": {"namespace": "payments"}}
        client.post(f"/tools/{TOOL}/memory-context", json=body).raise_for_status()
        yield platform.url


def enrich(url: str, stdin: bytes, file: str = "-", *more: str) -> tuple[int, bytes, str]:
    """The exit status, stdout and stderr of the command, as bytes where bytes matter."""
    done = recollect("enrich", TOOL, file, "--url", url, *more, stdin=stdin)
    return done.returncode, done.stdout_bytes, done.stderr


def test_stdout_is_the_enriched_arguments_and_nothing_else(remembering: str) -> None:
    status, written, stderr = enrich(remembering, b'{"namespace": "payments"}')

    assert (status, stderr) == (0, "Found 2 relevant memories\n")
    assert written.count(b"\n") == 1
    arguments = json.loads(written)
    assert list(arguments) == ["namespace", "memoryContext"]
    assert arguments["memoryContext"].keys() == {"summary", "items"}
    assert len(arguments["memoryContext"]["items"]) == 2


def test_arguments_without_members_are_enriched(remembering: str) -> None:
    status, written, stderr = enrich(remembering, b" { } \n")

    assert (status, stderr) == (0, "Found 2 relevant memories\n")
    assert list(json.loads(written)) == ["memoryContext"]


def test_the_given_arguments_stay_byte_for_byte(remembering: str, tmp_path: Path) -> None:
    file = tmp_path / "arguments.json"
    file.write_bytes(ARGUMENTS)
    status, written, stderr = enrich(remembering, b"", str(file))

    assert (status, stderr) == (0, "Found 2 relevant memories\n")
    own, _, context = written.partition(b', "memoryContext": ')
    assert own + b" }\n" == ARGUMENTS
    assert len(json.loads(context.removesuffix(b"}\n"))["items"]) == 2


def test_enriching_twice_changes_nothing_more(remembering: str) -> None:
    _, once, _ = enrich(remembering, ARGUMENTS)
    status, twice, stderr = enrich(remembering, once)

    assert b"memoryContext" in once
    assert (status, twice, stderr) == (0, once, "Found 0 relevant memories\n")


def test_memories_of_a_named_session_are_found(remembering: str) -> None:
    named = ("--session", "s-1")
    short = enrich(remembering, NOTHING, "-", *named)
    text = "The worker of nobody-knows restarts since the import of the night."
    body = {"sessionId": "it's", "text": text, "domain": "nobody-knows"}
    httpx.post(f"{remembering}/conversations", json=body).raise_for_status()
    status, written, stderr = enrich(remembering, NOTHING, "-", "--session", "it's")

    assert short == (0, NOTHING, "Found 0 relevant memories\n")
    assert (status, stderr) == (0, "Found 1 relevant memory\n")
    assert text.encode() in written


def assert_unchanged(url: str, arguments: bytes, why: str) -> None:
    """Assert that the arguments come out unchanged, and that stderr says why."""
    expected = (
        f"Found 0 relevant memories\nThe memories of {TOOL} could not be looked for: {why}.\n"
    )
    assert enrich(url, arguments) == (0, arguments, expected)


def assert_left_alone(result: Enriched, arguments: bytes) -> None:
    """Assert that the arguments are unchanged and that the reason is known, in one line."""
    assert (result.arguments, result.count) == (arguments, 0)
    assert result.why_not.isprintable() or "\udcff" in result.why_not
    assert result.why_not


def test_arguments_stay_unchanged_if_nothing_is_found(remembering: str) -> None:
    assert enrich(remembering, NOTHING) == (0, NOTHING, "Found 0 relevant memories\n")


def test_arguments_stay_unchanged_if_enrichment_is_disabled_and_stderr_says_so(url: str) -> None:
    status, written, stderr = enrich(url, ARGUMENTS)
    assert (status, written) == (0, ARGUMENTS)
    assert stderr.startswith(f"Found 0 relevant memories\nEnrichment is disabled for {TOOL}: ")
    assert "ENABLE_ORCH_CONTEXT=true" in stderr
    assert "MEM_CTX_TOOLS" in stderr


def test_arguments_that_the_api_refuses_stay_unchanged(remembering: str) -> None:
    for status, arguments in (
        (413, b'{"log": "' + b"word " * 60_000 + b'"}'),
        (422, b'{"namespace": "payments", "number": 1e400}'),
        (400, b'{"deep": ' + b"[" * 200 + b"]" * 200 + b"}"),
    ):
        assert_unchanged(remembering, arguments, f"the service answers {status}")


def test_arguments_stay_unchanged_if_the_api_is_unreachable() -> None:
    assert_unchanged(NOBODY, ARGUMENTS, "the service cannot be reached")


@pytest.mark.parametrize(
    "url", ["http://[", "nowhere", "ftp://127.0.0.1", "", "http://nowhere.invalid", "http://a b"]
)
def test_arguments_stay_unchanged_if_the_url_is_unusable(url: str) -> None:
    assert_left_alone(enriched(url, None, TOOL, ARGUMENTS, None), ARGUMENTS)


@pytest.mark.parametrize(
    ("variable", "value"),
    [("SSL_CERT_FILE", "/there/is/none.pem"), ("ALL_PROXY", "socks5://nowhere.invalid")],
)
def test_arguments_stay_unchanged_if_the_environment_is_unusable(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert_left_alone(enriched("https://nowhere.invalid", None, TOOL, ARGUMENTS, None), ARGUMENTS)


def test_arguments_stay_unchanged_if_an_option_cannot_be_sent(remembering: str) -> None:
    arguments = b'{"namespace": "payments"}'

    undecodable = ("enrich", TOOL, "-", "--url", remembering, "--session", b"\xff\xfe")
    done = as_process(*undecodable, stdin=arguments)
    assert done.stdout_bytes == arguments
    assert done.stderr.endswith(" could not be looked for: the service cannot be reached.\n")
    for tool, token, session in (
        (TOOL, None, "x" * 300),
        (TOOL, "two\nlines", None),
        (TOOL, "\xe4", None),
        ("..", None, None),
        ("\udcff", None, None),
    ):
        assert_left_alone(enriched(remembering, token, tool, arguments, session), arguments)
    assert enriched(remembering, "any", TOOL, arguments, "x" * 256).count == 2


def used(arguments: object, status: str = "used", **more: object) -> bytes:
    """An answer as the API may give it."""
    return reply(200, {"arguments": arguments, "enrichment": {"status": status, **more}})


@pytest.mark.parametrize(
    "answer",
    [
        b"not even HTTP\r\n\r\n",
        reply(200, b"<html>"),
        reply(200, b""),
        reply(200, []),
        reply(200, {"arguments": {}}),
        reply(200, b"[" * 100_000),
        reply(200, b"\x1f\x8b garbage", headers="Content-Encoding: gzip\r\n"),
        reply(200, {"arguments": {}}, length=1_000_000),
        reply(302, b"", headers="Location: http://127.0.0.1:1/\r\n"),
        reply(401, {"title": "who is it?"}),
        reply(413, {"title": "too large"}),
        reply(503, used({"memoryContext": CONTEXT})),
        used({"namespace": "payments"}, count=2),
        used({"memoryContext": "text"}, count=2),
        used({"memoryContext": {"summary": "", "items": [{"snippet": 1}]}}, count=1),
        used({"memoryContext": {"summary": "none", "items": []}}, count=2),
        used({"memoryContext": CONTEXT}, "not_used"),
        Behaviour.HANG_UP,
        Behaviour.HANG,
    ],
    ids=lambda each: repr(each)[-40:],
)
async def test_arguments_stay_unchanged_if_the_api_answers_garbage(
    answer: bytes | Behaviour,
) -> None:
    async with misbehaving([answer]) as server:
        written = await asyncio.to_thread(enriched, server.url, None, TOOL, ARGUMENTS, None)

    assert (written.arguments, written.count) == (ARGUMENTS, 0)
    assert server.requests == 1


async def test_a_garbage_answer_is_reported_without_its_content() -> None:
    for answer, why in (
        (reply(200, b"<html>"), "the service answers what cannot be read"),
        (reply(401, {"title": "who is it?"}), "the service answers 401"),
        (used({"namespace": "payments"}, "timeout"), "the service says timeout"),
    ):
        async with misbehaving([answer]) as server:
            await asyncio.to_thread(assert_unchanged, server.url, ARGUMENTS, why)


async def test_arguments_that_are_missing_from_the_answer_are_kept() -> None:
    async with misbehaving([used({"other": 1, "memoryContext": CONTEXT}, count=9)]) as server:
        status, written, stderr = await asyncio.to_thread(enrich, server.url, b'{"mine": 1.50}')

    assert (status, stderr) == (0, "Found 1 relevant memory\n")
    assert written.startswith(b'{"mine": 1.50, "memoryContext": {')
    assert json.loads(written) == {"mine": 1.5, "memoryContext": CONTEXT}


@pytest.mark.parametrize(
    "head", [b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", b"HTTP/1.1 200 OK\r\nServer:"]
)
async def test_an_api_that_answers_byte_by_byte_is_not_waited_for(head: bytes) -> None:
    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head)
        while not reader.at_eof():
            writer.write(b" ")
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(), 0.2)
        writer.close()

    listener = await asyncio.start_server(drip, "127.0.0.1", 0)
    async with listener, asyncio.timeout(10):
        url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
        written = await asyncio.to_thread(enriched, url, None, TOOL, ARGUMENTS, None)

    assert_left_alone(written, ARGUMENTS)


@pytest.mark.parametrize(
    "content",
    [b'"text"', b"null", b"{", b'{"a": 1} {}', b"\xff", b"[" * 100_000, b'{"a": \xff}'],
    ids=lambda each: repr(each)[:20],
)
def test_arguments_that_are_no_json_object_are_refused(content: bytes) -> None:
    with pytest.raises(CommandError, match=r"^- does not hold a JSON object$"):
        read_arguments("-", content)


def test_an_unreadable_file_is_reported_in_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.json", tmp_path):
        status, written, stderr = enrich(NOBODY, b"{}", str(path))

        assert (status, written) == (1, b"")
        assert stderr.startswith(f"recollect: {path}: ")
        assert stderr.count("\n") == 1
