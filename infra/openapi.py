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
from infra.routes import FUNCTIONS, ROUTES
from infra.samples import EVENTS_FOLDER
from recollect import __version__
from recollect.discovery.pack_schema import json_schema
from recollect.serving.calls import Empty
from recollect.serving.http import Api, Endpoint
from recollect.serving.payload import path_pattern
from recollect.serving.problems import problem_kinds, retryable_statuses, titles

FOLDER = Path(__file__).parents[1] / "shared" / "recollect" / "serving" / "api"
_PROBLEM = {
    "type": "object",
    "description": "What went wrong (RFC 9457).",
    "required": ["type", "title", "status", "detail", "requestId"],
    "properties": {
        "type": {
            "type": "string",
            "description": "The kind of problem, a URN: go by this one. There may be others later.",
            "examples": [f"urn:recollect:problem:{each}" for each in problem_kinds()],
        },
        "title": {"type": "string", "description": "What the kind of problem is called."},
        "status": {"type": "integer", "description": "The status of the answer."},
        "detail": {"type": "string", "description": "What went wrong this time, in words."},
        "requestId": {"type": "string", "description": "What the request is called in the logs."},
        "errors": {
            "type": "array",
            "description": "What is wrong with the request, field by field.",
            "items": {
                "type": "object",
                "required": ["field", "message"],
                "properties": {
                    "field": {"type": "string", "description": "Its path, as items.0.content."},
                    "message": {"type": "string", "description": "What it must be or not be."},
                },
            },
        },
        "error": {
            "type": "object",
            "description": "Why a tool failed, as models are used to read it.",
            "required": ["code", "message", "retryable"],
            "properties": {
                "code": {"type": "string", "description": "A word for it: upstream_timeout."},
                "message": {"type": "string", "description": "What failed and what to do."},
                "retryable": {"type": "boolean", "description": "Whether a repeat may help."},
            },
        },
    },
}
_PROBLEM_CONTENT = {"application/problem+json": {"schema": reference("Problem")}}
_IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "The same key and request get the first answer for a day; "
    "the same key with another request is 409.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
}

_TEXT = {"type": "string"}
_HEADERS = {
    "Server-Timing": "How long it took in milliseconds: in all, for the stores, for its parts.",
    "X-Request-Id": "What the request is called in the logs.",
    "X-Cache": "Whether the answer was kept from before: hit or miss.",
    "X-Degraded": "What had to be left out since something failed, separated by spaces.",
    "X-Unknown-Cases": "Numbers of which there is no case, separated by a comma and a space.",
    "Cache-Control": "For how many seconds it may be kept (`max-age`).",
    "ETag": "Changes with what is answered.",
    "X-Unknown-Customer": "true where the caller may know of no customer of the companyName.",
    "Allow": "The methods that there are.",
    "Retry-After": "The seconds after which a repeat makes sense.",
    "WWW-Authenticate": "That a token is wanted, and with which scope.",
}
_ALWAYS = ("Server-Timing", "X-Request-Id")


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
            "schemas": {**definitions["$defs"], "Problem": _PROBLEM},
            "responses": _problem_responses(),
            "headers": {
                name: {"description": meaning, "schema": _TEXT}
                for name, meaning in _HEADERS.items()
            },
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
    failing = [each for each in sorted(problems(endpoint)) if each not in endpoint.statuses]
    return {
        **{str(status): _answered(endpoint, status) for status in endpoint.statuses},
        **{str(each): {"$ref": f"#/components/responses/{each}"} for each in (*failing, "default")},
    }


def _answered(endpoint: Endpoint, status: int) -> Json:
    """A route's answer with this status; it includes a problem that has the same status."""
    content: Json = {}
    if endpoint.answer is not None and status != HTTPStatus.ACCEPTED:  # which has no body
        content["application/json"] = {"schema": reference(endpoint.answer.__name__)}
    if status in problems(endpoint):
        content |= _PROBLEM_CONTENT
    return {
        "description": "Done"
        if status < HTTPStatus.BAD_REQUEST
        else "Not done: the answer says why",
        "headers": _headers(*endpoint.headers),
        **({"content": content} if content else {}),
    }


def _headers(*further: str) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*_ALWAYS, *further)}


def problems(endpoint: Endpoint) -> Iterator[int]:
    """The statuses with which a route can fail, by its scope, body, parameters and effect.

    Other answers of API Gateway itself are under `default`.
    """
    has_body = endpoint.body is not Empty and not endpoint.in_query
    if has_body:
        yield from (400, 413)
    if endpoint.scope is not None:
        yield from (401, 403, 429, 500, 502, 503, 504)
    if "{" in endpoint.path:
        yield 404
    if endpoint.writes:
        yield 409
    if has_body or endpoint.in_query or endpoint.writes or "{" in endpoint.path:
        yield 422
    if endpoint.answer is None:
        yield from (each for each in endpoint.statuses if each >= HTTPStatus.BAD_REQUEST)


def _problem_responses() -> Json:
    """A response for each status that the API's own problems have, and a default."""
    meanings = {str(status): "; or ".join(each) for status, each in titles().items()}
    waiting = {*map(str, retryable_statuses()), "default"}
    further = {
        status: [
            *(["Retry-After"] if status in waiting else []),
            *(["WWW-Authenticate"] if status in {"401", "403", "default"} else []),
        ]
        for status in (*meanings, "default")
    }
    return {
        status: {
            "description": meaning,
            "headers": _headers(*further[status]),
            "content": _PROBLEM_CONTENT,
        }
        for status, meaning in {**meanings, "default": "A problem"}.items()
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
