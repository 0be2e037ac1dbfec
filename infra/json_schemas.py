"""What the descriptions of the API and of events have in common: JSON, and how schemas refer."""

from typing import Any, Final

Json = dict[str, Any]

SCHEMAS: Final = "#/components/schemas/"
"""What a reference to a schema begins with; its name follows."""

REF_TEMPLATE: Final = f"{SCHEMAS}{{model}}"
"""The same as pydantic takes it."""


def reference(model: str) -> Json:
    """A reference to the schema of a model."""
    return {"$ref": f"{SCHEMAS}{model}"}
