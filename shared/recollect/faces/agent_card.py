"""The agent card of Agent2Agent 1.0: how this API introduces itself to other agents."""

from typing import Final

from pydantic import JsonValue

from recollect import __version__

VERSION: Final = "1.0"
"""The revision of the protocol."""

JSON, TEXT = MODES = ("application/json", "text/plain")
"""The media types of questions and answers."""


def agent_card(url: str) -> dict[str, JsonValue]:
    """The card of the API at `url`."""
    return {
        "name": "Recollect",
        "description": "Evidence and memory for support and operations agents before they act.",
        "version": __version__,
        "supportedInterfaces": [
            {"url": f"{url}/a2a", "protocolBinding": "JSONRPC", "protocolVersion": VERSION}
        ],
        "capabilities": {"streaming": False, "pushNotifications": False},
        "securitySchemes": {
            "bearer": {"httpAuthSecurityScheme": {"scheme": "Bearer", "bearerFormat": "JWT"}}
        },
        "securityRequirements": [{"schemes": {"bearer": {"list": []}}}],
        "defaultInputModes": [*MODES],
        "defaultOutputModes": [*MODES],
        "skills": [
            {
                "id": "context",
                "name": "Evidence for a question",
                "description": "Ranked evidence for a question, or for a ContextRequest as a data "
                "part, with a TL;DR and reasons.",
                "tags": ["context", "evidence", "support"],
                "examples": ["Why do login links arrive late?"],
            }
        ],
    }
