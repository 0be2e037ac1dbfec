"""Reading labelled answers and judging them by the validation."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Literal

from pydantic import JsonValue

from recollect.core.messages import Message
from recollect.validation.checking import validate
from recollect.validation.models import ToolCall, ValidateRequest, ValidationResult

Half = Literal["development", "held_out"]
Label = Literal["good", "contradiction", "unsupported", "refusal", "ignores"]
_HERE = Path(__file__).parent


class LabelledFact(Message):
    """A wrong or unsupported fact in an answer."""

    text: str
    kind: str
    expected: str | None = None


class LabelledAnswer(Message):
    """An answer with a reader's verdict; README.md describes the fields."""

    id: str
    lot: str
    group: str
    language: str
    tools: tuple[str, ...]
    response: str
    label: Label
    facts: tuple[LabelledFact, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A labelled answer with the result of its validation."""

    answer: LabelledAnswer
    result: ValidationResult

    @property
    def is_wrong(self) -> bool:
        """Whether the validation found a contradiction."""
        return bool(self.result.contradictions)

    @property
    def is_caught(self) -> bool:
        """Whether the validation recognises a bad answer for what it is."""
        if self.answer.label == "contradiction":
            return self.is_wrong or (self._is_empty and bool(self.result.unsupported))
        if self.answer.label == "unsupported":
            return bool(self.result.unsupported) or self.is_wrong
        return not self.result.valid

    @property
    def _is_empty(self) -> bool:
        return self.answer.group == "empty"


def judged(
    half: Half, *labels: Label, lots: Collection[str] = (), every: int = 1
) -> Sequence[Judged]:
    """Every `every`-th answer of a half, judged: those with one of these labels, of these lots.

    Without labels or lots, those with any label, of any lot.
    """
    wanted = (
        answer
        for answer in _answers(half)
        if (not labels or answer.label in labels) and (not lots or answer.lot in lots)
    )
    return [judge(answer) for answer in islice(wanted, 0, None, every)]


@cache
def _answers(half: Half) -> Sequence[LabelledAnswer]:
    lines = (_HERE / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()
    return [LabelledAnswer.model_validate_json(line) for line in lines]


def judge(answer: LabelledAnswer) -> Judged:
    """Validate one answer against the results that it was written from."""
    calls = tuple(results()[name] for name in answer.tools)
    return Judged(answer, validate(ValidateRequest(response=answer.response, tool_calls=calls)))


@cache
def results() -> dict[str, ToolCall]:
    """The results that answers were written from, by name."""
    kept: dict[str, dict[str, JsonValue]] = json.loads((_HERE / "results.json").read_bytes())
    return {
        name: ToolCall.model_validate({"toolName": each["toolName"], "result": each["result"]})
        for name, each in kept.items()
    }
