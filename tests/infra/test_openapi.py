"""The description of the API agrees with the code and keeps to OpenAPI 3.1."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from typing_extensions import override

from infra.json_schemas import Json
from infra.openapi import FOLDER, describe, endpoints, files
from infra.openapi_glossary import words_of
from infra.routes import ROUTES
from recollect import __version__
from recollect.core.errors import FieldError, InvalidRequest, ToolFailed
from recollect.faces.docs_page import render_page
from recollect.memories.model import Memory
from recollect.memories.requests import NewMemory
from recollect.serving.problems import problem_kinds, problem_of, titles

METHODS = {"get", "post", "put", "delete"}
TYPES = {"string", "number", "integer", "boolean", "array", "object", "null"}


@pytest.fixture(scope="module")
def document() -> Json:
    return describe()


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def values_of(key: str, within: object) -> Iterator[object]:
    """All values under `key` at any depth, except in examples."""
    if isinstance(within, dict):
        for name, value in within.items():
            if name == "example":
                continue
            if name == key:
                yield value
            yield from values_of(key, value)
    elif isinstance(within, list):
        for each in within:
            yield from values_of(key, each)


def test_the_shipped_files_are_up_to_date_with_the_code() -> None:
    made = files()
    assert {path.name for path in FOLDER.iterdir()} == made.keys()
    for name, text in made.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text


def test_generating_the_files_twice_gives_the_same_files() -> None:
    assert files() == files()


def test_the_document_states_its_versions_and_title(document: Json) -> None:
    assert re.fullmatch(r"3\.1\.\d+", document["openapi"])
    assert document["info"]["title"]
    assert document["info"]["version"] == __version__
    assert document.keys() <= {"openapi", "info", "paths", "components", "servers", "tags"}


def test_every_route_is_described_and_nothing_else(document: Json) -> None:
    described = {(method.upper(), path) for path, method, _ in operations(document)}
    assert described == {(route.method, route.path) for route in ROUTES}
    assert {method for _, method, _ in operations(document)} <= METHODS


def test_operation_ids_are_unique_and_consist_of_a_verb_and_its_object(document: Json) -> None:
    ids = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(set(ids)) == len(ids)
    assert [each for each in ids if not re.fullmatch(r"[a-z]+([A-Z][a-z0-9]*)+", each)] == []
    assert {"storeMemory", "findMemories", "judgeRun", "deleteMemory", "listCases"} <= {*ids}


def test_every_operation_has_a_summary_and_an_answer(document: Json) -> None:
    for _, _, operation in operations(document):
        assert operation["summary"]
        answers = operation["responses"]
        statuses = {*answers}
        assert "default" in statuses
        assert statuses & {"200", "201", "405"}
        assert all(each.get("description", each.get("$ref")) for each in answers.values())


def test_every_route_lists_the_problem_statuses_that_it_can_answer(document: Json) -> None:
    meanings = document["components"]["responses"]
    assert set(meanings) == {*map(str, titles()), "default"}
    statuses = {
        f"{method.upper()} {path}": {each for each in operation["responses"] if each in meanings}
        for path, method, operation in operations(document)
    }
    others = {"401", "403", "429", "500", "502", "503", "504", "default"}
    assert statuses["GET /openapi.json"] == {"default"}
    assert statuses["GET /tools"] == others
    assert statuses["GET /apps/{app_slug}/memories/{memory_id}"] == others | {"404", "422"}
    written = others | {"400", "409", "413", "422"}
    assert statuses["POST /evidence"] == written
    assert statuses["POST /apps/{app_slug}/citations"] == written | {"404"}
    assert set(meanings) == set.union(*statuses.values())


def test_every_answer_lists_the_headers_that_it_can_have(document: Json) -> None:
    for _, _, operation in operations(document):
        for response in operation["responses"].values():
            assert "$ref" in response or {"Server-Timing", "X-Request-Id"} <= {*response["headers"]}
    unknown = {"X-Unknown-Cases", "X-Unknown-Customer"}
    assert extra_headers(document, "/packs/discovery") == {"X-Cache", "X-Degraded"} | unknown
    assert extra_headers(document, "/context") == extra_headers(document, "/mcp") == {"X-Degraded"}
    assert extra_headers(document, "/cases") == set()
    problems = document["components"]["responses"]
    waits = {status for status, each in problems.items() if "Retry-After" in each["headers"]}
    assert waits == {"429", "502", "503", "504", "default"}
    asks = {status for status, each in problems.items() if "WWW-Authenticate" in each["headers"]}
    assert asks == {"401", "403", "default"}


def extra_headers(document: Json, path: str) -> set[str]:
    """The headers of the first answer to a POST, without those that every answer has."""
    (answer, *_) = document["paths"][path]["post"]["responses"].values()
    return {*answer["headers"]} - {"Server-Timing", "X-Request-Id"}


def test_a_status_of_both_an_answer_and_a_problem_lists_both_bodies(document: Json) -> None:
    responses = document["paths"]["/mcp"]["post"]["responses"]
    assert responses["400"]["content"].keys() == {"application/json", "application/problem+json"}
    assert responses["404"]["content"].keys() == {"application/json"}


def test_problems_have_the_described_fields_and_all_problem_types_are_listed(
    document: Json,
) -> None:
    properties = document["components"]["schemas"]["Problem"]["properties"]
    failed = problem_of(ToolFailed("upstream_refused", "No.", retryable=False), "r-1")
    wrong = problem_of(InvalidRequest([FieldError("stage", "is missing")]), "r-1")
    for problem in (failed, wrong):
        for name, value in json.loads(problem.json()).items():
            assert name in properties
            if isinstance(value, dict):
                assert value.keys() == properties[name]["properties"].keys()
    assert properties["type"]["examples"] == [
        f"urn:recollect:problem:{each}" for each in problem_kinds()
    ]
    errors = (FOLDER.parents[3] / "docs" / "operations.md").read_text("utf-8")
    assert [each for each in problem_kinds() if f"`{each}`" not in errors] == []


def test_every_parameter_of_a_path_is_declared_once_and_required(document: Json) -> None:
    for path, _, operation in operations(document):
        parameters = operation["parameters"]
        names = [each["name"] for each in parameters if each["in"] == "path"]
        assert names == re.findall(r"{(\w+)}", path)
        assert all(each["required"] is True for each in parameters if each["in"] == "path")
        assert len({(each["in"], each["name"]) for each in parameters}) == len(parameters)
        assert all("schema" in each for each in parameters)


def test_every_reference_leads_somewhere(document: Json) -> None:
    references = [str(each) for each in values_of("$ref", document)]
    assert references
    for reference in references:
        found: Any = document
        for step in reference.removeprefix("#/").split("/"):
            found = found[step]
        assert isinstance(found, dict)


def test_every_schema_is_used_and_of_a_type_that_exists(document: Json) -> None:
    used = {str(each).rpartition("/")[2] for each in values_of("$ref", document)}
    assert set(document["components"]["schemas"]) <= used
    kinds = {str(each) for each in values_of("type", document["paths"])}
    assert kinds <= TYPES


def test_every_operation_with_a_scope_names_an_existing_security_scheme(document: Json) -> None:
    schemes = document["components"]["securitySchemes"]
    scopes: dict[tuple[str, str], str | None] = {
        (each.method, each.path): each.scope for each in ROUTES
    }
    for path, method, operation in operations(document):
        scope = scopes[method.upper(), path]
        needs = [(name, need) for each in operation["security"] for name, need in each.items()]
        assert needs == ([("jwt", [scope])] if scope else [])
        assert all(name in schemes for name, _ in needs)


def test_only_operations_that_write_take_an_idempotency_key(document: Json) -> None:
    writing = {
        (path, method)
        for path, method, operation in operations(document)
        if any(each["name"] == "Idempotency-Key" for each in operation["parameters"])
    }
    assert writing == {
        (route.path, route.method.lower())
        for route in ROUTES
        if route.method != "GET"
        and route.scope not in {"memory:read", "context:read", "pack:read", None}
    }


@pytest.mark.parametrize("model", [NewMemory, Memory])
def test_a_model_is_described_with_all_its_fields(
    document: Json, model: type[NewMemory] | type[Memory]
) -> None:
    schema = document["components"]["schemas"][model.__name__]
    assert set(schema["properties"]) == set(model.model_fields)
    assert schema["additionalProperties"] is False


def test_the_document_is_strict_json(document: Json) -> None:
    assert json.loads(json.dumps(document, allow_nan=False)) == document


class _Anchors(HTMLParser):
    """The links of a page and their targets, its tags, its text, and the content of its scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.targets: set[str] = set()
        self.tags: set[str] = set()
        self.written = ""
        self.shown = ""

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "href" and value and value.startswith("#"):
                self.links.add(value[1:])
            if name == "id" and value:
                self.targets.add(value)

    @override
    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            self.written += data
        else:
            self.shown += data


