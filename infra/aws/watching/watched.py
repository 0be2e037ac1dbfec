"""The resources of a stage that are watched, and the definition of an alarm."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_sqs as sqs

from infra.aws.config import StageConfig
from infra.aws.doors import Doors
from infra.aws.function import RecollectFunction
from infra.aws.watching.metrics import OwnMetrics
from infra.aws.watching.probe import Probe

SEE: Final = "See docs/operations.md, Alarms"


@dataclass(frozen=True, slots=True)
class AlarmDefinition:
    """An alarm. It rings if `metric` is at least `threshold` in `datapoints` of the last `periods`.

    With `when_silent`, it rings if `metric` is less than that, or missing. If it rings during a
    release of a function in `stops`, that release is rolled back. If `rings` is False, nobody is
    notified: the alarm is only for releases.
    """

    name: str
    description: str
    metric: cloudwatch.IMetric
    threshold: float
    periods: int = 1
    datapoints: int = 1
    when_silent: bool = False
    stops: tuple[RecollectFunction, ...] = ()
    rings: bool = True


@dataclass(frozen=True, slots=True)
class Watched:
    """A stage as alarms and the dashboard see it."""

    config: StageConfig
    functions: Mapping[str, RecollectFunction]
    doors: Doors
    undelivered: Mapping[str, sqs.Queue]
    probe: Probe | None

    @property
    def own(self) -> OwnMetrics:
        """The metrics that the stage's functions write themselves."""
        return OwnMetrics(self.config.names.metrics)

    @property
    def redrive(self) -> str:
        """The command that sends dead letters again."""
        return f"make redrive STAGE={self.config.stage}"
