"""What arguments of several tools are made of."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from recollect.core.messages import without_nul

SysId = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, pattern=r"^[0-9A-Fa-f]{32}$")
]
Text = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=500),
    AfterValidator(without_nul),
]
Limit = Annotated[int, Field(ge=1, le=50, description="How many at most.")]
