"""Add the meaning of fields and parameters from `openapi_glossary.toml` to the API's description.

The sentences are in that file and not in the models, so that functions neither ship nor import
them, and the schemas of tools for models, which have a size limit, stay short. Pydantic could read
them from attribute docstrings, but for that it reads the source of each class at its import: the
models of memories then took 0.24 s instead of 0.08 s.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from pydantic.alias_generators import to_snake

from infra.json_schemas import Json

Glossary = Mapping[str, Mapping[str, str]]
"""Sentences by word, in tables: one for words that mean the same everywhere, others for a schema or
an operation."""

EVERYWHERE: Final = "everywhere"


def read_glossary() -> Glossary:
    """The glossary of the API."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    glossary: dict[str, dict[str, str]] = tomllib.loads(text)
    return glossary


def explain_words(document: Json, glossary: Glossary) -> None:
    """Add a description to each field and parameter that has none, if the glossary explains it."""
    for place, word, described in words_of(document):
        meaning = glossary.get(place, {}).get(word) or glossary[EVERYWHERE].get(word)
        if meaning:
            described.setdefault("description", meaning)


def words_of(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Each field and parameter: its schema or operation, its word, and its own description."""
    for name, schema in document["components"]["schemas"].items():
        for field, described in schema.get("properties", {}).items():
            yield name, to_snake(field), described
    for path in document["paths"].values():
        for operation in path.values():
            for parameter in operation["parameters"]:
                yield operation["operationId"], to_snake(parameter["name"]), parameter
