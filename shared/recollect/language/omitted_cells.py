"""Cells that a table leaves out since they would repeat those of the row above."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

_OPTIONAL: Final = re.compile(
    r"\b(?:approver|assigned|assignee|comment|discount|due|end|label|manager|note|owner|parent"
    r"|priority|reason|remark|reviewer|stat(?:e|us)|tags?|until|who|bearbeiter|bemerkung|bis|rabatt"
    r"|zust\u00e4ndig)\b",
    re.IGNORECASE,
)
_SUM: Final = re.compile(
    r"\W*(?:(?:grand|sub)?[ -]?total|sum|all|overall|average|mean|gesamt|(?:zwischen)?summe|alle"
    r"|insgesamt|durchschnitt|totale|suma|totaal)\b",
    re.IGNORECASE,
)


def is_title(row: Sequence[str]) -> bool:
    """Whether a row of a table has at most one value."""
    return sum(bool(each.strip()) for each in row) <= 1


def with_omitted_cells(
    names: Sequence[str], rows: Sequence[Sequence[str]]
) -> Iterator[Sequence[str]]:
    """The rows, with values that were left out at the beginning repeated from the row above.

    They were left out if the values behind them start again with each group: "early", "late" of
    each day. Otherwise they were not left out if a value before that column occurs twice in its
    group, or if a row may well lack the value, such as a discount or an assignee. A sum belongs to
    no row above it. A value that stands alone in its row belongs to all rows below.
    """
    led = [sum(1 for _ in takewhile(lambda value: not value.strip(), row)) for row in rows]
    left_out = {
        count
        for count in {*led} - {0, len(names)}
        if _restart(rows, led, count)
        or not (_OPTIONAL.search(names[count - 1]) or _are_repeated(rows, led, count))
    }
    above: Sequence[str] = ()
    for row, count in zip(rows, led, strict=True):
        if not count or count == len(row):
            above = row if not count else ()
            yield row
        elif above and (count in left_out or is_title(above)) and not _SUM.match(row[count]):
            filled = [*above[:count], *row[count:]]
            above = above if is_title(above) else filled
            yield filled
        else:
            yield row


def _are_repeated(rows: Sequence[Sequence[str]], led: Sequence[int], place: int) -> bool:
    """Whether a value in the column before `place` occurs twice within its group."""
    seen = set[str]()
    for row, count in zip(rows, led, strict=True):
        if count < place - 1 or count == len(row):
            seen = set()
        value = row[place - 1].strip()
        if value in seen:
            return True
        seen |= {value} - {""}
    return False


def _restart(rows: Sequence[Sequence[str]], led: Sequence[int], place: int) -> bool:
    """Whether each group has distinct values in a column, and two groups share some of them."""
    groups: list[list[str]] = []
    for row, count in zip(rows, led, strict=True):
        if count < place or count == len(row):
            groups.append([row[place]] if row[place].strip() else [])
        elif count == place and groups and not _SUM.match(row[place]):
            groups[-1].append(row[place])
    distinct = [set(group) for group in groups]
    return all(
        len(group) == len(values) for group, values in zip(groups, distinct, strict=True)
    ) and len(set().union(*distinct)) < sum(map(len, distinct))
