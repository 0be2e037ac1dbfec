"""Models of imported lines that differ from the models of the API."""

from collections.abc import Sequence
from typing import Final, Self

from pydantic import model_validator

from recollect.core.messages import Name
from recollect.knowledge.business_contexts import NewBusinessContext
from recollect.knowledge.case_storing import CaseBatch, NewCase
from recollect.knowledge.requests import LIFT, NewEvidence
from recollect.memories.model import Stage
from recollect.memories.requests import NewMemory

_EXPORT_ONLY_FIELDS: Final = frozenset({"conversations", "history", "counts", "voters"})


class PlainLine(NewMemory):
    """A memory as the API takes it, but its stage may be missing.

    Fields that only our own export has are refused: the API does not take them, only the stores do.
    """

    stage: Stage = "draft"

    @model_validator(mode="before")
    @classmethod
    def _refuse_export_only_fields(cls, given: object) -> object:
        present = sorted(_EXPORT_ONLY_FIELDS & given.keys()) if isinstance(given, dict) else ()
        if present:
            raise ValueError(
                f"{', '.join(present)}: only the stores take what an export has besides: "
                "import it without a token, or leave that out"
            )
        return given


class FoundEvidence(NewEvidence):
    """An item of evidence as the API takes it, but its mark cannot be lifted.

    A file is not who read the item, and may come from whoever wrote the orders in it.
    """

    @model_validator(mode="after")
    def _refuse_lift(self) -> Self:
        if self.lift_instruction_like:
            raise ValueError(f"{LIFT}: is for whoever read the item; send it to the API by itself")
        return self


class NamedBusinessContext(NewBusinessContext):
    """A business context with the name of its entity."""

    entity_name: Name

    @property
    def context(self) -> NewBusinessContext:
        """The business context without the name."""
        return NewBusinessContext.model_validate(self.model_dump(exclude={"entity_name"}))


def case_batch(lines: Sequence[NewCase]) -> CaseBatch:
    """The cases as one request; of lines with the same case number, the last one counts."""
    return CaseBatch(cases=tuple({case.case_number: case for case in lines}.values()))
