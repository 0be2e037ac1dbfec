"""`make mutants`: small mistakes made in the core rules, one after the other, by mutmut.

A mutant that no test notices shows what the suite is blind to. mutmut wants the code under `src`
and writes beside it, so it works on a copy of the tree in build/mutants; a run goes on where the
last one stopped, with the code that has changed since and what no test has noticed.
`RULES="recollect.slicing.budget*"` tries some only.
"""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]
_COPY: Final = _ROOT / "build/mutants"
_COPIED: Final = {
    "shared": "src",
    **{name: name for name in ("tests", "infra", "functions", "events", "docs")},
    **{name: name for name in ("pyproject.toml", "README.md")},
}
_MIN_KILLED_SHARE: Final = 0.9
# The exit status of pytest for a mutant that survived, and that of mutmut for an untested one.
_UNNOTICED: Final = frozenset({0, 33})


def main() -> None:
    """Run mutmut on the named rules or on all, and print how many mutants were killed."""
    _copy()
    if not sys.argv[1:]:  # what is named is tried again in any case
        _forget_unnoticed()
    mutmut = Path(sys.executable).with_name("mutmut")
    processes = str(os.cpu_count() or 1)
    command = [str(mutmut), "run", "--max-children", processes, *sys.argv[1:]]
    subprocess.run(command, cwd=_COPY, check=True)  # noqa: S603  # ours
    killed, total = _report()
    if killed < _MIN_KILLED_SHARE * total:
        sys.exit(f"less than {_MIN_KILLED_SHARE:.0%} of the mutants were killed")


def _copy() -> None:
    """Bring the copy up to date; mutmut's results of the last run stay beside it."""
    for name, copied in _COPIED.items():
        source, target = _ROOT / name, _COPY / copied
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
            continue
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))


def _forget_unnoticed() -> None:
    """Have mutants tried again that no test noticed; mutmut does not see that tests changed."""
    for meta in _metas():
        kept = json.loads(meta.read_text("utf-8"))
        statuses = kept["exit_code_by_key"]
        statuses |= {name: None for name, status in statuses.items() if status in _UNNOTICED}
        meta.write_text(json.dumps(kept), "utf-8")


def _metas() -> list[Path]:
    """The files with what mutmut knows of each module."""
    return sorted(_COPY.glob("mutants/src/**/*.py.meta"))


def _report() -> tuple[int, int]:
    """Print the figures of each module and its survivors; return the killed and total of all."""
    killed = total = 0
    for meta in _metas():
        statuses = json.loads(meta.read_text("utf-8"))["exit_code_by_key"]
        tried = {name: status for name, status in statuses.items() if status is not None}
        if not tried:
            continue
        counts = Counter(status in _UNNOTICED for status in tried.values())
        killed, total = killed + counts[False], total + len(tried)
        module = meta.relative_to(_COPY / "mutants/src").as_posix().removesuffix(".meta")
        _say(f"{module:60} {counts[False]:4} of {len(tried):4}  {counts[False] / len(tried):6.1%}")
        for name in (each for each, status in tried.items() if status in _UNNOTICED):
            _say(f"    {name}")
    if total:
        _say(f"{'all':60} {killed:4} of {total:4}  {killed / total:6.1%}")
    return killed, total


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