def test_the_page_for_people_has_every_route_no_inline_script_and_no_dead_link(
    document: Json,
) -> None:
    page, text = _Anchors(), render_page(document)
    page.feed(text)
    assert page.links <= page.targets
    names = {each["operationId"] for _, _, each in operations(document)}
    shown = document["components"]["schemas"].keys() | {f"operation-{each}" for each in names}
    assert page.targets == shown | {"caller"}
    assert "style" not in page.tags
    assert page.written == ""
    assert all(f"<b>{each.method}</b> <code>{each.path}</code>" in text for each in ROUTES)


def test_optional_fields_of_an_answer_have_no_default(document: Json) -> None:
    schemas = document["components"]["schemas"]
    with_default = {
        (name, field)
        for name in ("SearchResult", "FoundMemory", "MemoryMetadata", "Prepared", "NewMemory")
        for field, schema in schemas[name]["properties"].items()
        if "default" in schema
    }
    assert {name for name, _ in with_default} == {"NewMemory"}
    assert ("NewMemory", "trust") in with_default
    assert schemas["SearchResult"]["required"] == ["results"]


def test_an_omittable_answer_field_is_never_null_but_a_request_field_may_be(document: Json) -> None:
    schemas = document["components"]["schemas"]

    def may_be_null(schema: str, field: str) -> bool:
        return "null" in set(values_of("type", schemas[schema]["properties"][field]))

    assert not may_be_null("MemoryList", "next_cursor")
    assert schemas["PreparedParts"]["properties"]["pack"]["$ref"].endswith("/DiscoveryPack")
    assert may_be_null("MemoryMetadata", "last_validated_at")
    assert may_be_null("Search", "category")


