"""A stand-in for each function of the table: it notes every event in a file and returns it."""

import json
import os
from pathlib import Path

from infra.local.worker import LambdaContext
from infra.routes import FUNCTIONS

VARIABLE = "ARRIVALS"
"""The variable that names the file of notes."""

PACKAGE = "arrivals"


def make_handlers(folder: Path) -> Path:
    """Write a package with a handler for each function; returns what to put on Python's path."""
    for function in FUNCTIONS:
        handler = folder / PACKAGE / function.name / "handler.py"
        handler.parent.mkdir(parents=True)
        handler.write_text(f"from {__name__} import lambda_handler\n")
    return folder


def lambda_handler(event: object, context: LambdaContext) -> dict[str, object]:
    arrived = {"function": context.function_name, "event": event}
    with Path(os.environ[VARIABLE]).open("a") as notes:
        notes.write(json.dumps(arrived) + "\n")
    return arrived
