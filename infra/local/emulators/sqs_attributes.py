"""Attributes of SQS's messages: their shape, their choice, their digest."""

import hashlib
from base64 import b64decode
from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_pascal


class Shape(BaseModel):
    """What is said in AWS's JSON protocol."""

    model_config = ConfigDict(alias_generator=to_pascal, frozen=True)


class Attribute(Shape):
    """A message attribute as it is on the wire: a binary value is base64."""

    data_type: Annotated[str, Field(pattern=r"^(String|Number|Binary)(\..+)?$")]
    string_value: str | None = None
    binary_value: str | None = None


def attributes_md5(attributes: Mapping[str, Attribute]) -> str:
    """Digest message attributes as the SQS Developer Guide defines it.

    By name: the name, the data type, one byte for the kind of value (1 text, 2 binary), the value;
    each but that byte preceded by its length in 4 bytes, big endian.
    """
    digest = hashlib.md5(usedforsecurity=False)
    for name, attribute in sorted(attributes.items()):
        binary = attribute.data_type.startswith("Binary")
        text = (attribute.string_value or "").encode()
        value = b64decode(attribute.binary_value or "") if binary else text
        digest.update(_counted(name.encode()) + _counted(attribute.data_type.encode()))
        digest.update((b"\x02" if binary else b"\x01") + _counted(value))
    return digest.hexdigest()


def _counted(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part


def text_md5(text: str) -> str:
    """Digest a message's body."""
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def chosen(attributes: Mapping[str, Attribute], wanted: list[str]) -> dict[str, Attribute]:
    """Pick attributes by name, by `prefix.*`, or all with `All`."""
    prefixes = tuple(name.removesuffix("*") for name in wanted if name.endswith("*"))
    return {
        name: attribute
        for name, attribute in attributes.items()
        if "All" in wanted or name in wanted or name.startswith(prefixes)
    }
