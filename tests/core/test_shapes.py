"""The expected form of a text is described in words, and never as a regular expression."""

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from recollect.core.shapes import (
    CLASS_NAME_PATTERN,
    NAMESPACE_PATTERN,
    POD_PATTERN,
    SYS_ID_PATTERN,
    TICKET_NUMBER_PATTERN,
    shape_in_words,
)
from tests.cases import each_case

OF_TOOLS = (
    CLASS_NAME_PATTERN,
    NAMESPACE_PATTERN,
    POD_PATTERN,
    SYS_ID_PATTERN,
    TICKET_NUMBER_PATTERN,
)


def patterns_in(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        schema = list(schema.values())
    if isinstance(schema, list):
        for each in schema:
            yield from patterns_in(each)


def of_the_api() -> list[str]:
    text = files("recollect.serving").joinpath("api/openapi.json").read_text()
    return sorted({*patterns_in(json.loads(text))})


@each_case("pattern", [*of_the_api(), *OF_TOOLS])
def test_every_pattern_of_a_request_or_an_argument_is_described_in_words(pattern: str) -> None:
    told = shape_in_words(pattern)
    assert told.startswith("must be ")
    assert pattern not in told
