"""The event bus of a stage, its archive, and the published schema of each event."""

from aws_cdk import Duration
from aws_cdk import aws_events as events
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.event_schemas import EventSchemas


class RecollectBus(Construct):
    """The bus, with an archive: its events can be replayed for the stage's `archive_days`."""

    def __init__(self, scope: Construct, config: StageConfig) -> None:
        super().__init__(scope, "Bus")
        self.bus = events.EventBus(self, "Bus", event_bus_name=config.names.base)
        self.bus.archive(
            "Archive",
            archive_name=config.names.base,
            description="Outcomes and schedules, to be replayed",
            event_pattern=events.EventPattern(source=events.Match.prefix("recollect.")),
            retention=Duration.days(config.archive_days),
        )
        EventSchemas(self, config)
