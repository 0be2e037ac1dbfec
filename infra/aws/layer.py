"""Build the Lambda layers: `python -m infra.aws.layer` writes layer.zip and layer-postgres.zip.

They go to build/. The first holds `recollect` and its runtime dependencies, except those that
Lambda has itself, the second the Postgres driver. The project's uv installs the wheels and checks
their hashes; it takes them from its cache if they were fetched before. Two builds with the same
interpreters give the same bytes.

Bytecode needs a Python of Lambda's version. `LAYER_PYTHON` names one; otherwise the running one is
used if it fits, or one that uv finds. Without any, the build says so and leaves bytecode out.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final

from infra.aws.layer_contents import (
    MEGABYTE,
    TOP,
    LayerError,
    archive,
    belongs,
    needed,
    require_small,
)

_ROOT = Path(__file__).parents[2]
_DECORATION = str.maketrans("", "", "\N{MULTIPLICATION SIGN}╰├─▶│")
_MAX_COMPLAINT_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class Target:
    """The Python and the platform, as uv names them, that a layer is for."""

    python: str = "3.13"
    platform: str = "aarch64-manylinux2014"

    @property
    def cache_tag(self) -> str:
        """The tag in the names of the interpreter's bytecode files."""
        return f"cpython-{self.python.replace('.', '')}"


@dataclass(frozen=True, slots=True)
class Layer:
    """An archive `{name}.zip` of the pinned `requirements` and of our own `packages`."""

    name: str
    requirements: Path
    packages: tuple[Path, ...] = ()


LAMBDA: Final = Target()
LAYERS: Final = (
    Layer("layer", _ROOT / "requirements/layer.txt", (_ROOT / "shared/recollect",)),
    Layer("layer-postgres", _ROOT / "requirements/layer-postgres.txt"),
)


def build_layers(
    folder: Path,
    target: Target,
    interpreter: Path | None = None,
    layers: Sequence[Layer] = LAYERS,
) -> tuple[Path, ...]:
    """Write the archives into the folder, all or none, with bytecode if there is an interpreter.

    Raises `LayerError`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder) as scratch:
        made = [_build(each, Path(scratch), target, interpreter) for each in layers]
        return tuple(each.replace(folder / each.name) for each in made)


def _build(layer: Layer, scratch: Path, target: Target, interpreter: Path | None) -> Path:
    staging = scratch / layer.name
    _install(layer.requirements, staging / TOP, target)
    for package in layer.packages:
        without_bytecode = shutil.ignore_patterns("__pycache__")
        shutil.copytree(package, staging / TOP / package.name, ignore=without_bytecode)
    for path in _files(staging / TOP):
        if not belongs(PurePosixPath(path.relative_to(staging / TOP).as_posix())):
            path.unlink()
    if interpreter:
        _compile(interpreter, staging)
    files = {
        path.relative_to(staging).as_posix(): needed(PurePosixPath(path), path.read_bytes())
        for path in _files(staging)
    }
    zipped = archive(files)
    made = scratch / f"{layer.name}.zip"
    require_small(made.name, zipped)
    made.write_bytes(zipped)
    return made


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _install(requirements: Path, folder: Path, target: Target) -> None:
    where = ["--python-version", target.python, "--python-platform", target.platform]
    what = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", str(requirements)]
    command = [_uv(), "pip", "install", "--quiet", *where, "--target", str(folder), *what]
    command += ["--python", sys.executable]  # uv needs one that runs, whatever the target is
    _run(command, f"{requirements.name} cannot be installed")


def _compile(interpreter: Path, staging: Path) -> None:
    # Isolated and one file after the other, so that each build gives the same bytecode.
    python = [str(interpreter), "-I", "-S", "-m", "compileall", "-q", "-o", "0"]
    paths = ["-s", str(staging), "-p", "/opt", str(staging / TOP)]
    command = [*python, "--invalidation-mode", "unchecked-hash", *paths]
    _run(command, "bytecode cannot be compiled")


def find_interpreter(target: Target, environ: Mapping[str, str]) -> Path | None:
    """A Python that compiles bytecode for the target, None if this machine has none.

    Raises `LayerError` if the environment names a Python that does not.
    """
    named = environ.get("LAYER_PYTHON")
    if named:
        if not _compiles_for(named, target):
            raise LayerError(f"LAYER_PYTHON: {named} is not a working Python {target.python}")
        return Path(named)
    candidates = (sys.executable, _found_by_uv(target))
    return next((Path(each) for each in candidates if each and _compiles_for(each, target)), None)


def _found_by_uv(target: Target) -> str:
    finding = ["python", "find", "--no-project", "--no-python-downloads", target.python]
    return _output([_uv(), *finding])


def _compiles_for(executable: str, target: Target) -> bool:
    program = "import sys; print(sys.implementation.cache_tag)"
    return _output([executable, "-I", "-S", "-c", program]) == target.cache_tag


def _output(command: Sequence[str]) -> str:
    """The output of a command, "" if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # ours
    except OSError:
        return ""
    return "" if done.returncode else done.stdout.strip()


def _run(command: Sequence[str], complaint: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # ours
    except OSError as error:
        raise LayerError(f"{complaint}: {command[0]}: {error.strerror}") from error
    if done.returncode:
        output = " ".join((done.stderr or done.stdout).translate(_DECORATION).split())
        raise LayerError(f"{complaint}: {output[:_MAX_COMPLAINT_CHARACTERS]}")


def _uv() -> str:
    return str(Path(sys.executable).with_name("uv"))


def main() -> None:
    """Build the layers for Lambda into build/; an error is one line and exit status 1."""
    try:
        interpreter = find_interpreter(LAMBDA, os.environ)
        if interpreter is None:
            sys.stderr.write(
                f"layer: no Python {LAMBDA.python} was found (LAYER_PYTHON=... names one),"
                " so that bytecode is left out and cold starts take longer\n"
            )
        for path in build_layers(_ROOT / "build", LAMBDA, interpreter):
            size = path.stat().st_size / MEGABYTE
            sys.stdout.write(f"{path.relative_to(_ROOT)}: {size:.2f} MB\n")
    except (LayerError, OSError) as error:
        sys.exit(f"layer: {error}")


if __name__ == "__main__":
    main()
