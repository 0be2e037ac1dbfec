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

from recollect.validation.models import ToolCall
from tests.validation.examples import PROSE, checked

_FILE: Final = Path(__file__).parent / "forms.json"


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
            for tail in ("", PROSE):
                for value in (said.right, *said.wrong):
                    answer = form.format(value) + tail
                    yield Formed(
                        f"{said.of}: {said.what}",
                        answer,
                        value == said.right,
                        bool(checked(answer, call).contradictions),
                    )
