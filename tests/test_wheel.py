"""The wheel works where there is no checkout: its commands, the demo, a served platform."""

import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Final

import httpx
import pytest

ROOT: Final = Path(__file__).parents[1]
_UV: Final = Path(sys.executable).with_name("uv")


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; it has to succeed."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("UPSTASH_", "PYTHONPATH", "VIRTUAL_ENV"))
    }
    done = subprocess.run(  # noqa: S603  # our own commands
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def recollect(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a wheel that is installed into an environment of its own."""
    place = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place, cwd=ROOT)
    (wheel,) = place.glob("*.whl")
    venv.create(place / "venv")
    python = place / "venv" / "bin" / "python"
    pinned = ("--constraint", ROOT / "requirements" / "dev.txt")
    # Bytecode once: else each process of the platform would first compile what it imports.
    into = ("pip", "install", "--quiet", "--compile-bytecode", "--python", python)
    run(_UV, *into, *pinned, f"{wheel}[local]", cwd=place)
    return python.with_name("recollect")


def test_it_names_its_commands(recollect: Path, tmp_path: Path) -> None:
    assert " serve " in run(recollect, "--help", cwd=tmp_path)


def test_it_runs_the_demo_to_its_end(recollect: Path, tmp_path: Path) -> None:
    assert "All of it checked" in run(recollect, "demo", cwd=tmp_path)


def test_it_serves(recollect: Path, tmp_path: Path) -> None:
    with subprocess.Popen(  # noqa: S603  # our own command
        [recollect, "serve", "--port", "0"], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            warning, ready = (process.stderr.readline() for _ in range(2))
            assert warning.startswith("recollect: warning: MiniLM is not installed"), warning
            assert ready.startswith("Recollect is ready on "), ready
            health = httpx.get(f"{ready.split()[-1]}/health", timeout=30)
        finally:
            process.terminate()
    assert health.status_code == 200
