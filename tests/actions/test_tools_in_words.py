"""What a tool for models answers is told in words: no more than is known, and each thing once."""

from typing import Any

import pytest

from recollect.actions.model_tools.catalogue import MODEL_TOOLS

WARNING = 'Response says status "Closed", but getCase returned "Open"'
FACT = {"text": "Open", "start": 0, "end": 4, "kind": "status", "verdict": "supported"}
NOWHERE = 'Nothing in the results says person "Ada Byron"'
UNREAD = "The result of my_tool could not be read"


def checked(**told: Any) -> str:
    nothing: dict[str, Any] = {
        "valid": True,
        "warnings": [],
        "contradictions": [],
        "unsupported": [],
    }
    return MODEL_TOOLS["validate_answer"].tell({**nothing, "checks": [], "facts": [], **told})


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (
            {"valid": False, "warnings": [WARNING], "contradictions": [WARNING], "facts": [FACT]},
            f"The answer is not valid.\n{WARNING}",
        ),
        (
            {"valid": False, "warnings": [WARNING], "unsupported": [NOWHERE]},
            f"The answer is not valid.\n{WARNING}\n{NOWHERE}",
        ),
        ({"facts": [FACT]}, "The answer says what the results say."),
        (
            {"facts": [FACT], "unsupported": [NOWHERE]},
            f"Nothing in the answer is known to be wrong.\n{NOWHERE}",
        ),
        (
            {"warnings": [UNREAD]},
            f"Nothing in the answer could be held against a result.\n{UNREAD}",
        ),
    ],
)
def test_a_verdict_names_each_thing_once(told: dict[str, Any], words: str) -> None:
    assert checked(**told) == words
