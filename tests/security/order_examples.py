"""Texts that give orders to a model, and texts that do not, in the files of `data`."""

import json
from dataclasses import dataclass
from pathlib import Path

from tests.security.later_orders import LATER_NO_ORDERS, LATER_ORDERS
from tests.security.orders import NO_ORDERS, ORDERS

_DATA = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True)
class Example:
    """A text, and whether it gives orders."""

    text: str
    order: bool


def examples(name: str) -> list[Example]:
    """The examples of a set: `development`, `own`, `unseen`, `first` or `later`."""
    if name == "first":
        return _listed(ORDERS, NO_ORDERS)
    if name == "later":
        return _listed(LATER_ORDERS, LATER_NO_ORDERS)
    lines = (_DATA / f"orders_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Example(each["text"], each["order"]) for each in map(json.loads, lines)]


def _listed(orders: tuple[str, ...], others: tuple[str, ...]) -> list[Example]:
    return [*(Example(each, True) for each in orders), *(Example(each, False) for each in others)]
