"""Run the command line: in this process, or in a process of its own, as a user does."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from rich.console import Console, RenderableType
from typer.testing import CliRunner

from infra.cli.app import app

COMMAND = (sys.executable, "-m", "infra.cli.app")
WITHOUT_STORES: Final = dict.fromkeys(name for name in os.environ if name.startswith("UPSTASH_"))


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended, and what it wrote."""

    returncode: int
    stdout_bytes: bytes
    stderr: str

    @property
    def stdout(self) -> str:
        return self.stdout_bytes.decode()


def recollect(
    *arguments: str, stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> Done:
    """Run a command to its end in this process, which saves the start of another."""
    variables = {**WITHOUT_STORES, "COLUMNS": "200", **(environment or {})}
    result = CliRunner().invoke(app, arguments, input=stdin, env=variables, prog_name="recollect")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout_bytes, result.stderr)


def as_process(
    *arguments: str | bytes, stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> Done:
    """Run a command to its end in a process of its own."""
    done = subprocess.run(  # noqa: S603  # our own command
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
        env=_environment(environment or {}),
    )
    return Done(done.returncode, done.stdout, done.stderr.decode())


def _environment(more: Mapping[str, str]) -> dict[str, str]:
    """The environment of the tests without any stores that it names, and with `more`."""
    kept = {name: value for name, value in os.environ.items() if name not in WITHOUT_STORES}
    return {**kept, "COLUMNS": "200", **more}


def on_terminal(report: RenderableType) -> str:
    """What a terminal of eighty columns shows of a report."""
    console = Console(width=80)
    with console.capture() as captured:
        console.print(report)
    return captured.get()


@dataclass(frozen=True, slots=True)
class Served:
    """A platform that `recollect serve` runs."""

    url: str
    process: subprocess.Popen[str]


@contextmanager
def started(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Start a command; kill it at the end of the block if it still runs."""
    with subprocess.Popen(  # noqa: S603  # our own command
        _interruptible([*COMMAND, *arguments]),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=_environment(environment),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _interruptible(command: Sequence[str]) -> list[str]:
    """Wrap a command so that it reacts to Ctrl-C even if the tests are a background job.

    A shell starts such a job with SIGINT ignored, and children ignore the signals that their
    parent ignores.
    """
    listen = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL);"
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    return [sys.executable, "-c", listen, *command]


@contextmanager
def served(*arguments: str) -> Iterator[Served]:
    """Run `recollect serve` on a free port; it has said that it is ready when the block begins."""
    with started("serve", "--port", "0", "--embedder", "hashed", *arguments) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert line.startswith("Recollect is ready on http://"), line
        url = line.split()[-1]
        # Functions may have logged meanwhile.
        assert f"Look at it on {url}/console\n" in process.stderr
        yield Served(url, process)
