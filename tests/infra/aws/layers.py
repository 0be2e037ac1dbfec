"""Build layers for this machine, and run programs that can import from nothing but layers."""

import json
import platform
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from infra.aws.layer import Target, build_layers

FUNCTIONS_FOLDER = Path(__file__).parents[3] / "functions"


def this_machine() -> Target:
    """The machine and the Python that run these tests, as a target."""
    machine = platform.machine().replace("arm64", "aarch64")
    suffix = "apple-darwin" if sys.platform == "darwin" else "manylinux2014"
    return Target(f"{sys.version_info.major}.{sys.version_info.minor}", f"{machine}-{suffix}")


@dataclass(frozen=True, slots=True)
class Built:
    """Both archives, and the folders of packages that they were unpacked to."""

    shared: Path
    postgres: Path
    shared_packages: Path
    postgres_packages: Path


def build(folder: Path, target: Target, interpreter: Path | None) -> Built:
    shared, postgres = build_layers(folder, target, interpreter)
    unpacked = [folder / path.stem for path in (shared, postgres)]
    for path, where in zip((shared, postgres), unpacked, strict=True):
        with zipfile.ZipFile(path) as archive:
            archive.extractall(where)
    return Built(shared, postgres, *(where / "python" for where in unpacked))


def answer_of(program: str, paths: Sequence[Path], python: str = sys.executable) -> Any:
    """The JSON that a program prints; it can import only the standard library and these folders."""
    path = f"import sys; sys.path[:0] = {[str(each) for each in paths]!r}\n"
    command = [python, "-I", "-S", "-B", "-W", "error", "-c", path + program]
    done = subprocess.run(  # noqa: S603  # our own program
        command, env={}, cwd="/", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return json.loads(done.stdout)
