"""Numbers for the metrics: what the core measures, and telemetry writes."""

from dataclasses import dataclass
from typing import Literal

Unit = Literal["Milliseconds", "Count", "Percent"]


@dataclass(frozen=True, slots=True)
class Measure:
    """A value of a metric; `dimension` is a name and a value that it is told apart by."""

    name: str
    value: float
    unit: Unit
    dimension: tuple[str, str] | None = None
