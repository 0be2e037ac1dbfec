"""How long a Lambda's imports take, against the libraries that no function can do without.

They are measured as on Lambda: in a fresh interpreter that has nothing but the standard library,
the layer with its bytecode, and the folder of the function.
"""

import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from infra.routes import FUNCTIONS
from tests.infra.aws.layers import FUNCTIONS_FOLDER, answer_of, build, this_machine

# `import pydantic` alone loads next to nothing: its parts are loaded when they are first used.
_FLOOR = "from pydantic import BaseModel; import httpx; from aws_lambda_powertools import Logger"
# CPU time, which varies less than wall-clock time when others use the machine, too.
_TIMED = "import time; started = time.process_time(); {}; print(time.process_time() - started)"


@dataclass(frozen=True, slots=True)
class StartUp:
    """Processor time of a handler's import and of the floor's, in ms: medians over `runs` pairs.

    `ratio` is the median of the pairs' ratios.
    """

    function: str
    runs: int
    floor: float
    handler: float
    ratio: float


def measure_start_up(runs: int) -> list[StartUp]:
    """Every function's start, from a layer that is built for the purpose."""
    python = sys.executable
    with TemporaryDirectory() as folder:
        layer = build(Path(folder), this_machine(), Path(python)).shared_packages
        return [_measure(function.name, runs, layer, python) for function in FUNCTIONS]


def _measure(function: str, runs: int, layer: Path, python: str) -> StartUp:
    """Import both in turn, so that other work on the machine affects them alike."""
    paths = (FUNCTIONS_FOLDER / function, layer)
    pairs = [
        (_import_time(_FLOOR, paths, python), _import_time("import handler", paths, python))
        for _ in range(runs + 1)
    ][1:]
    return StartUp(
        function,
        runs,
        floor=statistics.median(floor for floor, _ in pairs) * 1000,
        handler=statistics.median(handler for _, handler in pairs) * 1000,
        ratio=statistics.median(handler / floor for floor, handler in pairs),
    )


def _import_time(statement: str, paths: Sequence[Path], python: str) -> float:
    return float(answer_of(_TIMED.format(statement), paths, python))
