"""The programs of docs/client.md run."""

import os
import re
import subprocess
import sys
from pathlib import Path

from infra.local.platform import RunningPlatform
from tests.cases import each_case

PAGE = Path(__file__).parents[2] / "docs" / "client.md"
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)


@each_case("program", PROGRAMS)
def test_a_program_of_the_page_runs(program: str, platform: RunningPlatform) -> None:
    environment = {**os.environ, "RECOLLECT_URL": platform.url}
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-W", "error", "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
