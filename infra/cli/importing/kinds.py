"""What lines may be besides what the API takes as it is."""

from collections.abc import Sequence
from typing import Final

from pydantic import model_validator

from recollect.core.messages import Name
from recollect.knowledge.business_contexts import NewBusinessContext
from recollect.knowledge.cases import CaseBatch, NewCase
from recollect.memories.model import Stage
from recollect.memories.requests import NewMemory

_OF_AN_EXPORT: Final = frozenset({"conversations", "history", "standing", "voters"})


class PlainLine(NewMemory):
    """A memory as the API takes it, which may leave out its stage.

    What an export has besides, nobody can tell by the API: it needs the stores.
    """

    stage: Stage = "draft"

    @model_validator(mode="before")
    @classmethod
    def _is_none_of_an_export(cls, given: object) -> object:
        counted = sorted(_OF_AN_EXPORT & given.keys()) if isinstance(given, dict) else ()
        if counted:
            raise ValueError(
                f"{', '.join(counted)}: only the stores take what an export has besides: "
                "import it without a token, or leave that out"
            )
        return given


class NamedBusinessContext(NewBusinessContext):
    """A business context with the name that it is kept under."""

    entity_name: Name

    @property
    def context(self) -> NewBusinessContext:
        """The same without the name."""
        return NewBusinessContext.model_validate(self.model_dump(exclude={"entity_name"}))


def case_batch(lines: Sequence[NewCase]) -> CaseBatch:
    """Cases in one request, of which the last line of a number counts."""
    return CaseBatch(cases=tuple({case.case_number: case for case in lines}.values()))
