"""The script of the fake models: recall, cite what was recalled, remember a decision, answer."""

import json
from dataclasses import dataclass
from typing import Any, Final

DECISION: Final = "Change the lamp"


@dataclass(frozen=True, slots=True)
class Step:
    """A tool call with its arguments, or, without a tool, the text of the final answer."""

    tool: str
    arguments: dict[str, Any]
    text: str = ""


def next_step(question: str, results: list[str]) -> Step:
    """The step that follows these tool results."""
    if not results:
        return Step("recall", {"query": question})
    recalled = json.loads(results[0])
    ids = [
        each
        for marker, each in recalled["memory_ids"].items()
        if f"[{marker}]" in recalled["known"]
    ]
    if len(results) == 1:
        return Step("cite", {"memory_ids": ids})
    if len(results) == 2:
        return Step("remember", {"situation": question, "decision": f"{DECISION}, as before"})
    return Step("", {}, f"{DECISION}, please.")
