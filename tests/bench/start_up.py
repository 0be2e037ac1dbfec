"""How long a Lambda's imports take, against the libraries that no function can do without."""

import statistics
import subprocess
import sys
from dataclasses import dataclass

# `import pydantic` alone loads next to nothing: it fetches what it is asked for.
_FLOOR = "from pydantic import BaseModel; import httpx; from aws_lambda_powertools import Logger"
_HANDLER = "import functions.find_memories.handler"
_TIMED = "import time; started = time.perf_counter(); {}; print(time.perf_counter() - started)"


@dataclass(frozen=True, slots=True)
class StartUp:
    """Milliseconds of import, medians over `runs` pairs of fresh interpreters, and their ratio."""

    runs: int
    floor: float
    handler: float
    ratio: float


def measure_start_up(runs: int) -> StartUp:
    """Import both in turn, so that what else the machine does hits them alike."""
    pairs = [(_import_time(_FLOOR), _import_time(_HANDLER)) for _ in range(runs + 1)][1:]
    return StartUp(
        runs,
        floor=statistics.median(floor for floor, _ in pairs) * 1000,
        handler=statistics.median(handler for _, handler in pairs) * 1000,
        ratio=statistics.median(handler / floor for floor, handler in pairs),
    )


def _import_time(statement: str) -> float:
    command = [sys.executable, "-c", _TIMED.format(statement)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  # ours
    return float(answer.stdout)
