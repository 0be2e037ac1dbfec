"""Types of arguments that several tools share, and the errors for wrong arguments."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, StringConstraints, ValidationError

from recollect.core.errors import InvalidRequest
from recollect.core.field_errors import field_errors
from recollect.core.messages import NUMERIC, without_nul
from recollect.core.shapes import SYS_ID_PATTERN

SysId = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, pattern=SYS_ID_PATTERN)
]
ShortText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=500),
    AfterValidator(without_nul),
]
Limit = Annotated[int, Field(ge=1, le=50, description="How many at most."), NUMERIC]


def given(arguments: BaseModel, *apart: str) -> dict[str, Any]:
    """The arguments that are given, by their names, for a search that has the same names.

    Without those `apart`, which the search takes in another form, or not at all.
    """
    return arguments.model_dump(exclude={*apart}, exclude_none=True, by_alias=False)


@contextmanager
def reading_arguments(model: type[BaseModel]) -> Iterator[None]:
    """Turn the errors of a model that is made from arguments into InvalidRequest."""
    try:
        yield
    except ValidationError as error:
        raise InvalidRequest(field_errors(error, "arguments", model)) from None
