"""The registry of a stage publishes each event's schema."""

import json

import pytest
from aws_cdk import App, Stack
from aws_cdk.assertions import Template

from infra.aws.config import StageConfig
from infra.aws.event_schemas import EventSchemas
from infra.event_schemas import event_schemas


@pytest.fixture(scope="module")
def template() -> Template:
    stack = Stack(App(), "schemas")
    EventSchemas(stack, StageConfig(stage="dev", open=True))
    return Template.from_stack(stack)


def test_a_registry_has_the_name_of_its_stage(template: Template) -> None:
    (registry,) = template.find_resources("AWS::EventSchemas::Registry").values()
    assert registry["Properties"]["RegistryName"] == "recollect-dev"


def test_every_schema_is_in_the_registry_as_it_is_written_for_people(template: Template) -> None:
    found = template.find_resources("AWS::EventSchemas::Schema")
    (registry,) = template.find_resources("AWS::EventSchemas::Registry")

    published = [each["Properties"] for each in found.values()]
    assert {each["SchemaName"]: json.loads(each["Content"]) for each in published} == (
        event_schemas()
    )
    assert {each["Type"] for each in published} == {"OpenApi3"}
    for each in published:
        assert each["RegistryName"] == {"Fn::GetAtt": [registry, "RegistryName"]}


def test_no_schema_says_more_than_the_registry_takes(template: Template) -> None:
    for each in template.find_resources("AWS::EventSchemas::Schema").values():
        assert len(each["Properties"]["Content"]) <= 100_000
        assert 0 < len(each["Properties"]["Description"]) <= 256
