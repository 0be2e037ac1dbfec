"""Reads names whose words are apart: with markup or labels between them, or in separate fields."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from pydantic import JsonValue

from recollect.core.grouping import grouped

FILLER, CELL, END = "\0", "\1", "\2"
"""Placeholders for characters that belong to no name: FILLER separates nothing, CELL (between cells
or paragraphs) may separate two names, and END ends an item of a list or a row."""

# Names of fields, without signs and accents.
_GIVEN: Final = "(?:(?:first|given|fore|vor)name|first|given|prenom|nombre|imie|名)"
_FAMILY: Final = "(?:(?:last|family|sur|nach)name|last|family|nom|apellidos?|nazwisko|姓)"
# In a text, a bare "first:" may begin a list; it is a label only in quotes.
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
    # A label, as people write it or as it stands in JSON.
    rf"|[\"',;\s]{{0,4}}\b{_LABELS}[\"']?\s?[:=]\s?[\"']?"
    r"|[\"',;\s]{0,3}[\"'](?:first|given|last|family)[\"']\s?:\s?[\"']?",
    re.IGNORECASE,
)

# How many fields may have names that differ only in signs; no real record has many of them.
_MAX_ALIKE: Final = 8
# In characters; a longer value is a text: `first_message` and `last_message` are no split name.
_MAX_LENGTH: Final = 80
# How many given and family names one person may have; longer lists are columns of a table.
_MAX_NAMES: Final = 8


class NamePart(NamedTuple):
    """A part of a name: the text of a field or, with `at`, of an element of a field's list."""

    field: str
    at: int | None
    text: str


def without_markup(text: str) -> str:
    """The text with markup and labels replaced by as many placeholders; its length stays."""
    return _BETWEEN.sub(_filled, text)


def split_names(
    fields: Mapping[str, JsonValue],
) -> Iterator[tuple[Sequence[NamePart], Sequence[NamePart]]]:
    """The names that two fields hold in parts: `first_name` and `last_name`, `contactVorname` etc.

    Each is given as the parts of a given name and of a family name, whose fields have otherwise the
    same name. Lists belong to one person, as in FHIR's `"given": ["Ann", "Marie"]`; lists of the
    same length are columns with a person in each row.
    """
    called = {name: _plain(name) for name, value in fields.items() if _may_name(value)}
    families = grouped(
        (rest, name)
        for name, plain in called.items()
        if (rest := re.sub(_FAMILY, FILLER, plain)) != plain
    )
    alike = {rest: names[:_MAX_ALIKE] for rest, names in families.items()}
    for name, plain in called.items():
        # A field `name` beside a surname is the given name.
        for rest in {re.sub(_GIVEN, FILLER, plain), re.sub("name", FILLER, plain)} - {plain}:
            for family in alike.get(rest, ()):
                if family != name:
                    yield from _of_people(_parts(fields, name), _parts(fields, family))


def _may_name(value: JsonValue) -> bool:
    texts = value if isinstance(value, list) else [value]
    return all(isinstance(each, str) and len(each) <= _MAX_LENGTH for each in texts)


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
    elif given and family and len(given) + len(family) <= _MAX_NAMES:
        yield given, family


def _filled(found: re.Match[str]) -> str:
    sign = END if found["end"] else CELL if found["cell"] else FILLER
    return sign * len(found[0])


def _plain(name: str) -> str:
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(each for each in apart if each.isalnum())
