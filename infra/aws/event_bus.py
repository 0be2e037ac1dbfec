"""The event bus of a stage, its archive, and the published schema of each event."""

import json

from aws_cdk import Duration
from aws_cdk import aws_events as events
from aws_cdk import aws_eventschemas as eventschemas
from constructs import Construct

from infra.aws.config import StageConfig
from infra.event_schemas import event_schemas


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
        _publish_schemas(Construct(self, "Schemas"), config)


def _publish_schemas(scope: Construct, config: StageConfig) -> None:
    """Add a registry with one schema per detail-type, from which EventBridge can generate code."""
    registry = eventschemas.CfnRegistry(
        scope,
        "Registry",
        registry_name=config.names.base,
        description="The events of Recollect",
    )
    for name, document in event_schemas().items():
        info = document["info"]
        eventschemas.CfnSchema(
            scope,
            info["title"],
            registry_name=registry.attr_registry_name,
            schema_name=name,
            type="OpenApi3",
            description=info["description"],
            content=json.dumps(document, ensure_ascii=False, separators=(",", ":")),
        )
