"""What is watched, and what an alarm is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_sqs as sqs

from infra.aws.config import StageConfig
from infra.aws.function import RecollectFunction
from infra.aws.http_api import Doors
from infra.aws.watching.metrics import OwnMetrics
from infra.aws.watching.probe import Probe

SEE: Final = "See docs/operations.md, What to watch"


@dataclass(frozen=True, slots=True)
class AlarmDefinition:
    """It rings when `metric` is at least `threshold` in `datapoints` of the last `periods`.

    `when_silent`: when it is less than that, or there is none at all. If it rings while a release
    of a function of `stops` is under way, that one goes back. One that `rings` for nobody is for
    releases alone.
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
    probe: Probe | None = None

    @property
    def own(self) -> OwnMetrics:
        """What its functions count themselves."""
        return OwnMetrics(self.config.names.metrics)

    @property
    def redrive(self) -> str:
        """The command that sends dead letters again."""
        return f"make redrive STAGE={self.config.stage}"
