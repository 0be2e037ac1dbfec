"""Draw the uplift of memories in the terminal: the difference in success and its interval."""

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from recollect.client import AppClient
from recollect.memories.learned import MemoryUplift, UpliftList, UpliftReport

_HALF_WIDTH: Final = 12
"""How many columns one unit of difference takes on each side of zero."""


def read_uplift(app: AppClient) -> UpliftList:
    """Read the uplift of an app and of each of its memories. Raises ClientError."""
    return UpliftList(app=app.uplift(), memories=tuple(app.uplifts()))


def uplift_report(uplifts: UpliftList) -> RenderableType:
    """A table of the app, then its memories: most uplift first, unknown uplift last."""
    table = Table(box=None, pad_edge=False)
    table.add_column(overflow="fold")
    table.add_column("-1" + "0".center(2 * _HALF_WIDTH - 3) + "+1", no_wrap=True)
    table.add_column("uplift", no_wrap=True)
    for name in ("shown", "without"):
        table.add_column(name, justify="right", no_wrap=True)
    rows = [
        ("the app", uplifts.app),
        *((each.id, each) for each in sorted(uplifts.memories, key=_order)),
    ]
    for name, report in rows:
        table.add_row(name, drawn(report), *_numbers(report))
    return Group(table, Text(_footer(uplifts), style="dim"))


def drawn(report: UpliftReport) -> Text:
    """Draw the interval on a line from -1 to 1, with a dot for the difference, a bar for zero."""
    line, interval = [" "] * (2 * _HALF_WIDTH + 1), report.interval
    if interval is None or report.difference is None:
        line[_HALF_WIDTH] = "│"
        return Text("".join(line), style="dim")
    low, high = _column(interval.low), _column(interval.high)
    line[low : high + 1] = "─" * (high - low + 1)
    line[_HALF_WIDTH] = "│"
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
    return _HALF_WIDTH + round(_HALF_WIDTH * difference)


def _order(report: MemoryUplift) -> tuple[bool, float, str]:
    return report.difference is None, -(report.difference or 0.0), report.id


def _footer(uplifts: UpliftList) -> str:
    if not uplifts.memories:
        return "No memory was tried: HOLDOUT_RATE says how many are withheld to compare"
    harmful = sum(each.demoted for each in uplifts.memories)
    counted = (
        "1 memory was" if len(uplifts.memories) == 1 else f"{len(uplifts.memories)} memories were"
    )
    return f"{counted} tried, {harmful} demoted"
