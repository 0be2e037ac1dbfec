"""The command line as a user has it: a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

COMMAND = (sys.executable, "-m", "infra.cli.app")


def clean_environment(**more: str) -> dict[str, str]:
    """Ours without the stores it may name, and with `more`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("UPSTASH_")}
    return {**kept, "COLUMNS": "200", **more}


def recollect(
    *arguments: str, stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    done = subprocess.run(  # noqa: S603  # our own command
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
        env=clean_environment(**environment or {}),
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


@dataclass(frozen=True, slots=True)
class Served:
    """A platform that `recollect serve` runs."""

    url: str
    process: subprocess.Popen[str]


@contextmanager
def started(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Start a command; kill it at the end of the block if it still runs."""
    with subprocess.Popen(  # noqa: S603  # our own command
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=clean_environment(**environment),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def served(*arguments: str) -> Iterator[Served]:
    """Run `recollect serve` on a free port; ready when the block begins."""
    with started("serve", "--port", "0", *arguments) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert line.startswith("Recollect is ready on http://"), line
        yield Served(line.split()[-1], process)
