"""Neo4j's Query API v2 with one statement: the walk of `neo4j_evidence`, over a graph in memory.

It refuses what Neo4j would and whatever is not bounded or not a parameter.
"""

import base64
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

USER, PASSWORD, DATABASE = "neo4j", "a-pass-word", "evidence-graph"
_STATEMENT = re.compile(
    r"MATCH p = \(s:Evidence \{tenant: \$tenant, project: \$project, id: \$start\}\)"
    r"-\[:((?:`[A-Za-z_]\w*`\|?)+)\*0\.\.(10|[1-9])\]-\(n:Evidence\)\s"
    r"WHERE n\.tenant = \$tenant AND n\.project = \$project\s"
    r"WITH n, min\(length\(p\)\) AS hops\s"
    r"RETURN n\.id AS id, n\.content AS content, n\.metadata AS metadata, hops\s"
    r"ORDER BY hops, id LIMIT \$limit",
    re.ASCII,
)
_PARAMETERS = {"tenant", "project", "start", "limit"}

_Key = tuple[str, str, str]


@dataclass(slots=True)
class Neo4jFront:
    """Nodes by tenant, project and id; edges with their types; the statements that came."""

    nodes: dict[_Key, tuple[str, str]] = field(default_factory=dict)
    edges: set[tuple[_Key, str, _Key]] = field(default_factory=set)
    statements: list[str] = field(default_factory=list)

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
        read = _STATEMENT.fullmatch(body["statement"])
        if read is None or type(body["parameters"]["limit"]) is not int:
            raise HTTPException(400, "Neo.ClientError.Statement.SyntaxError")
        self.statements.append(body["statement"])
        types = {name.strip("`") for name in read[1].split("|")}
        rows = self._walk(types, int(read[2]), **body["parameters"])
        fields = ["id", "content", "metadata", "hops"]
        data = {"fields": fields, "values": rows}
        return JSONResponse({"data": data, "bookmarks": ["FB:kcwQ"]}, 202)

    def _walk(
        self, types: set[str], depth: int, *, tenant: str, project: str, start: str, limit: int
    ) -> list[list[object]]:
        first = (tenant, project, start)
        hops = {first: 0} if first in self.nodes else {}
        at = set(hops)
        for distance in range(1, depth + 1):
            at = {each for each in self._beside(at, types) if each not in hops}
            hops |= dict.fromkeys(at, distance)
        rows = [
            [key[2], *self.nodes[key], distance]
            for key, distance in hops.items()
            if key[:2] == (tenant, project)
        ]
        return sorted(rows, key=lambda row: (row[3], row[0]))[:limit]

    def _beside(self, at: set[_Key], types: set[str]) -> Iterable[_Key]:
        for one, name, other in self.edges:
            if name in types and one in at:
                yield other
            if name in types and other in at:
                yield one


def _failed(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    code = error.detail if isinstance(error, HTTPException) else "Neo.DatabaseError"
    return JSONResponse({"errors": [{"code": code, "message": "No."}]}, status)
