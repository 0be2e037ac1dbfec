"""What the core has to say to the metrics and the log, and telemetry writes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Unit = Literal["Milliseconds", "Count", "Percent", "Bytes"]


@dataclass(frozen=True, slots=True)
class Measure:
    """A value of a CloudWatch metric; `dimension` is the name and value of its one dimension."""

    name: str
    value: float
    unit: Unit
    dimension: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class LogNote:
    """A line of the log: what happened, and counts and names of it, never any content."""

    message: str
    level: Literal["info", "warning"]
    fields: Mapping[str, str | int | bool]
