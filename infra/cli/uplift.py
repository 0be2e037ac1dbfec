"""What memories bring, drawn in the terminal: the difference in success with its interval."""

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from recollect.client import AppClient
from recollect.memories.learned import MemoryUplift, UpliftList, UpliftReport

_HALF: Final = 12
"""How many columns one unit of difference takes on each side of zero."""


def read_uplift(app: AppClient) -> UpliftList:
    """What the memories of an app bring, together and each. Raises ClientError."""
    return UpliftList(app=app.uplift(), memories=tuple(app.uplifts()))


def uplift_report(told: UpliftList) -> RenderableType:
    """The app first, then its memories, what brings most first, what is unknown last."""
    table = Table(box=None, pad_edge=False)
    table.add_column(overflow="fold")
    table.add_column(_scale(), no_wrap=True)
    table.add_column("uplift", no_wrap=True)
    for name in ("shown", "without"):
        table.add_column(name, justify="right", no_wrap=True)
    rows = [("the app", told.app), *((each.id, each) for each in sorted(told.memories, key=_order))]
    for name, report in rows:
        table.add_row(name, drawn(report), *_numbers(report))
    return Group(table, Text(_footer(told), style="dim"))


def drawn(report: UpliftReport) -> Text:
    """The interval on a line from -1 to 1, the difference a dot, zero a bar."""
    line, interval = [" "] * (2 * _HALF + 1), report.interval
    if interval is None or report.difference is None:
        line[_HALF] = "│"
        return Text("".join(line), style="dim")
    low, high = _column(interval.low), _column(interval.high)
    line[low : high + 1] = "─" * (high - low + 1)
    line[_HALF] = "│"
    line[_column(report.difference)] = "●"
    style = "red" if interval.high < 0 else "green" if interval.low > 0 else ""
    return Text("".join(line), style=style)


def _numbers(report: UpliftReport) -> Iterator[str]:
    interval = report.interval
    if report.difference is None or interval is None:
        yield "unknown"
    else:
        yield f"{report.difference:+.2f} ({interval.low:+.2f} to {interval.high:+.2f})"
    yield str(report.shown)
    yield str(report.withheld)


def _column(difference: float) -> int:
    return _HALF + round(_HALF * difference)


def _scale() -> str:
    return "-1" + "0".center(2 * _HALF - 3) + "+1"


def _order(report: MemoryUplift) -> tuple[bool, float, str]:
    return report.difference is None, -(report.difference or 0.0), report.id


def _footer(told: UpliftList) -> str:
    harmful = sum(each.demoted for each in told.memories)
    counted = "1 memory was" if len(told.memories) == 1 else f"{len(told.memories)} memories were"
    return f"{counted} tried, {harmful} demoted"
