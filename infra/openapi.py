"""The description of the API, made from the routes and models: `make openapi` writes it.

The files are kept in the repository and shipped in the layer, so that serving them costs nothing; a
test compares them with the output of this module.
"""

import importlib
import json
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from pathlib import Path

from pydantic.alias_generators import to_camel
from pydantic.json_schema import models_json_schema

from infra.json_schemas import REF_TEMPLATE, Json, reference
from infra.openapi_answers import AsSent, leave_out_defaults_of_answers
from infra.openapi_enumerations import name_enumerations
from infra.openapi_glossary import explain_words, read_glossary
from infra.openapi_headers import described_headers, headers_of
from infra.openapi_problems import (
    PROBLEM,
    PROBLEM_CONTENT,
    problem_headers,
    problem_responses,
    problems,
)
from infra.routes import FUNCTIONS, ROUTES
from infra.samples import EVENTS_FOLDER
from recollect import __version__
from recollect.discovery.pack_schema import json_schema
from recollect.serving.calls import Empty
from recollect.serving.endpoints import Endpoint
from recollect.serving.http import Api
from recollect.serving.payload import path_pattern

FOLDER = Path(__file__).parents[1] / "shared" / "recollect" / "serving" / "api"
_IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "The same key and request get the first answer for a day; "
    "the same key with another request is 409.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
}


def endpoints() -> Iterator[tuple[str, Endpoint]]:
    """The endpoints that the handlers register, each with its function's name."""
    for function in FUNCTIONS:
        handler = importlib.import_module(f"functions.{function.name}.handler")
        api = getattr(handler, "api", None)
        if isinstance(api, Api):
            yield from ((function.name, endpoint) for endpoint in api.endpoints.values())


def describe() -> Json:
    """The OpenAPI 3.1 document, with paths in the order of the route table."""
    registered = {(each.method, each.path): (name, each) for name, each in endpoints()}
    models = sorted(
        {
            (model, mode)
            for _, endpoint in registered.values()
            for model, mode in (
                # A model in the query string is described parameter by parameter.
                (None if endpoint.in_query else endpoint.body, "validation"),
                (endpoint.answer, "serialization"),
            )
            if model is not None and model is not Empty
        },
        key=lambda pair: pair[0].__name__,
    )
    _, definitions = models_json_schema(models, ref_template=REF_TEMPLATE, schema_generator=AsSent)  # type: ignore[arg-type]  # modes
    paths: dict[str, Json] = {}
    for route in ROUTES:
        function, endpoint = registered[route.method, route.path]
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(function, endpoint)
    document: Json = {
        "openapi": "3.1.0",
        "info": {
            "title": "Recollect",
            "version": __version__,
            "description": "Context for support and operations agents before they act, "
            "and a memory that learns from how it turned out.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": {**definitions["$defs"], "Problem": PROBLEM},
            "responses": problem_responses(),
            "headers": described_headers(),
            "securitySchemes": {"jwt": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
        },
    }
    leave_out_defaults_of_answers(document)
    name_enumerations(document)
    explain_words(document, read_glossary())
    return document


def _operation(function: str, endpoint: Endpoint) -> Json:
    operation: Json = {
        "operationId": to_camel(endpoint.operation),
        "summary": (endpoint.handle.__doc__ or "").strip(),
        "tags": [function],
        "security": [{"jwt": [endpoint.scope]}] if endpoint.scope else [],
        "parameters": list(_parameters(endpoint)),
        "responses": _responses(endpoint),
    }
    if endpoint.body is not Empty and not endpoint.in_query:
        operation["requestBody"] = {
            "required": True,
            "content": {
                "application/json": {
                    "schema": reference(endpoint.body.__name__),
                    "example": _example(function, endpoint),
                }
            },
        }
    return operation


def _example(function: str, endpoint: Endpoint) -> Json:
    """The body of a route's first sample event. Raises LookupError if it has none."""
    for path in sorted((EVENTS_FOLDER / function).glob("*.json")):
        event: Json = json.loads(path.read_text(encoding="utf-8"))
        if event.get("routeKey") == endpoint.route_key:
            body: Json = json.loads(event["body"])
            return body
    raise LookupError(f"{endpoint.route_key} has no sample event")


def _parameters(endpoint: Endpoint) -> Iterator[Json]:
    for part in endpoint.path.split("/"):
        if part.startswith("{"):
            name = part.strip("{}")
            schema = {"type": "string", "pattern": path_pattern(name)}
            yield {"name": name, "in": "path", "required": True, "schema": schema}
    if endpoint.in_query:
        described = endpoint.body.model_json_schema()
        properties: Mapping[str, Json] = described["properties"]
        for name, schema in properties.items():
            yield {"name": name, "in": "query", "schema": schema}
        if further := described.get("additionalProperties"):
            # Each member of the object is a parameter of its own (`style: form`, exploded).
            schema = {"type": "object", "additionalProperties": further}
            yield {"name": "metadata", "in": "query", "style": "form", "schema": schema}
    if endpoint.writes:
        yield _IDEMPOTENCY_KEY


def _responses(endpoint: Endpoint) -> Json:
    own = set(problems(endpoint)) if endpoint.failure else set()
    answered = [*endpoint.statuses, *sorted(own.difference(endpoint.statuses))]
    failing = [each for each in sorted(problems(endpoint)) if each not in answered]
    return {
        **{str(status): _answered(endpoint, status) for status in answered},
        **{str(each): {"$ref": f"#/components/responses/{each}"} for each in (*failing, "default")},
    }


def _answered(endpoint: Endpoint, status: int) -> Json:
    """A route's answer with this status; it includes a problem that has the same status."""
    content: Json = {}
    if endpoint.answer is not None and status != HTTPStatus.ACCEPTED:  # which has no body
        content["application/json"] = {"schema": reference(endpoint.answer.__name__)}
    if status in problems(endpoint):
        content |= PROBLEM_CONTENT
    return {
        "description": "Done"
        if status < HTTPStatus.BAD_REQUEST
        else "Not done: the answer says why",
        "headers": headers_of(*endpoint.headers, *problem_headers(str(status))),
        **({"content": content} if content else {}),
    }


def files() -> dict[str, str]:
    """The names and contents of the files."""
    return {
        "openapi.json": json.dumps(describe(), indent=2, ensure_ascii=False) + "\n",
        "discovery-pack-1.1.0.json": json.dumps(json_schema(), indent=2) + "\n",
    }


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
