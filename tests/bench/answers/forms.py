"""Right and wrong values of fields, stated in every usual form.

`SCS0007433 is with Yusuf Demirel` is right, `SCS0007433 is with Piotr Zielinski` is wrong: for each
field of a list, a case, items and pods in `forms.json`, in each form that people and models use
for it, alone and before a paragraph without facts, since rules read longer answers less closely.
"""

import json
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel

from recollect.validation.models import ToolCall
from tests.validation.examples import PROSE, checked

_FILE: Final = Path(__file__).parent / "forms.json"
_STATEMENTS_IN_TURN: Final = 2


class _Statement(BaseModel):
    """A field of a result, its value, other values, and forms with `{}` for the value."""

    of: Literal["list", "case", "items", "pods"]
    what: str
    right: str
    wrong: tuple[str, ...]
    forms: tuple[str, ...]


class _Claim(BaseModel):
    """A statement to stand after a lead: as the result has it, and with wrong values."""

    right: str
    wrong: tuple[str, ...]


class _Led(BaseModel):
    """Leads that may stand before a statement about one record, with `{}` for the statement."""

    of: Literal["list", "case", "items", "pods"]
    language: str
    leads: tuple[str, ...]
    said: tuple[_Claim, ...]


class _Spoken(BaseModel):
    """Sentences of a language, right and wrong."""

    of: Literal["list", "case", "items", "pods"]
    language: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]


class _Forms(BaseModel):
    results: dict[str, ToolCall]
    said: tuple[_Statement, ...]
    led: tuple[_Led, ...]
    spoken: tuple[_Spoken, ...]


class Formed(NamedTuple):
    """A field stated in one form, whether the answer is right, and whether it is called wrong."""

    what: str
    answer: str
    is_right: bool
    is_called_wrong: bool


def _forms() -> _Forms:
    return _Forms.model_validate(json.loads(_FILE.read_text(encoding="utf-8")))


def formed(*, is_whole: bool = True) -> Iterator[Formed]:
    """All forms with right and with wrong values, judged, by themselves and in a longer answer.

    Unless `is_whole`, by themselves alone, and in each form one of the wrong values in turn.
    """
    told = _forms()
    for said in told.said:
        call = told.results[said.of]
        in_turn = cycle(said.wrong)
        for form in said.forms:
            wrong = said.wrong if is_whole else (next(in_turn),)
            for tail in ("", PROSE) if is_whole else ("",):
                for value in (said.right, *wrong):
                    answer = form.format(value) + tail
                    is_right = value == said.right
                    yield _judged(f"{said.of}: {said.what}", answer, call, is_right=is_right)


def led(*, is_whole: bool = True) -> Iterator[Formed]:
    """Statements after each lead, judged; in English in a longer answer, too.

    Unless `is_whole`, only right statements by themselves, two of them in turn after each lead.
    """
    told = _forms()
    for each in told.led:
        in_turn = cycle(each.said)
        tails = ("", PROSE) if is_whole and each.language == "en" else ("",)
        for lead in each.leads:
            for aim in each.said if is_whole else islice(in_turn, _STATEMENTS_IN_TURN):
                for said in (aim.right, *(aim.wrong if is_whole else ())):
                    for tail in tails:
                        answer = _filled(lead, said) + tail
                        yield _judged(
                            f"{each.of}, {each.language}", answer, told.results[each.of],
                            is_right=said == aim.right,
                        )  # fmt: skip


def _filled(lead: str, said: str) -> str:
    """A lead with its statement, which gets a capital if it begins a sentence."""
    begins = lead.startswith("{}") or ". {}" in lead
    return lead.format(said[:1].upper() + said[1:] if begins else said)


def spoken() -> Iterator[Formed]:
    """The sentences of other languages, judged."""
    told = _forms()
    for each in told.spoken:
        for answers, is_right in ((each.right, True), (each.wrong, False)):
            for answer in answers:
                yield _judged(each.language, answer, told.results[each.of], is_right=is_right)


def _judged(what: str, answer: str, call: ToolCall, *, is_right: bool) -> Formed:
    return Formed(what, answer, is_right, bool(checked(answer, call).contradictions))
