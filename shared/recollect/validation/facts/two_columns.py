"""Tables of fields and values, whose lines are read as labels: `| Group | Network |`."""

import re
from collections.abc import Mapping
from typing import Final

from recollect.validation.grammar.folding import folded
from recollect.validation.known.field_kinds import label_of
from recollect.validation.known.records import Record

_OF_TWO_COLUMNS: Final = re.compile(
    r"^[ \t]{0,4}\|[ \t*]{0,9}(?:field|feld|campo|champ|veld|attribute|property|detail)?[ \t*]{0,9}"
    r"\|[ \t*]{0,9}(?:value|wert|valor|valeur|valore|waarde|details?)?[ \t*]{0,9}\|[ \t]{0,4}\n"
    r"[ \t]{0,4}\|[ \t:]{0,9}-{2,99}[-: \t|]{0,99}\n"
    r"(?P<lines>(?:[ \t]{0,4}\|[^\n|]*\|[^\n|]*\|[ \t]{0,4}(?:\n|$))+)",
    re.MULTILINE,
)
"""A table whose lines are fields with their values: `| Group | Network Engineering |`."""

_OF_TWO_CELLS: Final = re.compile(r"^([ \t]*)\|([^\n|]*)\|([^\n|]*)\|", re.MULTILINE)
_NAMES: Final = re.compile(
    r"[^\W\d_a-z][\w&'\u2019-]*(?: (?:(?:and|of|&) )?[^\W\d_a-z][\w&'\u2019-]*)+"
)
_NAMES_AND_TEAM: Final = re.compile(rf"(?:{_NAMES.pattern})(?: \({_NAMES.pattern}\))?")
_STATES: Final = re.compile(r"\w[\w -]{0,30}")
_DATES: Final = re.compile(r"[\w.:,/ -]{4,40}")
_FIELDS: Final[Mapping[str, re.Pattern[str]]] = {
    **dict.fromkeys(("assignee", "group", "customer", "contact"), _NAMES_AND_TEAM),
    **dict.fromkeys(("status", "priority"), _STATES),
    **dict.fromkeys(("opened", "closed"), _DATES),
}
"""The fields that such lines are read for, and what their values look like."""


def with_labels(answer: str, fold: str, main: Record | None) -> str:
    """The folded answer with a colon for the bar between a field and its value.

    That is so in a table of fields and values which nothing leads in, or the number of `main`, the
    only ticket: under `set these:` or `the vendor's ticket:` stands something else.
    """
    if "|" not in fold or main is None:
        return fold
    parts, end = [], 0
    for table in _OF_TWO_COLUMNS.finditer(fold):
        before = fold[: table.start()].rstrip()
        led = before[before.rfind("\n") + 1 :]
        if led.endswith(":") and not any(each in led for each in main.ids):
            continue
        start, stop = table.span("lines")
        parts += [fold[end:start], _OF_TWO_CELLS.sub(_with_colon, answer[start:stop])]
        end = stop
    return folded("".join(parts)) + fold[end:] if parts else fold


def _with_colon(line: re.Match[str]) -> str:
    lead, field, value = line.groups()
    form = _FIELDS.get(label_of(field.strip(" *_`")))
    is_field = form is not None and form.fullmatch(value.strip(" *_`")) is not None
    return f"{lead} {field}:{value} " if is_field else line.group()
