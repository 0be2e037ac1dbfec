"""Neo4j's Query API v2 with two statements: a walk's start and its step, over a graph in memory.

It refuses what Neo4j would and whatever is not bounded or not a parameter.
"""

import base64
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

USER, PASSWORD, DATABASE = "neo4j", "a-pass-word", "evidence-graph"
_RETURN = (
    r"RETURN DISTINCT n\.id AS id, n\.content AS content, n\.metadata AS metadata\s"
    r"ORDER BY id LIMIT \$limit"
)
_VISIBLE = re.escape(
    """AND ($least_trust IS NULL OR coalesce(n.trust, 1.0) >= $least_trust
AND coalesce(n.hasCredentials, false) = false)
AND ($most_sensitive IS NULL OR coalesce(n.sensitivity, 0.0) <= $most_sensitive)
AND ($groups IS NULL OR size(coalesce([] + n.restrictedToGroups, [])) = 0
OR any(each IN [] + n.restrictedToGroups WHERE each IN $groups))
"""
)
_SCOPED = r":Evidence \{tenant: \$tenant, project: \$project\}\)"
_START = re.compile(
    rf"MATCH \(n{_SCOPED}\sWHERE n\.id IN \$frontier\s{_VISIBLE}{_RETURN}", re.ASCII
)
_STEP = re.compile(
    rf"MATCH \(s{_SCOPED}-\[:((?:`[A-Za-z_]\w*`\|?)+)\]-\(n{_SCOPED}\s"
    rf"WHERE s\.id IN \$frontier AND NOT n\.id IN \$seen\s{_VISIBLE}{_RETURN}",
    re.ASCII,
)
_RIGHTS = {"least_trust", "most_sensitive", "groups"}
_PARAMETERS = {"tenant", "project", "frontier", "seen", "limit", *_RIGHTS}

_Key = tuple[str, str, str]


@dataclass(slots=True)
class Neo4jFront:
    """Nodes by tenant, project and id; edges with their types; the statements it received.

    `properties` holds the properties that decide who may see a node.
    """

    nodes: dict[_Key, tuple[str, str]] = field(default_factory=dict)
    edges: set[tuple[_Key, str, _Key]] = field(default_factory=set)
    statements: list[str] = field(default_factory=list)
    properties: dict[_Key, Mapping[str, Any]] = field(default_factory=dict)

    def app(self) -> Starlette:
        """The API."""
        return Starlette(
            routes=[Route("/db/{database}/query/v2", self._run, methods=["POST"])],
            exception_handlers={HTTPException: _failed},
        )

    async def _run(self, request: Request) -> Response:
        expected = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        if request.headers.get("authorization") != expected:
            raise HTTPException(401, "Neo.ClientError.Security.Unauthorized")
        if request.path_params["database"] != DATABASE:
            raise HTTPException(404, "Neo.ClientError.Database.DatabaseNotFound")
        body: dict[str, Any] = json.loads(await request.body())
        if set(body) != {"statement", "parameters"} or set(body["parameters"]) != _PARAMETERS:
            raise HTTPException(400, "Neo.ClientError.Request.Invalid")
        step = _STEP.fullmatch(body["statement"])
        is_known = step is not None or _START.fullmatch(body["statement"])
        if not is_known or type(body["parameters"]["limit"]) is not int:
            raise HTTPException(400, "Neo.ClientError.Statement.SyntaxError")
        self.statements.append(body["statement"])
        types = None if step is None else {name.strip("`") for name in step[1].split("|")}
        rows = self._near(types, **body["parameters"])
        data = {"fields": ["id", "content", "metadata"], "values": rows}
        return JSONResponse({"data": data, "bookmarks": ["FB:kcwQ"]}, 202)

    def _near(
        self,
        types: set[str] | None,
        *,
        tenant: str,
        project: str,
        frontier: list[str],
        seen: list[str],
        limit: int,
        **rights: Any,
    ) -> list[list[object]]:
        here = {(tenant, project, each) for each in frontier} & self.nodes.keys()
        near = here if types is None else set(self._beside(here, types))
        keys = (key for key in near if key[:2] == (tenant, project) and key[2] not in seen)
        visible = (key for key in keys if _passes(self.properties.get(key, {}), **rights))
        rows: list[list[object]] = [[key[2], *self.nodes[key]] for key in sorted(visible)]
        return rows[:limit]

    def _beside(self, at: set[_Key], types: set[str]) -> Iterable[_Key]:
        for one, name, other in self.edges:
            if name in types and one in at:
                yield other
            if name in types and other in at:
                yield one


def _passes(
    node: Mapping[str, Any],
    *,
    least_trust: float | None,
    most_sensitive: float | None,
    groups: list[str] | None,
) -> bool:
    if least_trust is not None and (
        node.get("trust", 1.0) < least_trust or node.get("hasCredentials", False)
    ):
        return False
    if most_sensitive is not None and node.get("sensitivity", 0.0) > most_sensitive:
        return False
    restricted = node.get("restrictedToGroups", [])
    return groups is None or not restricted or any(each in groups for each in restricted)


def _failed(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    code = error.detail if isinstance(error, HTTPException) else "Neo.DatabaseError"
    return JSONResponse({"errors": [{"code": code, "message": "No."}]}, status)
