"""The targets of a call: what it is about by its name, and whether a memory is about the same.

A namespace is its whole name: what is remembered of `payments-eu` is no news of `payments`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from recollect.enrichment.memories import ToolMemory
from recollect.servicedesk.numbers import ticket_number

_NAMESPACE: Final = ("namespace", "project")
_NAMED: Final = re.compile(
    r"namespace|project|cluster|node|host|hostname|server|pod|podname|deployment|service|name|fqdn"
    r"|ip|ipaddress|sysid|\w*number|user|userid|username|database|db|schema|table|queue|topic|bucket"
    r"|volume|mailbox|device|printer|vm|instance|component|application|app",
)
_NUMBER: Final = "number"
_ABOUT: Final = ("symptoms: ", "affected: ")
_AFFECTED: Final = "affected: "
_MOST_READ: Final = 2_000


@dataclass(frozen=True, slots=True)
class Targets:
    """What a call names, in lower case: its namespace, if any, and other things by their names."""

    namespace: str = ""
    others: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All names, the namespace first."""
        return tuple(filter(None, (self.namespace, *self.others)))

    def named_by(self, memory: ToolMemory) -> int:
        """How many of these the arguments of a run named."""
        told = named_in(memory.tags)
        return sum(any(_is_one(own, value) for _, value in told) for own in self.all)

    def concern(self, memory: ToolMemory) -> bool | None:
        """Whether a memory is of one of these; None where that cannot be told.

        A run is of what its arguments named, an incident of what it affected and how it showed. Of
        another namespace is what tells that, whatever else it names.
        """
        if not self.all:
            return None
        told = named_in(memory.tags)
        namespaces = {value for name, value in told if name in _NAMESPACE}
        if self.namespace and namespaces and self.namespace not in namespaces:
            return False
        if any(_is_one(own, value) for own in self.all for _, value in told):
            return True
        # What tells its host with a domain is of no other of that name.
        labels = () if told else map(_label, self.others)
        if names_one((*self.all, *labels), _about(memory)):
            return True
        return False if told or _AFFECTED in memory.text else None


NO_TARGETS: Final = Targets()


def targets_in(facets: Iterable[str]) -> Targets:
    """The targets that arguments name, given as `name:value`."""
    told = named_in(facets)
    namespaces = [value for name, value in told if name in _NAMESPACE]
    others = tuple(value for name, value in told if name not in _NAMESPACE)
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
    return [(name, _spelled(name, value).lower()) for name, value in named]


def _spelled(name: str, value: str) -> str:
    return ticket_number(value) if name.endswith(_NUMBER) else value


def _is_one(asked: str, told: str) -> bool:
    """Whether two names are of one: the same, or a host with its domain and without it."""
    return asked == told or asked == _label(told) or _label(asked) == told


def _label(host: str) -> str:
    """The name of a host before its domain, if it is a number of several; else ""."""
    label, dot, _ = host.partition(".")
    return label if dot and not label.isdigit() and any(map(str.isdigit, label)) else ""


def _about(memory: ToolMemory) -> str:
    text = memory.text[:_MOST_READ]
    if memory.source != "operational":
        return text
    lines = [line for line in text.split("\n") if line.startswith(_ABOUT)]
    return "\n".join(lines) or text
