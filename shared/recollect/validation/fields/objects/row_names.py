"""The names of the objects of a list: of fields that hold names, else of fields that differ."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.words import vocabulary
from recollect.validation.fields.words.terms import terms
from recollect.validation.grammar.words import POD

_SYS_ID: Final = ("sys", "id")
"""The words of the field name `sys_id`, whose value no answer repeats."""

_MAX_TERMS: Final = 8
_SHORT: Final = 2
"""How many texts may serve as names; a word or number of so many characters names nothing."""


def name_rows(rows: Sequence[ResultRow]) -> None:
    """Set the names of the rows of a list, as terms."""
    columns: dict[tuple[str, ...], set[str]] = defaultdict(set)
    counts: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        for cell in row.cells:
            columns[cell.parts].add(cell.fold)
            counts[cell.parts] += 1
    for row in rows:
        texts = [cell for cell in row.cells if not cell.is_inner and _may_name(cell)]
        differing = [each for each in texts if len(columns[each.parts]) == counts[each.parts]]
        naming = _naming(texts) or _distinguishing(differing)
        # The first field names its object, too, as the port does in a list of ports.
        first = [each for each in row.cells[:1] if each in differing and each not in naming]
        row.names = [cell.terms for cell in (*first, *naming)]
        pods = (POD.fullmatch(cell.fold) for cell in row.cells)
        row.names += [terms(pod[1]) for pod in pods if pod is not None]  # by their workloads


def _distinguishing(cells: Iterable[Cell]) -> list[Cell]:
    """The first code, and the first two other texts, of fields that differ in all objects.

    A state is a name only where there is nothing else: `it isn't active` is not about the only
    active one.
    """
    texts = [cell for cell in cells if cell.form == "text"]
    texts = [cell for cell in texts if not cell.is_state] or texts
    codes = [cell for cell in texts if _is_number_or_code(cell)]
    return codes[:1] + [cell for cell in texts if not _is_number_or_code(cell)][:_SHORT]


def _is_number_or_code(cell: Cell) -> bool:
    """Whether a value is a code or has no word of more than two letters."""
    return cell.is_code or not any(each.isalpha() and len(each) > _SHORT for each in cell.terms)


def _naming(cells: Iterable[Cell]) -> list[Cell]:
    """The fields that hold names, but only the first of those with a number or code."""
    found: list[Cell] = []
    has_code = False
    for cell in cells:
        if cell.parts == _SYS_ID:
            continue  # no answer repeats it
        if cell.names_object and not (_is_number_or_code(cell) and has_code):
            found.append(cell)
            has_code = has_code or _is_number_or_code(cell)
    return found


def _may_name(cell: Cell) -> bool:
    """Whether a value may be a name: long enough, and no unit, as in `"unit": "days"`."""
    if cell.form == "number":
        return len(cell.fold) > _SHORT and cell.fold.isdigit()
    return (
        cell.form == "text"
        and 0 < len(cell.terms) <= _MAX_TERMS
        and cell.fold not in vocabulary.UNITS
    )
