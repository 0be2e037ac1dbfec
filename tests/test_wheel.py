"""The wheel works without a checkout: commands, the demo, a served platform and the client."""

import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Final

import httpx
import pytest

from infra.cli.demo import CHAPTERS
from infra.cli.demo.story import STORY

ROOT: Final = Path(__file__).parents[1]
_APPS: Final = """
import sys
from recollect.client import Recollect
with Recollect(sys.argv[1]) as api:
    print(api.apps())
"""
_NEWER_WORD: Final = """
from recollect.client.models import Prepared
from recollect.client.requests import read_model
citation = b'{"marker": "N1", "kind": "novelty", "id": "n"}'
answer = b'{"prompt": "", "parts": {}, "citations": [' + citation + b']}'
print(read_model(Prepared, answer).citations[0].kind)
"""
_UV: Final = Path(sys.executable).with_name("uv")


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command, which has to succeed; return its output."""
    environment = {
        name: value
        for name, value in os.environ.items()
        # Bytecode is written; otherwise each process would compile all that it imports.
        if not name.startswith(("UPSTASH_", "PYTHONPATH", "VIRTUAL_ENV", "PYTHONDONTWRITE"))
    }
    done = subprocess.run(  # noqa: S603  # our own commands
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place, cwd=ROOT)
    (built,) = place.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def recollect(wheel: Path) -> Path:
    """The command of a wheel that is installed into an environment of its own."""
    return installed(f"{wheel}[local]", wheel.parent / "local") / "recollect"


@pytest.fixture(scope="module")
def bare(wheel: Path) -> Path:
    """The programs of an environment with the wheel and its mandatory dependencies."""
    return installed(str(wheel), wheel.parent / "bare")


def installed(what: str, place: Path) -> Path:
    """Install `what` into a new environment at this place; return the folder of its programs."""
    venv.create(place)
    python = place / "bin" / "python"
    pinned: tuple[str | Path, ...] = ("--constraint", ROOT / "requirements" / "dev.txt")
    run(_UV, "pip", "install", "--quiet", "--python", python, *pinned, what, cwd=place)
    return python.parent


def test_the_installed_demo_runs_every_chapter_to_its_end(recollect: Path, tmp_path: Path) -> None:
    told = run(recollect, "demo", "--all", cwd=tmp_path)
    for number, chapter in enumerate((*STORY, *CHAPTERS), start=1):
        assert f"\n{number}. {chapter.__doc__}\n" in told
    assert "\nEvery claim was checked, in " in told


def test_the_bare_wheel_brings_only_httpx_and_pydantic(bare: Path, tmp_path: Path) -> None:
    listed = run(_UV, "pip", "list", "--format=freeze", "--python", bare / "python", cwd=tmp_path)
    names = {line.partition("==")[0] for line in listed.splitlines()}
    of_httpx = {"anyio", "certifi", "h11", "httpcore", "idna", "typing-extensions"}
    of_pydantic = {"annotated-types", "pydantic-core", "typing-extensions", "typing-inspection"}
    assert names == {"recollect", "httpx", "pydantic", *of_httpx, *of_pydantic}
    with pytest.raises(AssertionError, match=r"pip install 'recollect\[local\]'"):
        run(bare / "recollect", "--help", cwd=tmp_path)


def test_the_client_with_its_oldest_libraries_reads_answers_of_a_newer_service(
    wheel: Path, tmp_path: Path
) -> None:
    venv.create(tmp_path / "oldest")
    python = tmp_path / "oldest" / "bin" / "python"
    oldest = ("--resolution", "lowest-direct", "httpx", "pydantic")
    run(_UV, "pip", "install", "--quiet", "--python", python, *oldest, wheel, cwd=tmp_path)
    assert run(python, "-c", _NEWER_WORD, cwd=tmp_path) == "novelty\n"


def test_the_installed_platform_serves_and_the_installed_client_calls_it(
    recollect: Path, bare: Path, tmp_path: Path
) -> None:
    with subprocess.Popen(  # noqa: S603  # our own command
        [recollect, "serve", "--port", "0"], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            warning, ready = (process.stderr.readline() for _ in range(2))
            assert warning.startswith("recollect: warning: MiniLM is not installed"), warning
            assert ready.startswith("Recollect is ready on "), ready
            url = ready.split()[-1]
            health = httpx.get(f"{url}/health", timeout=30)
            apps = run(bare / "python", "-c", _APPS, url, cwd=tmp_path)
        finally:
            process.terminate()
    assert health.status_code == 200
    assert apps == "apps=()\n"
