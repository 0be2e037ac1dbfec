"""Names whose words stand apart: with markup or labels between them, or in fields of their own."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from pydantic import JsonValue

FILLER: Final = "\0"
"""What stands for a character that belongs to no name, and parts none."""

# What fields are called, without signs and accents.
_GIVEN: Final = "(?:(?:first|given|fore|vor)name|first|given|prenom|nombre)"
_FAMILY: Final = "(?:(?:last|family|sur|nach)name|last|family|nom|apellidos?)"
# In a text a bare "first:" begins a list: only quotes make it a label.
_LABELS: Final = (
    "(?:(?:first|given|fore|vor|last|family|sur|nach)[ _-]?name|pr[eé]nom|nombre|nom|apellidos?)"
)
_TAGS: Final = "a|abbr|b|br|code|div|em|font|i|li|mark|p|s|small|span|strong|td|th|tr|u"
_BETWEEN: Final = re.compile(
    rf"</?(?:{_TAGS})(?=[\s/>])[^<>]{{0,200}}>"
    r"|&(?:nbsp|#160|#xa0);|%20|[*`]{1,3}"
    # A label, as people write it or as JSON has it.
    rf"|[\"',;\s]{{0,4}}\b{_LABELS}[\"']?\s?[:=]\s?[\"']?"
    r"|[\"',;\s]{0,3}[\"'](?:first|given|last|family)[\"']\s?:\s?[\"']?",
    re.IGNORECASE,
)

# Fields that are called alike but for signs, which nobody's record has many of.
_MOST_ALIKE: Final = 8
# What is longer is a text; `first_message` and `last_message` hold no name in two.
_LONGEST: Final = 80


def without_markup(text: str) -> str:
    """A text of the same length in which nothing stands between the words of a name but signs."""
    return _BETWEEN.sub(lambda found: FILLER * len(found[0]), text)


def split_names(fields: Mapping[str, JsonValue]) -> Iterator[tuple[str, str]]:
    """The fields that hold a name in two: `first_name` and `last_name`, `contactVorname` and so on.

    Each pair is of a given and a family name that are called alike but for that.
    """
    called = {
        name: _plain(name)
        for name, value in fields.items()
        if isinstance(value, str) and len(value) <= _LONGEST
    }
    families: dict[str, list[str]] = {}
    for name, plain in called.items():
        if (rest := re.sub(_FAMILY, FILLER, plain)) != plain:
            families.setdefault(rest, []).append(name)
    alike = {rest: names[:_MOST_ALIKE] for rest, names in families.items()}
    for name, plain in called.items():
        # A name beside a surname is the given one.
        for rest in {re.sub(_GIVEN, FILLER, plain), re.sub("name", FILLER, plain)} - {plain}:
            yield from ((name, family) for family in alike.get(rest, ()) if family != name)


def _plain(name: str) -> str:
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(each for each in apart if each.isalnum())
