"""What fields have, said in every usual form, and what they have not.

`SCS0007433 is with Yusuf Demirel` is right, `SCS0007433 is with Piotr Zielinski` is wrong: for each
field of a list, a case, items and pods in `forms.json`, in each form that people and models have
for it, alone and before a paragraph that tells nothing, since rules read longer answers less.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel

from recollect.validation.checking import validate
from recollect.validation.models import ToolCall, ValidateRequest

_FILE: Final = Path(__file__).parent / "forms.json"
_PROSE: Final = (
    "\n\nThe users were told this morning that nothing is lost, and that what they wrote down by "
    "hand will be entered by the night shift. As soon as the part is here we let them know by "
    "mail, and once more by phone, since some of them are in the cold store all day."
)


class _Said(BaseModel):
    """A field of a result, its value, other values, and forms with `{}` for the value."""

    of: Literal["list", "case", "items", "pods"]
    what: str
    right: str
    wrong: tuple[str, ...]
    forms: tuple[str, ...]


class _Forms(BaseModel):
    results: dict[str, ToolCall]
    said: tuple[_Said, ...]


class Formed(NamedTuple):
    """A field said in one form, whether what is said is right, and whether it is called wrong."""

    what: str
    answer: str
    is_right: bool
    is_called_wrong: bool


def formed() -> Iterator[Formed]:
    """All forms with right and with wrong values, judged."""
    told = _Forms.model_validate(json.loads(_FILE.read_text(encoding="utf-8")))
    for said in told.said:
        call = told.results[said.of]
        for form in said.forms:
            for tail in ("", _PROSE):
                for value in (said.right, *said.wrong):
                    answer = form.format(value) + tail
                    yield Formed(
                        f"{said.of}: {said.what}",
                        answer,
                        value == said.right,
                        _is_called_wrong(answer, call),
                    )


def _is_called_wrong(answer: str, call: ToolCall) -> bool:
    return bool(validate(ValidateRequest(response=answer, tool_calls=[call])).contradictions)
