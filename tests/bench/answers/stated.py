"""Values of fields in lists, stated of their own object, and of another one.

`The zone of fj-w-4 is north-1c` is right, `The zone of fj-w-4 is north-1b` is wrong: for each list
of the results and each field that tells its objects apart, in one of three forms. Tables of two
fields are right as they are, and wrong with one cell of another line.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from pydantic import JsonValue

from recollect.validation.checking import validate
from recollect.validation.models import ToolCall, ValidateRequest
from tests.bench.answers.judging import results

_SEED: Final = 5
_PAIRS: Final = 2
_COLUMNS: Final = 2
_MAX_LINES: Final = 6
_MAX_VALUE_CHARACTERS: Final = 40
_NAMING: Final = (
    *("number", "name", "id", "pod", "title", "host", "task", "order", "key", "caseNumber"),
    *("case_number", "label", "van", "deployment"),
)
_FORMS: Final = ("The {field} of {name} is {value}.", "{name}: {field} {value}",
                 "{name} has the {field} {value}.")  # fmt: skip
_REFERRING_FORMS: Final = ("I looked up {name}. Its {field} is {value}.",
                            "{name}, whose {field} is {value}, is one of them.",
                            "**{name}**\n- {field}: {value}")  # fmt: skip
"""Forms in which an earlier sentence, clause or line names the object."""

_PROSE: Final = re.compile(
    r"sys_|description|excerpt|notes?$|url|link|fqdn|summary|message|parent|child|class|comment"
    r"|company"
)


class Stated(NamedTuple):
    """An answer about fields, whether it is right, and whether it is called wrong."""

    answer: str
    is_right: bool
    is_called_wrong: bool


class _Statement(NamedTuple):
    """A statement about the result of a call, and whether it is right."""

    call: ToolCall
    answer: str
    is_right: bool


def stated_fields(every: int = 1) -> Iterator[Stated]:
    """Sentences about fields of all lists, right and wrong, of which every `every`-th is judged."""
    return _judged(_fields(_FORMS), every)


def stated_of_object_before(every: int = 1) -> Iterator[Stated]:
    """The same fields, with the object named before the statement."""
    return _judged(_fields(_REFERRING_FORMS), every)


def stated_tables(every: int = 1) -> Iterator[Stated]:
    """Tables of two fields of the first objects of each list, as they are and with a wrong cell."""
    return _judged(_tables(), every)


def _judged(statements: Iterable[_Statement], every: int) -> Iterator[Stated]:
    for each in islice(statements, 0, None, every):
        request = ValidateRequest(response=each.answer, tool_calls=(each.call,))
        yield Stated(each.answer, each.is_right, bool(validate(request).contradictions))


def _fields(forms: Sequence[str]) -> Iterator[_Statement]:
    random = Random(_SEED)  # noqa: S311 - it needs no secrecy
    for call, rows, naming in _named_lists():
        yield from _of_list(call, rows, naming, forms, random)


def _tables() -> Iterator[_Statement]:
    random = Random(_SEED)  # noqa: S311 - it needs no secrecy
    for call, rows, naming in _named_lists():
        fields = _stateable_fields(rows, naming)
        if len(fields) < _COLUMNS:
            continue
        chosen = (naming, *random.sample(fields, _COLUMNS))
        lines = [[str(row[field]) for field in chosen] for row in rows[:_MAX_LINES]]
        yield _Statement(call, _table(chosen, lines), is_right=True)
        line, column = random.randrange(len(lines)), random.randint(1, _COLUMNS)
        others = [each[column] for each in lines if each[column] != lines[line][column]]
        if others:
            lines[line][column] = random.choice(others)
            yield _Statement(call, _table(chosen, lines), is_right=False)


def _named_lists() -> Iterator[tuple[ToolCall, Sequence[dict[str, JsonValue]], str]]:
    """The lists of all results with the field that distinguishes their objects, if there is one."""
    for call in results().values():
        for rows in _lists(call.result):
            naming = next((name for name in _NAMING if _is_distinguishing(rows, name)), None)
            if naming is not None:
                yield call, rows, naming


def _table(fields: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    shown = ([_words(field) for field in fields], ["---"] * len(fields), *lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in shown)


def _stateable_fields(rows: Sequence[dict[str, JsonValue]], naming: str) -> list[str]:
    """The fields with short plain values, flags and prose left out."""
    found = []
    for field in rows[0]:
        values = [str(row.get(field, "")) for row in rows]
        is_short = all(0 < len(each) <= _MAX_VALUE_CHARACTERS for each in values)
        plain = all(isinstance(row.get(field), (str, int, float)) for row in rows)
        is_flag = not {"True", "False"}.isdisjoint(values)
        if is_short and plain and not (is_flag or field == naming or _PROSE.search(field.lower())):
            found.append(field)
    return found


def _of_list(
    call: ToolCall,
    rows: Sequence[dict[str, JsonValue]],
    naming: str,
    forms: Sequence[str],
    random: Random,
) -> Iterator[_Statement]:
    for field in _stateable_fields(rows, naming):
        values = [str(row[field]) for row in rows]
        for _ in range(_PAIRS):
            own, other = random.sample(range(len(rows)), 2)
            if values[own] == values[other]:
                continue
            form, name = random.choice(forms), str(rows[own][naming])
            for place in (own, other):
                sentence = form.format(field=_words(field), name=name, value=values[place])
                yield _Statement(call, sentence, is_right=place == own)


def _lists(value: JsonValue) -> Iterator[Sequence[dict[str, JsonValue]]]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _lists(each)
    elif isinstance(value, list):
        rows = [each for each in value if isinstance(each, dict)]
        if len(rows) == len(value) > 1:
            yield rows
        for each in value:
            yield from _lists(each)


def _is_distinguishing(rows: Sequence[dict[str, JsonValue]], name: str) -> bool:
    values = {row.get(name) for row in rows if isinstance(row.get(name), str)}
    return len(values) == len(rows)


def _words(field: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", field).lower()
