"""The faults of the services that functions call, by name: a mode, and a status if it has one.

One of each kind. What each status means is decided in one place for all services, and tested in
`tests/adapters/test_troubles.py`.
"""

from collections.abc import Mapping

import pytest

from tests.functions.calling import Json

FAULTS = ("hang", "status 500", "garbage")


def _fault(name: str) -> tuple[str, Json]:
    """The mode and the fields of a fault."""
    mode, _, status = name.partition(" ")
    return mode, {"status": int(status)} if status else {}


each_fault = pytest.mark.parametrize(("mode", "fields"), [*map(_fault, FAULTS)], ids=FAULTS)


def each_fault_with(column: str, expected: Mapping[str, object]) -> pytest.MarkDecorator:
    """Parametrize with the named faults, and with the expected value of each in `column`."""
    rows = [(*_fault(name), value) for name, value in expected.items()]
    return pytest.mark.parametrize(("mode", "fields", column), rows, ids=list(expected))
