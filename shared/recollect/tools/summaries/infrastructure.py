"""Summaries of configuration items, as a block of lines for each."""

import re
from collections.abc import Sequence

from recollect.language.texts import collapsed
from recollect.servicedesk.items import ConfigurationItem, ItemRelation
from recollect.tools.contract import INFRASTRUCTURE, ITEM_LABELS
from recollect.tools.summaries.phrases import DASH, brief, label, line, lines, outlined

_STATUS, _LOCATION, _DEPENDENCIES = ITEM_LABELS
_MAX_NAMES = 5
_MAX_LENGTH = 120
# The words in a relation's type for the side that depends on the other.
_DEPENDENT_SIDES = frozenset(
    {
        "connected by",
        "connects to",
        "contained by",
        "depends on",
        "hosted on",
        "member of",
        "powered by",
        "receives data from",
        "runs on",
        "uses",
        "virtualized by",
    }
)
_TABLE = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")


def infrastructure_summary(
    items: Sequence[ConfigurationItem], relations: Sequence[ItemRelation]
) -> str:
    """The section Infrastructure with a block for each item; "" without items."""
    blocks = (_block(item, _dependencies(item, relations)) for item in items)
    return outlined([(INFRASTRUCTURE, "\n".join(blocks))])


def created_summary(
    item: ConfigurationItem, parent_name: str, *, linked: bool, created: bool
) -> str:
    """A sentence that says whether the item was created and linked, and the item's block.

    `created` is false if the item existed before. `parent_name` is "" if the caller named no
    parent; `linked` says whether the item is linked to it.
    """
    parent = brief(parent_name, _MAX_LENGTH)
    outcome = "The item was created" if created else "The item was already there"
    missing = f", but is not linked to {parent}" if parent and not linked else ""
    block = lines(_block(item, ()), _indented("Parent", parent if linked else ""))
    return outlined([(INFRASTRUCTURE, f"{outcome}{missing}.\n\n{block}")])


def _block(item: ConfigurationItem, dependencies: Sequence[str]) -> str:
    return lines(
        f"• {_title(item)}",
        _indented(_STATUS, label(item.operational_status)),
        _indented(_LOCATION, brief(item.location, _MAX_LENGTH)),
        _indented(_DEPENDENCIES, _listed(dependencies)),
    )


def _title(item: ConfigurationItem) -> str:
    known = (brief(each, _MAX_LENGTH) for each in (item.name, item.fqdn, item.ip_address))
    name = next(filter(None, known), "unnamed item")
    kind, environment = label(item.type), label(item.environment)
    if _TABLE.fullmatch(kind):
        kind = ""
    return name + (f" {DASH} {kind}" if kind else "") + (f" ({environment})" if environment else "")


def _indented(name: str, value: str) -> str:
    return f"  {line(name, value)}" if value else ""


def _dependencies(item: ConfigurationItem, relations: Sequence[ItemRelation]) -> Sequence[str]:
    """The names of the items that this one depends on, each once."""
    named = (_needed_by(item.sys_id, each) for each in relations)
    return list(filter(None, dict.fromkeys(brief(name, _MAX_LENGTH) for name in named)))


def _needed_by(sys_id: str, relation: ItemRelation) -> str:
    """The name of the item at the other end if this one depends on it, else "".

    A type `A::B` says A of the parent and B of the child.
    """
    parent, child = relation.parent, relation.child
    of_parent, _, of_child = (collapsed(side).casefold() for side in relation.type.partition("::"))
    if parent.sys_id == child.sys_id:
        return ""
    if sys_id == parent.sys_id and (not of_child or of_parent in _DEPENDENT_SIDES):
        return child.name
    return parent.name if sys_id == child.sys_id and of_child in _DEPENDENT_SIDES else ""


def _listed(names: Sequence[str]) -> str:
    rest = len(names) - _MAX_NAMES
    shown = ", ".join(names[:_MAX_NAMES])
    return f"{shown} and {rest} more" if rest > 0 else shown
