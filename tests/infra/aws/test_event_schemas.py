"""The registry of a stage publishes each event's schema."""

import json

from infra.event_schemas import event_schemas
from tests.infra.aws.stages import Described


def test_a_registry_has_the_name_of_its_stage(dev: Described) -> None:
    _, registry = dev.only("EventSchemas::Registry")
    assert registry["RegistryName"] == "recollect-dev"


def test_the_registry_holds_every_schema_as_it_is_documented(stage: Described) -> None:
    registry, _ = stage.only("EventSchemas::Registry")

    published = stage.of_type("EventSchemas::Schema").values()
    assert {each["SchemaName"]: json.loads(each["Content"]) for each in published} == (
        event_schemas()
    )
    assert {each["Type"] for each in published} == {"OpenApi3"}
    for each in published:
        assert each["RegistryName"] == {"Fn::GetAtt": [registry, "RegistryName"]}


def test_no_schema_exceeds_the_limits_of_the_registry(dev: Described) -> None:
    for each in dev.of_type("EventSchemas::Schema").values():
        assert len(each["Content"]) <= 100_000
        assert 0 < len(each["Description"]) <= 256
