"""The published event schemas agree with the functions, and use only OpenAPI 3.0."""

import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, ValidationError

from infra.event_schemas import FOLDER, event_schemas, files, to_openapi_3_0
from infra.json_schemas import Json
from infra.routes import EVENTS, EventRule
from recollect.validation.models import ContradictedFact, ResponseValidationAlert
from tests.cases import each_case
from tests.infra.openapi_values import TYPES, conforms

SCHEMAS = event_schemas()
RULES = {f"{rule.source}@{rule.detail_type}": rule for rule in EVENTS}
ALERT = "recollect.validation@ResponseValidationAlert"
EVENT = "#/components/schemas/AWSEvent"
SAMPLES = Path(__file__).parents[2] / "events"
# https://spec.openapis.org/oas/v3.0.3#schema-object
KEYWORDS = {
    *("title", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"),
    *("maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems"),
    *("maxProperties", "minProperties", "required", "enum", "type", "allOf", "oneOf", "anyOf"),
    *("not", "items", "properties", "additionalProperties", "description", "format", "default"),
    *("nullable", "discriminator", "readOnly", "writeOnly", "xml", "externalDocs", "example"),
    "deprecated",
}


def samples() -> Iterator[tuple[str, Json]]:
    for rule in RULES.values():
        for path in sorted((SAMPLES / rule.function).glob("*.json")):
            event = json.loads(path.read_text())
            if event.get("detail-type") == rule.detail_type:
                yield f"{rule.source}@{rule.detail_type}", event


SAMPLED = list(samples())


def accepts(name: str, event: object) -> bool:
    return conforms(event, {"$ref": EVENT}, SCHEMAS[name])


def detail_model(rule: EventRule) -> type[BaseModel]:
    consumer = importlib.import_module(f"functions.{rule.function}.handler").consumer
    model: type[BaseModel] = consumer.details[rule.detail_type]
    return model


def is_understood(rule: EventRule, detail: object) -> bool:
    try:
        detail_model(rule).model_validate_json(json.dumps(detail), strict=True)
    except ValidationError:
        return False
    return True


def schemas_within(schema: Json) -> Iterator[Json]:
    yield schema
    for nested in schema.get("properties", {}).values():
        yield from schemas_within(nested)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from schemas_within(schema[key])
    for key in ("anyOf", "oneOf", "allOf"):
        for nested in schema.get(key, ()):
            yield from schemas_within(nested)


def test_the_documents_say_what_a_second_delivery_of_each_event_does() -> None:
    page = (FOLDER.parent / "operations.md").read_text("utf-8")
    table = page.partition("What a second delivery does:\n\n")[2].partition("\n\n")[0]
    rows = (row.split("|")[1] for row in table.splitlines())
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert told == {rule.detail_type for rule in EVENTS}


def test_every_event_that_is_consumed_or_published_has_a_schema() -> None:
    assert set(SCHEMAS) == {*RULES, ALERT}


def test_the_shipped_files_are_up_to_date_with_the_code() -> None:
    shipped = {each.name: each.read_text(encoding="utf-8") for each in FOLDER.glob("*.json")}
    assert shipped == dict(files())


@each_case("name", SCHEMAS)
def test_a_schema_names_its_event_as_eventbridge_does(name: str) -> None:
    envelope = SCHEMAS[name]["components"]["schemas"]["AWSEvent"]
    source, detail_type = name.split("@")

    assert envelope["x-amazon-events-source"] == source
    assert envelope["x-amazon-events-detail-type"] == detail_type
    assert envelope["properties"]["detail"] == {"$ref": f"#/components/schemas/{detail_type}"}
    assert set(envelope["required"]) == {
        *("version", "id", "detail-type", "source", "account", "time", "region", "resources"),
        "detail",
    }


@each_case("name", SCHEMAS)
def test_a_schema_uses_only_keywords_of_openapi_3_0(name: str) -> None:
    document = SCHEMAS[name]

    assert document["openapi"] == "3.0.0"
    for model in document["components"]["schemas"].values():
        for schema in schemas_within(model):
            assert (
                set(schema) == {"$ref"}
                or {each for each in schema if not each.startswith("x-")} <= KEYWORDS
            ), schema
            assert schema.get("type") in {None, *TYPES}
            assert isinstance(schema.get("exclusiveMinimum", False), bool)


def test_there_is_a_sample_of_every_event_that_is_consumed() -> None:
    assert {name for name, _ in SAMPLED} == set(RULES)


@each_case(("name", "event"), SAMPLED)
def test_a_sample_is_accepted_by_its_own_schema_and_no_other(name: str, event: Json) -> None:
    assert [each for each in SCHEMAS if accepts(each, event)] == [name]


@each_case(("name", "event"), SAMPLED)
def test_an_event_without_one_of_its_fields_is_refused(name: str, event: Json) -> None:
    for left_out in event:
        assert not accepts(name, {key: event[key] for key in event if key != left_out})


@each_case(("name", "event"), SAMPLED)
@given(data=st.data())
def test_a_schema_and_its_function_agree_on_a_detail(
    name: str, event: Json, data: st.DataObject
) -> None:
    field = data.draw(st.sampled_from([*detail_model(RULES[name]).model_fields, "unknown"]))
    value = data.draw(
        st.one_of(
            st.none(),
            st.booleans(),
            st.sampled_from([-1, 0, 0.5, 1, 2.5, 36_500, 36_501]),
            st.sampled_from(["", "success", "failed", "failure", "prune", "a-b", "A b", "x" * 300]),
            st.lists(st.sampled_from(["mem_1", "no good"]), max_size=2),
            st.just(["mem_1"] * 101),
        )
    )
    detail = {**event["detail"], field: value}

    understood = is_understood(RULES[name], detail)
    assert accepts(name, {**event, "detail": detail}) == understood


def test_a_published_alert_is_accepted_by_its_schema() -> None:
    alert = ResponseValidationAlert(
        validation_id="val_1",
        response_type="overview",
        response_length=812,
        missing_elements=("Summary",),
        tools_with_unused_summaries=(),
        contradictions=(ContradictedFact(tool_name="getCase", kind="status", count=1),),
    )
    schema = {"$ref": "#/components/schemas/ResponseValidationAlert"}
    detail = json.loads(alert.model_dump_json())

    assert conforms(detail, schema, SCHEMAS[ALERT])
    assert not conforms({**detail, "responseType": "poem"}, schema, SCHEMAS[ALERT])
    assert not conforms({**detail, "missingElements": [1]}, schema, SCHEMAS[ALERT])


class Part(BaseModel):
    const: Literal["its name is a word of the language"]


class Whole(BaseModel):
    part: Part = Field(description="A reference with something beside it")
    perhaps: Part | None = None
    kind: Literal["a", "b"] | None = None
    pair: tuple[int, str]
    share: float = Field(gt=0, lt=1)
    either: int | str | None = None
    named: dict[str, int | None]


def test_a_json_schema_is_translated_into_openapi_3_0() -> None:
    properties = to_openapi_3_0(Whole.model_json_schema(ref_template="{model}"))["properties"]
    for schema in properties.values():
        schema.pop("title", None)

    assert properties == {
        "part": {
            "allOf": [{"$ref": "Part"}],
            "description": "A reference with something beside it",
        },
        "perhaps": {"allOf": [{"$ref": "Part"}], "nullable": True, "default": None},
        "kind": {"enum": ["a", "b", None], "type": "string", "nullable": True, "default": None},
        "pair": {
            "type": "array",
            "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            "minItems": 2,
            "maxItems": 2,
        },
        "share": {
            "type": "number",
            "minimum": 0,
            "exclusiveMinimum": True,
            "maximum": 1,
            "exclusiveMaximum": True,
        },
        "either": {
            "anyOf": [{"type": "integer", "nullable": True}, {"type": "string", "nullable": True}],
            "default": None,
        },
        "named": {"type": "object", "additionalProperties": {"type": "integer", "nullable": True}},
    }


def test_a_field_may_have_the_name_of_a_keyword() -> None:
    schema = to_openapi_3_0(Part.model_json_schema())

    assert schema["required"] == ["const"]
    assert schema["properties"]["const"]["enum"] == ["its name is a word of the language"]
