"""The state of each thing that `recollect doctor` checked, as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rich.table import Column, Table

from infra.cli.console import plain_text
from recollect.core.urls import without_credentials

TIMEOUT_SECONDS: Final = 10.0
"""How long a check waits for an answer."""

State = Literal["ok", "warning", "wrong"]

_MARKS: Final[Mapping[State, tuple[str, str]]] = {
    "ok": ("✓", "green"),
    "warning": ("!", "yellow"),
    "wrong": ("✗", "red"),
}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The state of one thing that was checked, and a message that describes it or what to do."""

    state: State
    what: str
    message: str


def report(findings: Sequence[Diagnosis]) -> Table:
    """A table with a row for each diagnosis."""
    columns = (Column(no_wrap=True), Column(no_wrap=True, style="bold"), Column(ratio=1))
    table = Table(*columns, box=None, show_header=False, pad_edge=False)
    for diagnosis in findings:
        mark, style = _MARKS[diagnosis.state]
        table.add_row(
            f"[{style}]{mark}[/]",
            diagnosis.what,
            plain_text(without_credentials(diagnosis.message)),
        )
    return table
