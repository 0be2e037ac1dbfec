"""What fields and parameters mean, in the API's description: `openapi_glossary.toml` says it.

The sentences stand here and not in the models, so that functions neither ship nor import them, and
the tools of models, whose schemas have a limit, stay as short as they are. Pydantic could read
them from attribute docstrings, but reads the source of each class for that when it is imported:
the models of memories then took 0.24 s instead of 0.08 s.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from pydantic.alias_generators import to_snake

from infra.json_schemas import Json

Glossary = Mapping[str, Mapping[str, str]]
"""Sentences by word, in tables: of what means the same everywhere, of a schema, of an operation."""

EVERYWHERE: Final = "everywhere"


def read_glossary() -> Glossary:
    """The glossary of the API."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    glossary: dict[str, dict[str, str]] = tomllib.loads(text)
    return glossary


def explain_words(document: Json, glossary: Glossary) -> None:
    """Give a description to each word of an OpenAPI document that has none and is explained."""
    for place, word, described in words_of(document):
        meaning = glossary.get(place, {}).get(word) or glossary[EVERYWHERE].get(word)
        if meaning:
            described.setdefault("description", meaning)


def words_of(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Where each field and parameter stands (its schema, its operation), its word, and itself."""
    for name, schema in document["components"]["schemas"].items():
        for field, described in schema.get("properties", {}).items():
            yield name, to_snake(field), described
    for path in document["paths"].values():
        for operation in path.values():
            for parameter in operation["parameters"]:
                yield operation["operationId"], to_snake(parameter["name"]), parameter
