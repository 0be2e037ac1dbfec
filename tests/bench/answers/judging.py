"""Reading labelled answers and judging them by the validation."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Literal

from pydantic import JsonValue

from recollect.core.messages import Message
from recollect.validation.checking import validate
from recollect.validation.models import ToolCall, ValidateRequest, ValidationResult

Half = Literal[
    "development",
    "fresh",
    "eyes",
    "fourth",
    "fifth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "twelfth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentyfirst",
    "twentysecond",
    "twentythird",
    "twentyfifth",
    "later",
    "domains",
    "held_out",
    "eyes_held_out",
    "domains_held_out",
    "fifth_held_out",
    "sixth_held_out",
    "ninth_held_out",
    "eleventh_held_out",
    "thirteenth_held_out",
    "sixteenth_held_out",
    "twentieth_held_out",
    "twentyfourth_held_out",
    "later_held_out",
]
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


def judged(half: Half, *labels: Label, every: int = 1) -> Sequence[Judged]:
    """Every `every`-th answer of a half with one of these labels (or any), judged."""
    lines = (_HERE / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()
    answers = (LabelledAnswer.model_validate_json(line) for line in lines)
    wanted = (answer for answer in answers if not labels or answer.label in labels)
    return [judge(answer) for answer in islice(wanted, 0, None, every)]


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
