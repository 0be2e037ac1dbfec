"""Give the enumerations of the API names, so that generated clients have a type for each.

Pydantic writes the words of a `Literal` wherever it is used. Here they become a schema of their
own, named like the alias in the code, or else after the model and the field.
"""

import sys
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from typing import Literal, get_args, get_origin

from infra.json_schemas import Json, reference

Words = tuple[str, ...]

_PACKAGE = "recollect."
_PROPERTIES = "properties"


def name_enumerations(document: Json) -> None:
    """Move each enumeration of an OpenAPI document to its schemas, and refer to it."""
    schemas: Json = document["components"]["schemas"]
    used = [*_used(schemas), *_used(document["paths"])]
    names = _names([(words, place) for words, place, _ in used], taken=schemas.keys())
    for words, _, schema in used:
        schema.pop("enum")
        schema.pop("type", None)
        schema.pop("title", None)
        schema.update(reference(names[words]))
    for words, name in sorted(names.items(), key=lambda pair: pair[1]):
        schemas[name] = {"type": "string", "enum": [*words]}


def _used(part: object, place: Words = ()) -> Iterator[tuple[Words, Words, Json]]:
    """The words, the place and the schema of each enumeration that has more than one word."""
    if isinstance(part, dict):
        if len(part.get("enum", ())) > 1:
            yield tuple(part["enum"]), place, part
        for name, each in part.items():
            yield from _used(each, (*place, name))
    elif isinstance(part, list):
        for each in part:
            yield from _used(each, place)


def _names(used: list[tuple[Words, Words]], taken: Container[str]) -> dict[Words, str]:
    """A name for each enumeration: its alias in the code, or else its model and field.

    No two get the same name; the most used ones choose first.
    """
    aliases, places = _aliases(), defaultdict[Words, list[Words]](list)
    for words, place in used:
        places[words].append(place)
    names: dict[Words, str] = {}
    for words in sorted(places, key=lambda each: (-len(places[each]), each)):
        fields = (each for each in places[words] if _PROPERTIES in each)
        wanted = (*sorted(aliases.get(words, ())), *map(_of_place, fields))
        free = (each for each in wanted if each not in taken and each not in names.values())
        names[words] = next(free)
    return names


def _of_place(place: Words) -> str:
    """A name of model and field: `RequestPayload`, `properties`, `ledger`: RequestPayloadLedger."""
    model, field = place[0], place[place.index(_PROPERTIES) + 1]
    return model + field[0].upper() + field[1:]


def _aliases() -> Mapping[Words, set[str]]:
    """The public names of enumerations in the package's modules, by their words."""
    found = defaultdict[Words, set[str]](set)
    for name, module in [*sys.modules.items()]:
        if name.startswith(_PACKAGE):
            for alias, value in vars(module).items():
                if get_origin(value) is Literal and not alias.startswith("_"):
                    found[get_args(value)].add(alias)
    return found
