"""How the tests of the console run Node scripts."""

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.node import NODE

HERE: Final = Path(__file__).parent


def run(*command: str | Path, inputs: Mapping[str, object] | None = None) -> None:
    """Run a script in Node, which reads `inputs` from its environment; it has to succeed."""
    done = subprocess.run(  # noqa: S603  # our own scripts, and a compiler
        [NODE, *command],
        env={**os.environ, "CONSOLE_TEST": json.dumps(inputs)},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout + done.stderr
