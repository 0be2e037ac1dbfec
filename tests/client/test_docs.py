"""The programs of docs/client.md run."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from infra.local.platform import RunningPlatform

PAGE = Path(__file__).parents[2] / "docs" / "client.md"
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)


# Each as a module of its own, in one process: what they import takes longer than what they do.
RUNNING = """
import json, sys
for program in json.loads(sys.argv[1]):
    exec(program, {"__name__": "__main__"})
    print(chr(0))
"""


def test_each_program_of_the_page_runs_and_says_something(platform: RunningPlatform) -> None:
    environment = {**os.environ, "RECOLLECT_URL": platform.url}
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-W", "error", "-c", RUNNING, json.dumps(PROGRAMS)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    *said, _ = done.stdout.split("\0\n")
    assert len(said) == len(PROGRAMS)
    assert all(said)
