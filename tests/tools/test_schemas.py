"""The descriptions of tools that models see."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from recollect.tools.contract import SUMMARY_FIELDS
from recollect.tools.tool import FunctionDescription
from tests.cases import each_case
from tests.tools.fakes import World

ALL = ("tool:call", "tool:write")
# Their names say all that there is to say.
SELF_EXPLAINING = {"name", "environment", "ipAddress", "fqdn", "description", "query"}


def described() -> dict[str, FunctionDescription]:
    tools = World().toolbox.described(ALL).tools
    functions = {tool.function.name: tool.function for tool in tools}
    assert len(functions) == len(tools)
    return functions


def names_within(value: JsonValue) -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from names_within(each)
    elif isinstance(value, list):
        for each in value:
            yield from names_within(each)


def properties(function: FunctionDescription) -> dict[str, dict[str, Any]]:
    held = function.parameters["properties"]
    assert isinstance(held, dict)
    return {name: each for name, each in held.items() if isinstance(each, dict)}


def test_every_tool_of_the_contract_exists_once() -> None:
    names = [tool.function.name for tool in World().toolbox.described(ALL).tools]
    assert sorted(names) == sorted(SUMMARY_FIELDS)


def test_the_documents_name_the_tools_and_their_summaries() -> None:
    row = re.compile(r"^\| `(\w+)` \|[^|\n]*\|(.*\*\*.*)\|$", re.MULTILINE)
    rows = row.findall((Path(__file__).parents[2] / "docs/tools.md").read_text("utf-8"))
    told = {name: set(re.findall(r"\*\*`(\w+)`\*\*", answers)) for name, answers in rows}
    assert told == {name: set(fields) for name, fields in SUMMARY_FIELDS.items()}


async def test_every_tools_answer_has_its_summary_fields() -> None:
    for name, fields in SUMMARY_FIELDS.items():
        told = (await World().try_out(name)).result.model_dump(mode="json")
        assert all(told[field] for field in fields), name


def test_a_schema_is_flat_and_closed() -> None:
    for function in described().values():
        parameters = function.parameters
        assert parameters["type"] == "object"
        assert parameters["additionalProperties"] is False
        assert not {"$ref", "$defs", "anyOf", "allOf", "title"} & set(names_within(parameters))
        for each in properties(function).values():
            assert each["type"] in {"string", "integer", "boolean"}
            assert each.get("default", "") is not None


def test_a_schema_describes_each_argument() -> None:
    for function in described().values():
        assert function.description
        undescribed = {
            argument for argument, each in properties(function).items() if "description" not in each
        }
        assert undescribed <= SELF_EXPLAINING, function.name


def test_a_tool_is_described_in_the_format_that_models_accept() -> None:
    for tool in World().toolbox.described(ALL).tools:
        told = json.loads(tool.model_dump_json())
        assert set(told) == {"type", "function"}
        assert told["type"] == "function"
        assert set(told["function"]) == {"name", "description", "parameters"}


@each_case(
    ("name", "required"),
    [
        ("getCase", ["caseNumber"]),
        ("searchCases", ["query"]),
        ("list_service_cases", []),
        ("createConfigurationItem", ["className", "name"]),
    ],
)
def test_a_schema_names_the_required_arguments(name: str, required: list[str]) -> None:
    assert described()[name].parameters["required"] == required


def test_optional_arguments_keep_their_bounds_and_defaults() -> None:
    cases = properties(described()["list_service_cases"])
    assert cases["priority"]["enum"] == [1, 2, 3, 4, 5]
    assert cases["openedAfter"]["format"] == "date-time"
    assert (cases["limit"]["default"], cases["limit"]["maximum"]) == (10, 50)
    assert "default" not in cases["query"]
    assert properties(described()["createConfigurationItem"])["confirmed"]["const"] is True


@each_case("scopes", [(), ("tool:call",)])
def test_a_caller_without_the_write_scope_does_not_see_the_writing_tool(
    scopes: tuple[str, ...],
) -> None:
    seen = {tool.function.name for tool in World().toolbox.described(scopes).tools}
    assert seen == set(SUMMARY_FIELDS) - {"createConfigurationItem"}


def test_only_the_writing_tool_has_a_scope_of_its_own() -> None:
    scopes: Mapping[str, str | None] = {
        name: tool.scope for name, tool in World().toolbox.tools.items()
    }
    assert {name: scope for name, scope in scopes.items() if scope} == {
        "createConfigurationItem": "tool:write"
    }
