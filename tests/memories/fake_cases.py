"""Runs that needed nothing besides memories."""

from collections.abc import Sequence
from datetime import datetime

from typing_extensions import override

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.ports import JudgedCases


class NoCases(JudgedCases):
    """The port `JudgedCases`, with nothing in it."""

    @override
    async def judge(self, run: Key, outcome: str, as_of: datetime, operation: Operation) -> bool:
        return False

    @override
    async def void(self, runs: Sequence[Key], as_of: datetime) -> None:
        return None
