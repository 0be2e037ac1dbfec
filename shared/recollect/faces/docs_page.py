"""The page that documents the API for people (`/docs`), made from the OpenAPI document.

It can be read without scripts. With them, `docs.js` lets the reader try each request.
"""

import html
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from recollect.core.grouping import grouped
from recollect.faces.console import version

Json = dict[str, Any]  # an OpenAPI document

_ITSELF: Final = "This API"
_CAPABILITIES: Final[Mapping[str, tuple[str, ...]]] = {
    "Memories": ("store_memory", "find_memories", "correct_memory", "maintain_memories"),
    "Context and prompts": ("request_context", "prepare_context"),
    "Cases": ("build_discovery_pack",),
    "Knowledge brought in": ("ingest_knowledge",),
    "Tools": ("call_tool", "enrich_tool", "serve_mcp"),
    "Answers": ("validate_response",),
    "Erasure": ("erase_person",),
    _ITSELF: ("describe_api",),
}
"""The functions by what they are for, in the order in which a newcomer needs them."""
_ABOUT_ITSELF: Final = frozenset({"/ready"})
"""The routes about the API itself, whichever function answers them."""

_QUOTED: Final = re.compile("`([^`]+)`")

_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Recollect API</title>
<link rel="icon" href="console/{files}/icon.svg">
<link rel="stylesheet" href="console/{files}/style.css">
<script type="module" src="console/{files}/docs.js"></script>
</head>
<body>
<main>
<h1>Recollect API {version}</h1>
<p>{description} For programs: <a href="openapi.json">openapi.json</a>. To look and judge:
<a href="console">the console</a>.</p>
<div id="caller"></div>
{sections}
<h2>Models</h2>
{schemas}
</main>
</body>
</html>
"""


def render_page(document: Json) -> str:
    """The HTML page with every operation, grouped by what it is for, and every model."""
    groups = grouped(
        (
            _ITSELF if path in _ABOUT_ITSELF else _capability(operation["tags"][0]),
            _operation(method.upper(), path, operation),
        )
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    )
    sections = [
        f"<section><h2>{html.escape(name)}</h2>{''.join(groups[name])}</section>"
        for name in _CAPABILITIES
        if name in groups
    ]
    schemas = [
        f'<details id="{html.escape(name)}"><summary>{html.escape(name)}</summary>'
        f"<pre>{_json(schema)}</pre></details>"
        for name, schema in document["components"]["schemas"].items()
    ]
    info = document["info"]
    return _PAGE.format(
        files=version(),
        version=html.escape(info["version"]),
        description=html.escape(info["description"]),
        sections="\n".join(sections),
        schemas="\n".join(schemas),
    )


def _capability(function: str) -> str:
    names = (name for name, functions in _CAPABILITIES.items() if function in functions)
    return next(names, _ITSELF)


def _operation(method: str, path: str, operation: Json) -> str:
    request = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    (status, success), *_ = operation["responses"].items()
    answer = success.get("content", {}).get("application/json", {})
    scopes = [scope for need in operation["security"] for scope in need["jwt"]]
    rows = [
        ("scope", html.escape(", ".join(scopes)) or "none"),
        *((where, _parameters(operation, where)) for where in ("path", "query")),
        ("body", _link(request)),
        ("answer", f"{status} {_link(answer)}"),
    ]
    cells = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in rows if value)
    example = f"<pre>{_json(request['example'])}</pre>" if "example" in request else ""
    name = html.escape(operation["operationId"])
    return (
        f'<details class="operation" id="operation-{name}" data-operation="{name}">'
        f"<summary><b>{method}</b> <code>{html.escape(path)}</code> "
        f"<span>{_prose(operation['summary'])}</span></summary>"
        f'<dl class="details">{cells}</dl>{example}</details>'
    )


def _parameters(operation: Json, where: str) -> str:
    """The parameters of the path or of the query, one per line, each with its description."""
    return "<br>".join(
        f"<code>{html.escape(each['name'])}</code> {_prose(each.get('description', ''))}"
        for each in operation["parameters"]
        if each["in"] == where
    )


def _prose(text: str) -> str:
    """A text as HTML, with code for what stands between backticks."""
    return _QUOTED.sub(r"<code>\1</code>", html.escape(text))


def _link(media: Mapping[str, Json]) -> str:
    name = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return f'<a href="#{html.escape(name)}">{html.escape(name)}</a>' if name else ""


def _json(value: object) -> str:
    return html.escape(json.dumps(value, indent=2, ensure_ascii=False))
