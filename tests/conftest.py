"""How property tests run, the order of test files, and when garbage collection is off."""

import gc
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

# No example fails or is left out for being slow, since others may use the machine too. The number
# is what the suite has time for; each run draws different examples.
settings.register_profile(
    "unhurried", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# The profile of `make quick`.
settings.register_profile("quick", settings.get_profile("unhurried"), max_examples=12)
settings.load_profile("unhurried")

# A wheel, the layers and long answers take longest; they start first, so that none runs alone at
# the end.
_FIRST = (
    "tests/test_wheel.py",
    "tests/infra/aws/test_layer.py",
    "tests/infra/aws/test_checks.py",
    "tests/validation/test_facts_by_kind.py",
    "tests/validation/test_traps.py",
    "tests/console/",
    "tests/functions/",
    "tests/client/",
    "tests/infra/",
    "tests/adapters/",
    "tests/security/",
)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage again behind the collection: of what it makes nothing is ever any.

    Seldom, since Hypothesis measures each time that it is looked for.
    """
    gc.disable()
    gc.set_threshold(20_000)
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with slow files; those that only compute fill the gaps at the end."""
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    matching = (n for n, start in enumerate(_FIRST) if item.nodeid.startswith(start))
    return next(matching, len(_FIRST))
