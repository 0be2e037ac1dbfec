"""Values for the metrics and lines for the log, as data; telemetry writes them."""

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
    """A line of the log: what happened, with counts and names, and never any content."""

    message: str
    level: Literal["info", "warning"]
    fields: Mapping[str, str | int | bool]
