"""The published schema of each event, for those who write publishers or listeners."""

import json

from aws_cdk import aws_eventschemas as eventschemas
from constructs import Construct

from infra.aws.config import StageConfig
from infra.event_schemas import event_schemas


class EventSchemas(Construct):
    """A registry with one schema per detail-type, from which EventBridge can generate code."""

    def __init__(self, scope: Construct, config: StageConfig) -> None:
        super().__init__(scope, "Schemas")
        registry = eventschemas.CfnRegistry(
            self,
            "Registry",
            registry_name=config.names.base,
            description="The events of Recollect",
        )
        for name, document in event_schemas().items():
            info = document["info"]
            eventschemas.CfnSchema(
                self,
                info["title"],
                registry_name=registry.attr_registry_name,
                schema_name=name,
                type="OpenApi3",
                description=info["description"],
                content=json.dumps(document, ensure_ascii=False, separators=(",", ":")),
            )
