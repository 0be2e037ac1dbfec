"""Programs of npm, as the tests of the console run them."""

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
MODULES: Final = HERE.parent / "npm" / "node_modules"


def run(*command: str | Path, told: Mapping[str, object] | None = None) -> None:
    """Run a script in Node, which finds what it is told in its environment; it has to succeed."""
    done = subprocess.run(  # noqa: S603  # our own scripts, and a compiler
        [node_of(MODULES), *command],
        env={**os.environ, "CONSOLE_TEST": json.dumps(told)},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def node_of(modules: Path) -> Path:
    """The Node that npm has installed for the tests. Raises FileNotFoundError, which says how."""
    for node in modules.glob("node-*/bin/node"):
        return node
    raise FileNotFoundError(f"no Node in {modules}: make tests/npm/node_modules/.package-lock.json")
