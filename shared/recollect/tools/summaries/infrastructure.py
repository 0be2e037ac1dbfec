"""Configuration items with what is known of them, as blocks of lines."""

import re
from collections.abc import Sequence

from recollect.language.texts import collapsed
from recollect.servicedesk.items import ConfigurationItem, ItemRelation
from recollect.tools.contract import INFRASTRUCTURE, ITEM_LABELS
from recollect.tools.summaries.outline import outlined
from recollect.tools.summaries.phrases import DASH, brief, label, line, lines

_STATUS, _LOCATION, _DEPENDENCIES = ITEM_LABELS
_MOST_NAMES = 5
_LONGEST = 120
# How a relation's type names the side that needs the other.
_RELYING = frozenset(
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
    """The block of an item that was asked for, after a sentence that says what came of it.

    `created` is false where the item was there before. `parent_name` is "" where no parent was
    wanted; `linked` says whether the item is linked to it.
    """
    parent = brief(parent_name, _LONGEST)
    done = "The item was created" if created else "The item was already there"
    missing = f", but is not linked to {parent}" if parent and not linked else ""
    block = lines(_block(item, ()), _indented("Parent", parent if linked else ""))
    return outlined([(INFRASTRUCTURE, f"{done}{missing}.\n\n{block}")])


def _block(item: ConfigurationItem, dependencies: Sequence[str]) -> str:
    return lines(
        f"• {_title(item)}",
        _indented(_STATUS, label(item.operational_status)),
        _indented(_LOCATION, brief(item.location, _LONGEST)),
        _indented(_DEPENDENCIES, _listed(dependencies)),
    )


def _title(item: ConfigurationItem) -> str:
    known = (brief(each, _LONGEST) for each in (item.name, item.fqdn, item.ip_address))
    name = next(filter(None, known), "unnamed item")
    kind, environment = label(item.type), label(item.environment)
    if _TABLE.fullmatch(kind):
        kind = ""
    return name + (f" {DASH} {kind}" if kind else "") + (f" ({environment})" if environment else "")


def _indented(name: str, value: str) -> str:
    return f"  {line(name, value)}" if value else ""


def _dependencies(item: ConfigurationItem, relations: Sequence[ItemRelation]) -> Sequence[str]:
    """The names of what the item relies on, each once."""
    named = (_relied_on(item.sys_id, each) for each in relations)
    return list(filter(None, dict.fromkeys(brief(name, _LONGEST) for name in named)))


def _relied_on(sys_id: str, relation: ItemRelation) -> str:
    """The other end of a relation where this one relies on it, else ""; `A::B` has two sides."""
    parent, child = relation.parent, relation.child
    of_parent, _, of_child = (collapsed(side).casefold() for side in relation.type.partition("::"))
    if parent.sys_id == child.sys_id:
        return ""
    if sys_id == parent.sys_id and (not of_child or of_parent in _RELYING):
        return child.name
    return parent.name if sys_id == child.sys_id and of_child in _RELYING else ""


def _listed(names: Sequence[str]) -> str:
    rest = len(names) - _MOST_NAMES
    shown = ", ".join(names[:_MOST_NAMES])
    return f"{shown} and {rest} more" if rest > 0 else shown
