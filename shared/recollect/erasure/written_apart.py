"""Names whose words stand apart: with markup or labels between them, or in fields of their own."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from pydantic import JsonValue

from recollect.core.grouping import grouped

FILLER, CELL, END = "\0", "\1", "\2"
"""What stands for a character that belongs to no name: one that parts none, one of a cell or a
paragraph, which may part two, and one of what ends an item of a list or a row."""

# What fields are called, without signs and accents.
_GIVEN: Final = "(?:(?:first|given|fore|vor)name|first|given|prenom|nombre|imie|名)"
_FAMILY: Final = "(?:(?:last|family|sur|nach)name|last|family|nom|apellidos?|nazwisko|姓)"
# In a text a bare "first:" begins a list: only quotes make it a label.
_LABELS: Final = (
    "(?:(?:first|given|fore|vor|last|family|sur|nach)[ _-]?name|pr[eé]nom|nombre|nom|apellidos?"
    "|imi[eę]|nazwisko)"
)
_TAGS: Final = "a|abbr|b|br|code|div|em|font|i|mark|s|small|span|strong|u"
_BETWEEN: Final = re.compile(
    r"(?P<end></?(?:dl|li|ol|table|tr|ul)(?=[\s/>])[^<>]{0,200}>|\n[ \t]*[*+-] )"
    r"|(?P<cell></?(?:dd|dt|h[1-6]|p|td|th)(?=[\s/>])[^<>]{0,200}>)"
    rf"|</?(?:{_TAGS})(?=[\s/>])[^<>]{{0,200}}>"
    r"|[*`]{1,3}|\\[nrt]|\n[ \t]*(?:> ?){1,8}"
    # A label, as people write it or as JSON has it.
    rf"|[\"',;\s]{{0,4}}\b{_LABELS}[\"']?\s?[:=]\s?[\"']?"
    r"|[\"',;\s]{0,3}[\"'](?:first|given|last|family)[\"']\s?:\s?[\"']?",
    re.IGNORECASE,
)

# Fields that are called alike but for signs, which nobody's record has many of.
_MOST_ALIKE: Final = 8
# What is longer is a text; `first_message` and `last_message` hold no name in two.
_LONGEST: Final = 80
# Of one person; a column of a table may have more.
_MOST_NAMES: Final = 8


class NamePart(NamedTuple):
    """A text of a field, or of a list that a field has, which is a part of a name."""

    field: str
    at: int | None
    text: str


def without_markup(text: str) -> str:
    """A text of the same length in which nothing stands between the words of a name but signs."""
    return _BETWEEN.sub(_filled, text)


def split_names(
    fields: Mapping[str, JsonValue],
) -> Iterator[tuple[Sequence[NamePart], Sequence[NamePart]]]:
    """The names that fields hold in two: `first_name` and `last_name`, `contactVorname` and so on.

    Each is of the parts of a given and of a family name, whose fields are called alike but for
    that. Lists of either are all of one person, as FHIR has `"given": ["Ann", "Marie"]`; of the
    same length they are columns, a person in each row.
    """
    called = {name: _plain(name) for name, value in fields.items() if _may_name(value)}
    families = grouped(
        (rest, name)
        for name, plain in called.items()
        if (rest := re.sub(_FAMILY, FILLER, plain)) != plain
    )
    alike = {rest: names[:_MOST_ALIKE] for rest, names in families.items()}
    for name, plain in called.items():
        # A name beside a surname is the given one.
        for rest in {re.sub(_GIVEN, FILLER, plain), re.sub("name", FILLER, plain)} - {plain}:
            for family in alike.get(rest, ()):
                if family != name:
                    yield from _of_people(_parts(fields, name), _parts(fields, family))


def _may_name(value: JsonValue) -> bool:
    texts = value if isinstance(value, list) else [value]
    return all(isinstance(each, str) and len(each) <= _LONGEST for each in texts)


def _parts(fields: Mapping[str, JsonValue], name: str) -> Sequence[NamePart]:
    value = fields[name]
    if isinstance(value, list):
        return [NamePart(name, at, str(each)) for at, each in enumerate(value)]
    return [NamePart(name, None, str(value))]


def _of_people(
    given: Sequence[NamePart], family: Sequence[NamePart]
) -> Iterator[tuple[Sequence[NamePart], Sequence[NamePart]]]:
    if len(given) == len(family):
        yield from (([one], [other]) for one, other in zip(given, family, strict=True))
    elif given and family and len(given) + len(family) <= _MOST_NAMES:
        yield given, family


def _filled(found: re.Match[str]) -> str:
    sign = END if found["end"] else CELL if found["cell"] else FILLER
    return sign * len(found[0])


def _plain(name: str) -> str:
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(each for each in apart if each.isalnum())
