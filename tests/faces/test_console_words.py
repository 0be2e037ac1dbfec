"""The console is written by hand: its choices are those of the API."""

import re
from typing import get_args

from recollect.faces.console import FOLDER
from recollect.memories.model import ListedState, Stage


def choices(name: str) -> list[str]:
    """The choices of a constant of the page of memories, without that of all."""
    page = (FOLDER / "memories.js").read_text("utf-8")
    (line,) = re.findall(rf"^const {name} = .*$", page, re.MULTILINE)
    return re.findall(r'\["(\w+)", "\w+"\]', line)


def test_the_console_offers_the_stages_and_states_that_lists_filter_by() -> None:
    assert choices("STAGES") == list(get_args(Stage))
    assert sorted(choices("STATES")) == sorted(get_args(ListedState))
