"""Configuration items with what is known of them, as blocks of lines."""

import re
from collections.abc import Sequence

from recollect.tools.contract import INFRASTRUCTURE, ITEM_LABELS
from recollect.tools.items import Item, Link
from recollect.tools.summaries.outline import outlined
from recollect.tools.summaries.phrases import DASH, brief, label, line, lines

_STATUS, _LOCATION, _DEPENDENCIES = ITEM_LABELS
_MOST_NAMES = 5
_LONGEST = 120
_TABLE = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")


def infrastructure_summary(items: Sequence[Item], links: Sequence[Link]) -> str:
    """The section Infrastructure with a block for each item; "" without items."""
    blocks = (_block(item, _others(item, links)) for item in items)
    return outlined([(INFRASTRUCTURE, "\n".join(blocks))])


def created_summary(item: Item, parent_name: str, *, linked: bool, created: bool) -> str:
    """The block of an item that was asked for, after a sentence that says what came of it.

    `created` is false where the item was there before. `parent_name` is "" where no parent was
    wanted; `linked` says whether the item is linked to it.
    """
    parent = brief(parent_name, _LONGEST)
    done = "The item was created" if created else "The item was already there"
    missing = f", but is not linked to {parent}" if parent and not linked else ""
    block = lines(_block(item, ()), _indented("Parent", parent if linked else ""))
    return outlined([(INFRASTRUCTURE, f"{done}{missing}.\n\n{block}")])


def _block(item: Item, others: Sequence[str]) -> str:
    return lines(
        f"• {_title(item)}",
        _indented(_STATUS, label(item.operational_status)),
        _indented(_LOCATION, brief(item.location, _LONGEST)),
        _indented(_DEPENDENCIES, _listed(others)),
    )


def _title(item: Item) -> str:
    known = (brief(each, _LONGEST) for each in (item.name, item.fqdn, item.ip_address))
    name = next(filter(None, known), "unnamed item")
    kind, environment = label(item.type), label(item.environment)
    if _TABLE.fullmatch(kind):
        kind = ""
    return name + (f" {DASH} {kind}" if kind else "") + (f" ({environment})" if environment else "")


def _indented(name: str, value: str) -> str:
    return f"  {line(name, value)}" if value else ""


def _others(item: Item, links: Sequence[Link]) -> Sequence[str]:
    """The names of what the item is linked with, each once."""
    ends = (
        end
        for link in links
        if item.sys_id in {link.parent, link.child}
        for end in ((link.parent, link.parent_name), (link.child, link.child_name))
    )
    names = dict.fromkeys(brief(name, _LONGEST) for sys_id, name in ends if sys_id != item.sys_id)
    return list(filter(None, names))


def _listed(names: Sequence[str]) -> str:
    rest = len(names) - _MOST_NAMES
    shown = ", ".join(names[:_MOST_NAMES])
    return f"{shown} and {rest} more" if rest > 0 else shown
