"""What the objects of a list are called: by fields made for it, else by the first that differs."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from recollect.validation.fields.rows import SYS_ID, Cell, ResultRow
from recollect.validation.fields.terms import UNITS, terms
from recollect.validation.grammar.words import POD

_MOST_WORDS: Final = 8
_FEWEST: Final = 2
"""What names nothing: `"unit": "days"`."""


def name_rows(rows: Sequence[ResultRow]) -> None:
    """Give the rows of a list their names, as terms."""
    columns: dict[tuple[str, ...], set[str]] = defaultdict(set)
    counts: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        for cell in row.cells:
            columns[cell.parts].add(cell.fold)
            counts[cell.parts] += 1
    for row in rows:
        texts = [cell for cell in row.cells if not cell.is_inner and _may_name(cell)]
        differing = [each for each in texts if len(columns[each.parts]) == counts[each.parts]]
        naming = _naming(texts) or _telling(differing)
        # What it begins with, as the port in a table of ports with their descriptions.
        first = [each for each in row.cells[:1] if each in differing and each not in naming]
        row.names = [cell.terms for cell in (*first, *naming)]
        row.names += [terms(pod[1]) for pod in _pods(row)]


def _pods(row: ResultRow) -> Iterator[re.Match[str]]:
    """The names of pods that a row has; the first group is what they are a copy of."""
    return (found for cell in row.cells if (found := POD.fullmatch(cell.fold)) is not None)


def _telling(cells: Iterable[Cell]) -> list[Cell]:
    """Of fields that differ in all objects the first code and the first two texts."""
    texts = [cell for cell in cells if cell.form == "text"]
    codes = [cell for cell in texts if _is_number(cell)]
    return codes[:1] + [cell for cell in texts if not _is_number(cell)][:_FEWEST]


def _is_number(cell: Cell) -> bool:
    """Whether a text is a code, with no word in it that is longer than two letters."""
    return cell.is_code or not any(each.isalpha() and len(each) > _FEWEST for each in cell.terms)


def _naming(cells: Iterable[Cell]) -> list[Cell]:
    """The fields that are made for names; of numbers and codes the first."""
    found: list[Cell] = []
    has_code = False
    for cell in cells:
        if cell.parts == SYS_ID:
            continue  # nobody says it
        if cell.names_object and not (_is_number(cell) and has_code):
            found.append(cell)
            has_code = has_code or _is_number(cell)
    return found


def _may_name(cell: Cell) -> bool:
    if cell.form == "number":
        return len(cell.fold) > _FEWEST and cell.fold.isdigit()
    return cell.form == "text" and 0 < len(cell.terms) <= _MOST_WORDS and cell.fold not in UNITS
