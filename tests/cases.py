"""A table of cases that one test runs through, so that pytest sets up and reports it once."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final

from hypothesis import settings

EXAMPLES: Final = settings().max_examples
"""How many examples a property has unless it says otherwise: fewer in `make quick`."""

# The arguments of a test are the values of its table and its fixtures, of any type.
Test = Callable[..., Any]


def each_case(names: str | Sequence[str], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Run the test once for each case, where `pytest.mark.parametrize` makes a test of each.

    A case is the value of the one name, or a value for each of several. The first that fails is
    named in the report. Fixtures are shared by all cases of a test, so this is for tests that
    leave them as they are.
    """
    columns = (names,) if isinstance(names, str) else names
    rows = ((case,) for case in cases) if isinstance(names, str) else cases
    table = [dict(zip(columns, row, strict=True)) for row in rows]
    assert table, "a table without cases tests nothing"

    def decorate(test: Test) -> Test:
        if inspect.iscoroutinefunction(test):

            @wraps(test)
            async def run_async(**fixtures: Any) -> None:
                for case in table:
                    with _named(case):
                        await test(**case, **fixtures)

            return _without(columns, test, run_async)

        @wraps(test)
        def run(**fixtures: Any) -> None:
            for case in table:
                with _named(case):
                    test(**case, **fixtures)

        return _without(columns, test, run)

    return decorate


@contextmanager
def _named(case: Mapping[str, object]) -> Iterator[None]:
    """Add the case to any error that is raised in it."""
    try:
        yield
    except BaseException as error:  # pytest's own failures do not derive from Exception
        error.add_note(f"in the case {dict(case)!r}")
        raise


def _without(columns: Sequence[str], test: Test, runner: Test) -> Test:
    """Let pytest see only the arguments that are fixtures."""
    signature = inspect.signature(test)
    kept = [each for name, each in signature.parameters.items() if name not in columns]
    assert len(kept) == len(signature.parameters) - len(columns), "a column that nobody takes"
    runner.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]  # PEP 362
    return runner