def test_every_time_field_has_the_format_date_time(document: Json) -> None:
    unlike = {
        f"{name}.{field}"
        for name, schema in document["components"]["schemas"].items()
        for field, properties in schema.get("properties", {}).items()
        if re.search(r"(^|_)at$|^(since|until|valid_from|valid_until|as_of)$", field)
        and "date-time" not in set(values_of("format", properties))
    }
    assert unlike == set()


def test_the_page_for_people_explains_parameters_and_fields(document: Json) -> None:
    page = _Anchors()
    page.feed(render_page(document))
    parameters = [
        each
        for _, _, operation in operations(document)
        for each in operation["parameters"]
        if each["in"] in {"path", "query"}
    ]
    assert parameters
    for each in parameters:
        description = each["description"].replace("`", "")
        assert f"{each['name']} {description}" in page.shown
    fields = document["components"]["schemas"]["NewMemory"]["properties"].values()
    assert all(json.dumps(each["description"]) in page.shown for each in fields)


def test_the_page_for_people_formats_code_and_begins_with_memories(document: Json) -> None:
    text = render_page(document)
    assert "<code>deduplicated</code>" in text
    assert text.index("This API</h2>") < text.index("<code>/ready</code>")


def test_the_page_for_people_escapes_html_in_texts(document: Json) -> None:
    hostile = "<script>alert(1)</script> `<img src=x onerror=alert(1)>`"
    changed: Json = json.loads(json.dumps(document))
    for _, _, each in words_of(changed):
        each["description"] = hostile
    page = _Anchors()
    page.feed(render_page(changed))
    assert page.written == ""
    assert "img" not in page.tags
    assert "app_slug <script>alert(1)</script> <img src=x onerror=alert(1)>" in page.shown


def test_the_answer_202_has_no_body(document: Json) -> None:
    assert "content" not in document["paths"]["/mcp"]["post"]["responses"]["202"]


def test_every_example_body_is_accepted_by_its_route(document: Json) -> None:
    models = {(each.method, each.path): each.body for _, each in endpoints()}
    for path, method, operation in operations(document):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            models[method.upper(), path].model_validate_json(json.dumps(content["example"]))


def test_every_enumeration_is_defined_once_under_a_name(document: Json) -> None:
    named = [each["enum"] for each in document["components"]["schemas"].values() if "enum" in each]
    everywhere = [each for each in values_of("enum", document) if len(list(each)) > 1]  # type: ignore[call-overload]  # a list
    assert len(named) > 20
    assert sorted(map(str, everywhere)) == sorted(map(str, named))
