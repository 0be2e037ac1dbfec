"""Look up the names in results: tickets, hosts, addresses and links."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.grammar.slips import ShapedNames, shape_of
from recollect.validation.known.link_index import LinkIndex
from recollect.validation.known.record_models import ResultValue
from recollect.validation.known.written_text import WrittenText

_NAME_AND_END: Final = re.compile(
    r"(?<![^\W_])((?:[^\W_]{1,60}[-_]){1,6}([a-z]{1,20}\d{1,6}))(?![^\W_])"
)
_NUMBERED: Final = re.compile(r"(?<![^\W_])[^\W_](?:[^\W_]|[-_.](?=[^\W_])){2,127}")
_DIGIT: Final = re.compile(r"\d")
_LINK: Final = re.compile(r"https?://[^\s\"'<>)\]|,;]+")
_ADDRESS: Final = re.compile(r"(?<![\d.])(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}(?!\d|\.\d)")
_HYPHENATED: Final = re.compile(r"(?<![\w-])(?=\w*-)[\w-]{1,253}")
"""A name with a hyphen, at most as long as the name of a pod may be."""

_MAIL: Final = re.compile(r"(?<![\w.+-])([\w.+-]{1,64})@([\w-]+(?:\.[\w-]+)+)")

_NONE: Final = ShapedNames(())

HEXADECIMAL: Final = re.compile(r"(?<![^\W_])0x[\da-f]{3,16}(?![^\W_])")
"""A hexadecimal code."""


class NameIndex:
    """The names, links and addresses in the text of results, all folded."""

    def __init__(self, text: WrittenText) -> None:
        self._text = text

    def find(self, name: str) -> ResultValue | None:
        """Where results have a name, link or address, else the one name that ends with it."""
        return self._text.find(name) or self._text.find(self.whole(name))

    def whole(self, end: str) -> str:
        """The one name that ends with `end`: ALTUS-FW01 for FW01; "" if none or several do."""
        return self._wholes.get(end, "")

    def beginning(self, begin: str) -> str:
        """The first name that begins with `begin`, which ends in a hyphen; "" if there is none."""
        return self._beginnings.get(begin, "")

    def shaped(self, shape: str) -> ShapedNames:
        """The names of a shape (`shape_of`)."""
        return self._shapes.get(shape, _NONE)

    def version_of_line(self, version: str) -> str:
        """The first version with the same shape and major number; "" if there is none."""
        return self._versions.get((shape_of(version), version.partition(".")[0]), "")

    def hexadecimal(self, size: int) -> Sequence[str]:
        """The hexadecimal codes with `size` characters: 0x907 has five."""
        return self._hexadecimal.get(size, ())

    @lazy
    def links(self) -> LinkIndex:
        """The links in the text."""
        return LinkIndex(each.rstrip(".,:;") for each in _LINK.findall(self._text.distinct))

    def address_near(self, address: str) -> str:
        """The first address that begins with the same two numbers; "" if there is none."""
        return self._nets.get(".".join(address.split(".")[:2]), "")

    @property
    def first_address(self) -> str:
        """The first address of all; "" if there is none."""
        return next(iter(self._nets.values()), "")

    def mailbox(self, local_part: str) -> str:
        """The first mail address with this part before the @; "" if there is none."""
        return self._mailboxes_of.get(local_part, "")

    def mailboxes_at(self, domain: str) -> Sequence[str]:
        """The mail addresses at a domain."""
        return self._mailboxes_at.get(domain, ())

    @lazy
    def _mailboxes(self) -> Sequence[tuple[str, str]]:
        """The mail addresses, each once: the part before the @, and the domain."""
        return list(dict.fromkeys(_MAIL.findall(self._text.distinct)))

    @lazy
    def _mailboxes_of(self) -> Mapping[str, str]:
        return {local: f"{local}@{domain}" for local, domain in reversed(self._mailboxes)}

    @lazy
    def _mailboxes_at(self) -> Mapping[str, Sequence[str]]:
        return grouped((domain, f"{local}@{domain}") for local, domain in self._mailboxes)

    @lazy
    def _wholes(self) -> Mapping[str, str]:
        named = dict.fromkeys(_NAME_AND_END.findall(self._text.distinct))
        names = grouped((end, whole) for whole, end in named)
        return {end: wholes[0] for end, wholes in names.items() if len(wholes) == 1}

    @lazy
    def _hexadecimal(self) -> Mapping[int, Sequence[str]]:
        codes = dict.fromkeys(HEXADECIMAL.findall(self._text.distinct))
        return grouped((len(code), code) for code in codes)

    @lazy
    def _nets(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for each in _ADDRESS.finditer(self._text.distinct):
            found.setdefault(each[1], each.group())
        return found

    @lazy
    def _beginnings(self) -> Mapping[str, str]:
        names = dict.fromkeys(_HYPHENATED.findall(self._text.distinct))
        return {
            name[: hyphen.end()]: name
            for name in reversed(names)
            for hyphen in re.finditer("-", name[:-1])
        }

    @lazy
    def _versions(self) -> Mapping[tuple[str, str], str]:
        return {
            (shape, name.partition(".")[0]): name
            for shape, shaped in self._shapes.items()
            for name in reversed(shaped.names)
            if "." in name
        }

    @lazy
    def _shapes(self) -> Mapping[str, ShapedNames]:
        names = filter(_DIGIT.search, dict.fromkeys(_NUMBERED.findall(self._text.distinct)))
        found = grouped((shape_of(name), name) for name in names)
        return {shape: ShapedNames(alike) for shape, alike in found.items()}
