"""What the descriptions of the API and of events share: a type for JSON, references to schemas."""

from typing import Any, Final

Json = dict[str, Any]

SCHEMAS: Final = "#/components/schemas/"
"""The beginning of a reference to a schema; the schema's name follows."""

REF_TEMPLATE: Final = f"{SCHEMAS}{{model}}"
"""The form of a reference, as a template for pydantic."""


def reference(model: str) -> Json:
    """A reference to the schema of a model."""
    return {"$ref": f"{SCHEMAS}{model}"}
