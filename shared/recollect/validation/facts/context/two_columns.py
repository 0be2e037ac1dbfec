"""Read the lines of a two-column table of fields and values as labels: `| Group | Network |`."""

import re
from collections.abc import Mapping
from typing import Final

from recollect.validation.grammar.folding import folded
from recollect.validation.known.field_kinds import label_of
from recollect.validation.known.record_models import Record

_TABLE: Final = re.compile(
    r"^[ \t]{0,4}\|[ \t*]{0,9}(?:field|feld|campo|champ|veld|attribute|property|detail)?[ \t*]{0,9}"
    r"\|[ \t*]{0,9}(?:value|wert|valor|valeur|valore|waarde|details?)?[ \t*]{0,9}\|[ \t]{0,4}\n"
    r"[ \t]{0,4}\|[ \t:]{0,9}-{2,99}[-: \t|]{0,99}\n"
    r"(?P<lines>(?:[ \t]{0,4}\|[^\n|]*\|[^\n|]*\|[ \t]{0,4}(?:\n|$))+)",
    re.MULTILINE,
)
"""A table of which each line has a field and its value: `| Group | Network Engineering |`."""

_LINE: Final = re.compile(r"^([ \t]*)\|([^\n|]*)\|([^\n|]*)\|", re.MULTILINE)
_CAPITALISED: Final = re.compile(
    r"[^\W\d_a-z][\w&'\u2019-]*(?: (?:(?:and|of|&) )?[^\W\d_a-z][\w&'\u2019-]*)+"
)
_PERSON_AND_TEAM: Final = re.compile(rf"(?:{_CAPITALISED.pattern})(?: \({_CAPITALISED.pattern}\))?")
_STATES: Final = re.compile(r"\w[\w -]{0,30}")
_DATES: Final = re.compile(r"[\w.:,/ -]{4,40}")
_VALUES_OF_FIELDS: Final[Mapping[str, re.Pattern[str]]] = {
    **dict.fromkeys(("assignee", "group", "customer", "contact"), _PERSON_AND_TEAM),
    **dict.fromkeys(("status", "priority"), _STATES),
    **dict.fromkeys(("opened", "closed"), _DATES),
}
"""The fields that are read from such lines, each with the pattern of its values."""


def with_table_labels(answer: str, fold: str, main: Record | None) -> str:
    """The folded answer, with a colon instead of the bar between a field and its value in a table.

    A table is left alone if the line before it ends in a colon and does not name `main`, the only
    ticket: a table below `set these:` or `the vendor's ticket:` is about something else. `fold` is
    `answer` folded, and of the same length.
    """
    if "|" not in fold or main is None:
        return fold
    parts, end = [], 0
    for table in _TABLE.finditer(fold):
        before = fold[: table.start()].rstrip()
        line_before = before[before.rfind("\n") + 1 :]
        if line_before.endswith(":") and not any(number in line_before for number in main.ids):
            continue
        start, stop = table.span("lines")
        parts += [fold[end:start], _LINE.sub(_with_colon, answer[start:stop])]
        end = stop
    return folded("".join(parts)) + fold[end:] if parts else fold


def _with_colon(line: re.Match[str]) -> str:
    """The line as `field:value`, equally long; unchanged where the value does not fit the field."""
    lead, field, value = line.groups()
    pattern = _VALUES_OF_FIELDS.get(label_of(field.strip(" *_`")))
    is_field = pattern is not None and pattern.fullmatch(value.strip(" *_`")) is not None
    return f"{lead} {field}:{value} " if is_field else line.group()
