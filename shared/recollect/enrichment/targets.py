"""The targets of a call, which are the things that it names; and whether a memory is about them.

Names count as a whole: a memory of the namespace `payments-eu` is not about `payments`.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from recollect.enrichment.memories import AFFECTED, SYMPTOMS, ToolMemory
from recollect.language.terms import STOP_WORDS
from recollect.servicedesk.numbers import ticket_number

_NAMESPACE: Final = ("namespace", "project")
_TARGET_NAMES: Final = re.compile(
    r"namespace|project|cluster|node|host|hostname|server|pod|podname|deployment|service|name|fqdn"
    r"|ip|ipaddress|sysid|\w*number|user|userid|username|database|db|schema|table|queue|topic|bucket"
    r"|volume|mailbox|device|printer|vm|instance|component|application|app|item|configurationitem|ci"
    r"|cmdbci|partner|consumer|hub|login|dienst|datenbank|rechner|benutzer|tabelle|warteschlange"
    r"|drucker|geraet",
)
_NUMBER: Final = "number"
_MAX_READ: Final = 2_000
_MIN_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Targets:
    """The things that a call names, in lower case: its namespace, if any, and others.

    `others` are pairs of the argument's name, such as `host`, and its value.
    """

    namespace: str = ""
    others: tuple[tuple[str, str], ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All names, the namespace first."""
        return tuple(filter(None, (self.namespace, *(value for _, value in self.others))))

    def named_by(self, memory: ToolMemory) -> int:
        """How many of these targets the arguments of the remembered run named."""
        named = named_in(memory.tags)
        return sum(any(_is_same(own, value) for _, value in named) for own in self.all)

    def concern(self, memory: ToolMemory) -> bool | None:
        """Whether a memory is about one of these targets; None if that is unclear.

        A run is about the things that its arguments named, an incident about those it affected and
        its symptoms. A memory with another namespace is never about them, whatever else it names.
        Nor is one whose arguments name another thing of the same kind, if its text has the target
        only as a plain word: "3 orders were lost" of the database `billing`.
        """
        if not self.all:
            return None
        named = named_in(memory.tags)
        namespaces = {value for name, value in named if name in _NAMESPACE}
        if self.namespace and namespaces and self.namespace not in namespaces:
            return False
        if any(_is_same(own, value) for own in self.all for _, value in named):
            return True
        about = _about(memory)
        if names_one(self.all, _affected_in(about)) or names_one(self._names_beside(named), about):
            return True
        return False if named or AFFECTED in memory.text else None

    def _names_beside(self, named: Collection[tuple[str, str]]) -> Iterator[str]:
        """The targets that, found in the text of a memory with these `named` things, are meant."""
        kinds = {name for name, _ in named}
        for name, value in (("", self.namespace), *self.others):
            is_plain = value.isalpha() or value.isdigit()
            if not (_is_common(value) or (is_plain and name in kinds)):
                yield value
            # A memory that names a host with its domain is not about another host of that name.
            if not named:
                yield _label(value)


NO_TARGETS: Final = Targets()


def targets_in(facets: Iterable[str]) -> Targets:
    """The targets in arguments, which are given as `name:value`."""
    named = named_in(facets)
    namespaces = [value for name, value in named if name in _NAMESPACE]
    others = tuple(each for each in named if each[0] not in _NAMESPACE)
    return Targets(namespaces[0] if namespaces else "", others)


def names_one(names: Iterable[str], text: str) -> bool:
    """Whether a text contains one of these names as a whole, in upper or lower case.

    A hyphen, or a dot between letters, is part of a name.
    """
    words = "|".join(re.escape(each) for each in names if each)
    pattern = rf"(?<![\w-])(?<!\w\.)(?:{words})(?![\w-])(?!\.\w)"
    return bool(words) and re.search(pattern, text, re.IGNORECASE) is not None


def named_in(tags: Iterable[str]) -> list[tuple[str, str]]:
    """The tags or arguments (`name:value`) that can be targets, as pairs of name and value."""
    parted = (tag.partition(":") for tag in tags)
    read = ((re.sub(r"[-_.]", "", name).lower(), value) for name, _, value in parted)
    named = ((name, value) for name, value in read if value and _TARGET_NAMES.fullmatch(name))
    spelled = ((name, _spelled(name, value).lower().rstrip(".")) for name, value in named)
    return [(name, value) for name, value in spelled if value]


def _spelled(name: str, value: str) -> str:
    return ticket_number(value) if name.endswith(_NUMBER) else value


def _is_same(one: str, other: str) -> bool:
    """Whether two names are the same, or are those of a host with and without its domain."""
    return one == other or one == _label(other) or _label(one) == other


def _label(host: str) -> str:
    """The name of a host before its domain, if it has a digit, as one of several has; else ""."""
    label, dot, _ = host.partition(".")
    return label if dot and not label.isdigit() and any(map(str.isdigit, label)) else ""


def _is_common(name: str) -> bool:
    """Whether a name may be in any text, whatever it is about: the user `may`, the number 12."""
    return name in STOP_WORDS or (name.isdigit() and len(name) < _MIN_DIGITS)


def _affected_in(about: str) -> str:
    return "\n".join(line for line in about.split("\n") if line.startswith(AFFECTED))


def _about(memory: ToolMemory) -> str:
    """The text of a memory; of an incident only the lines with symptoms and affected things."""
    text = memory.text[:_MAX_READ]
    if memory.source != "operational":
        return text
    lines = [line for line in text.split("\n") if line.startswith((SYMPTOMS, AFFECTED))]
    return "\n".join(lines) or text
