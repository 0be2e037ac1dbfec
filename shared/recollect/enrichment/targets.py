"""The targets of a call: what it is about by its name, and whether a memory is about the same.

A namespace is its whole name: what is remembered of `payments-eu` is no news of `payments`.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from recollect.enrichment.memories import AFFECTED, SYMPTOMS, ToolMemory
from recollect.language.terms import STOP_WORDS
from recollect.servicedesk.numbers import ticket_number

_NAMESPACE: Final = ("namespace", "project")
_NAMED: Final = re.compile(
    r"namespace|project|cluster|node|host|hostname|server|pod|podname|deployment|service|name|fqdn"
    r"|ip|ipaddress|sysid|\w*number|user|userid|username|database|db|schema|table|queue|topic|bucket"
    r"|volume|mailbox|device|printer|vm|instance|component|application|app|item|configurationitem|ci"
    r"|cmdbci|login|dienst|datenbank|rechner|benutzer|tabelle|warteschlange|drucker|geraet",
)
_NUMBER: Final = "number"
_MOST_READ: Final = 2_000
_FEWEST_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Targets:
    """What a call names, in lower case: its namespace, if any, and other things by their names.

    `others` are what the arguments are called, such as `host`, and their values.
    """

    namespace: str = ""
    others: tuple[tuple[str, str], ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All names, the namespace first."""
        return tuple(filter(None, (self.namespace, *(value for _, value in self.others))))

    def named_by(self, memory: ToolMemory) -> int:
        """How many of these the arguments of a run named."""
        named = named_in(memory.tags)
        return sum(any(_is_one(own, value) for _, value in named) for own in self.all)

    def concern(self, memory: ToolMemory) -> bool | None:
        """Whether a memory is of one of these; None where that cannot be told.

        A run is of what its arguments named, an incident of what it affected and how it showed. Of
        another namespace is what tells that, whatever else it names. A plain word is no name in
        the text of a run of another such thing: "3 orders were lost" of the database `billing`.
        """
        if not self.all:
            return None
        named = named_in(memory.tags)
        namespaces = {value for name, value in named if name in _NAMESPACE}
        if self.namespace and namespaces and self.namespace not in namespaces:
            return False
        if any(_is_one(own, value) for own in self.all for _, value in named):
            return True
        about = _about(memory)
        if names_one(self.all, _affected_in(about)) or names_one(self._names_beside(named), about):
            return True
        return False if named or AFFECTED in memory.text else None

    def _names_beside(self, named: Collection[tuple[str, str]]) -> Iterator[str]:
        """The names that mean one of these in the text of a memory with such targets."""
        called = {name for name, _ in named}
        for name, value in (("", self.namespace), *self.others):
            is_plain = value.isalpha() or value.isdigit()
            if not (_is_common(value) or (is_plain and name in called)):
                yield value
            # What tells its host with a domain is of no other of that name.
            if not named:
                yield _label(value)


NO_TARGETS: Final = Targets()


def targets_in(facets: Iterable[str]) -> Targets:
    """The targets that arguments name, given as `name:value`."""
    named = named_in(facets)
    namespaces = [value for name, value in named if name in _NAMESPACE]
    others = tuple(each for each in named if each[0] not in _NAMESPACE)
    return Targets(namespaces[0] if namespaces else "", others)


def names_one(names: Iterable[str], text: str) -> bool:
    """Whether a text has one of these names in it, whole and in any case of letters.

    `-`, and a dot between letters, are parts of a name.
    """
    words = "|".join(re.escape(each) for each in names if each)
    pattern = rf"(?<![\w-])(?<!\w\.)(?:{words})(?![\w-])(?!\.\w)"
    return bool(words) and re.search(pattern, text, re.IGNORECASE) is not None


def named_in(tags: Iterable[str]) -> list[tuple[str, str]]:
    """What tags or arguments, `name:value`, name that a call may be about: names and values."""
    parted = (tag.partition(":") for tag in tags)
    read = ((re.sub(r"[-_.]", "", name).lower(), value) for name, _, value in parted)
    named = ((name, value) for name, value in read if value and _NAMED.fullmatch(name))
    spelled = ((name, _spelled(name, value).lower().rstrip(".")) for name, value in named)
    return [(name, value) for name, value in spelled if value]


def _spelled(name: str, value: str) -> str:
    return ticket_number(value) if name.endswith(_NUMBER) else value


def _is_one(asked: str, other: str) -> bool:
    """Whether two names are of one: the same, or a host with its domain and without it."""
    return asked == other or asked == _label(other) or _label(asked) == other


def _label(host: str) -> str:
    """The name of a host before its domain, if it is a number of several; else ""."""
    label, dot, _ = host.partition(".")
    return label if dot and not label.isdigit() and any(map(str.isdigit, label)) else ""


def _is_common(name: str) -> bool:
    """Whether a text has it in it whatever it is about: the user `may`, the number 12."""
    return name in STOP_WORDS or (name.isdigit() and len(name) < _FEWEST_DIGITS)


def _affected_in(about: str) -> str:
    return "\n".join(line for line in about.split("\n") if line.startswith(AFFECTED))


def _about(memory: ToolMemory) -> str:
    text = memory.text[:_MOST_READ]
    if memory.source != "operational":
        return text
    lines = [line for line in text.split("\n") if line.startswith((SYMPTOMS, AFFECTED))]
    return "\n".join(lines) or text
