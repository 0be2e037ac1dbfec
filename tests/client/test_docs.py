"""The programs of the documentation run and pass the type checker; its requests succeed."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx

from infra.local.platform import RunningPlatform
from tests.cases import each_case

ROOT = Path(__file__).parents[2]


def programs(page: str, language: str = "python") -> list[str]:
    """The programs of a page of the documentation."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


PROGRAMS = programs("client.md")


REQUEST = re.compile(
    r"^(GET|POST|PUT|DELETE) (/[^\s{]*)(?:\n(\{.*?\}))?(?=\n\n|\n```)", re.DOTALL | re.MULTILINE
)
CURL = re.compile(r"curl -s http://127\.0\.0\.1:8080(/[a-z][^\s']*)[\s\\]+--json '([^']*)'")


def requests() -> Iterator[tuple[str, str, str, str]]:
    """The complete requests that the pages show: page, method, path and body."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = page.read_text("utf-8")
        for method, path, body in REQUEST.findall(text):
            if "…" not in body:
                yield page.name, method, path, body
        yield from ((page.name, "POST", path, body) for path, body in CURL.findall(text))


# Run all programs in one process, since imports take longer than programs; each is its own module.
RUNNING = """
import json, sys
for program in json.loads(sys.argv[1]):
    exec(program, {"__name__": "__main__"})
    print(chr(0))
"""


def test_each_program_of_the_page_runs_and_prints_something(platform: RunningPlatform) -> None:
    environment = {**os.environ, "RECOLLECT_URL": platform.url}
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-W", "error", "-c", RUNNING, json.dumps(PROGRAMS)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    *printed, _ = done.stdout.split("\0\n")
    assert len(printed) == len(PROGRAMS)
    assert all(printed)


def test_each_program_passes_the_type_checker(tmp_path: Path) -> None:
    (tmp_path / "your_model.py").write_text("from typing import Any\n\nmodel: Any = None\n")
    for number, program in enumerate([*PROGRAMS, *programs("integrations.md")]):
        (tmp_path / f"program_{number}.py").write_text(program, "utf-8")
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", "mypy", *tmp_path.glob("*.py")],
        env={**os.environ, "MYPYPATH": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@each_case(("page", "method", "path", "body"), requests())
def test_each_request_that_a_page_shows_succeeds(
    platform: RunningPlatform, page: str, method: str, path: str, body: str
) -> None:
    headers = {"Content-Type": "application/json"} if body else {}
    answer = httpx.request(method, platform.url + path, content=body, headers=headers, timeout=60)
    assert answer.is_success, f"{page}: {answer.text}"
