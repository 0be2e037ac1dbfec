"""Texts with a prompt injection, and texts without, in the files of `data`."""

import json
from dataclasses import dataclass
from pathlib import Path

from tests.security.injections import INJECTIONS, NO_INJECTIONS
from tests.security.later_injections import LATER_INJECTIONS, LATER_NO_INJECTIONS

_DATA = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True)
class Example:
    """A text, and whether it is a prompt injection."""

    text: str
    injection: bool


def examples(name: str) -> list[Example]:
    """The examples of a set: `first`, `later`, or that of a file of `data`."""
    if name == "first":
        return _listed(INJECTIONS, NO_INJECTIONS)
    if name == "later":
        return _listed(LATER_INJECTIONS, LATER_NO_INJECTIONS)
    lines = (_DATA / f"injections_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Example(each["text"], each["injection"]) for each in map(json.loads, lines)]


def _listed(injections: tuple[str, ...], others: tuple[str, ...]) -> list[Example]:
    return [
        *(Example(each, True) for each in injections),
        *(Example(each, False) for each in others),
    ]
