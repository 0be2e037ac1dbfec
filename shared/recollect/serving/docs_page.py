"""The page of the API for people, made from its OpenAPI document: HTML without scripts."""

import html
import json
from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]  # an OpenAPI document


_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Recollect API</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto }}
h2 {{ font-size: 1rem; font-family: ui-monospace, monospace; margin: 2rem 0 0 }}
h2 b {{ display: inline-block; min-width: 4.5rem; color: #05a }}
h2, p, dl {{ margin-bottom: .25rem }}
p {{ margin-top: 0 }}
dl {{ display: grid; grid-template-columns: 4.5rem auto; margin: 0 }}
dd {{ margin: 0 }}
pre {{ background: #8881; padding: 1rem; overflow: auto; font-size: .8rem }}
</style>
<h1>Recollect API {version}</h1>
<p>{description} For programs: <a href="openapi.json">openapi.json</a>.</p>
{sections}
<h2>Models</h2>
{schemas}
</html>
"""


def render_page(document: Json) -> str:
    """Describe every operation and every model on one page."""
    sections = [
        _section(method.upper(), path, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    ]
    schemas = [
        f'<h3 id="{html.escape(name)}">{html.escape(name)}</h3>'
        f"<pre>{html.escape(json.dumps(schema, indent=2, ensure_ascii=False))}</pre>"
        for name, schema in document["components"]["schemas"].items()
    ]
    info = document["info"]
    return _PAGE.format(
        version=html.escape(info["version"]),
        description=html.escape(info["description"]),
        sections="\n".join(sections),
        schemas="\n".join(schemas),
    )


def _section(method: str, path: str, operation: Json) -> str:
    request = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    (status, success), *_ = operation["responses"].items()
    answer = success.get("content", {}).get("application/json", {})
    scopes = [scope for need in operation["security"] for scope in need["jwt"]]
    rows = [
        ("Scope", html.escape(", ".join(scopes)) or "none"),
        ("Body", _link(request)),
        ("Answer", f"{status} {_link(answer)}"),
    ]
    cells = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows if value)
    return (
        f"<section><h2><b>{method}</b> {html.escape(path)}</h2>"
        f"<p>{html.escape(operation['summary'])}</p><dl>{cells}</dl></section>"
    )


def _link(media: Mapping[str, Json]) -> str:
    name = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return f'<a href="#{html.escape(name)}">{html.escape(name)}</a>' if name else ""
