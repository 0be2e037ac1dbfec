"""Each declared variable has a row in a table of the documentation, and the reverse."""

import pkgutil
import re
from dataclasses import MISSING
from importlib import import_module

import recollect.settings
from infra.env_example import FILE, NONE, example, rows
from infra.settings_check import SETTINGS, known_variables, variables
from recollect.settings.declared import Milliseconds, Settings, Variable


def documented() -> dict[str, str]:
    """Each variable of the documentation with its default."""
    pairs: dict[str, str] = {}
    for row in rows():
        pairs = {**row.defaults, **pairs}
    return pairs


def written(variable: Variable, default: object) -> set[str]:
    """How the documentation may write a default."""
    if default is MISSING or default is None or default == "":
        return {NONE}
    if isinstance(default, bool):
        return {str(default).lower()}
    if isinstance(default, frozenset | tuple):
        return {",".join(map(str, default)) or NONE}
    if isinstance(default, int | float):
        number = default * 1000 if isinstance(variable, Milliseconds) else default
        return {f"{number:g}", f"{number:.0f}" if number == int(number) else "", f"{number:.2f}"}
    return {str(default)}


def test_every_variable_is_documented_and_nothing_else_is() -> None:
    assert set(documented()) == set(known_variables())


def test_the_documentation_states_the_right_defaults() -> None:
    told = documented()
    allowed: dict[str, set[str]] = {}
    for variable, default in variables():
        allowed.setdefault(variable.name, set()).update(written(variable, default))
    assert {name: told[name] for name in allowed if told[name] not in allowed[name]} == {}


def test_the_example_environment_is_generated_from_the_documentation() -> None:
    assert FILE.read_text("utf-8") == example(), "make openapi writes it"
    given = [line for line in example().splitlines() if re.match("#[A-Z]", line)]
    assert {line[1:].partition("=")[0] for line in given} == set(known_variables())
    assert len(given) == len(known_variables())


def test_times_are_in_milliseconds_unless_the_seed_or_opentelemetry_names_the_variable() -> None:
    of_time = re.compile(r"TIMEOUT|DEADLINE|TTL|SECONDS|MINUTES|HOURS")
    others = {
        name
        for name in known_variables()
        if of_time.search(name) and not name.endswith("_MS") and not name.startswith("OTEL_")
    }
    assert others == {"DISCOVERY_CONTEXT_CACHE_TTL_MINUTES"}


def test_every_class_of_settings_is_checked_before_anything_is_served() -> None:
    for module in pkgutil.iter_modules(recollect.settings.__path__, "recollect.settings."):
        import_module(module.name)
    ours = {each for each in Settings.__subclasses__() if each.__module__.startswith("recollect")}
    checked = set(known_variables())
    for kind in ours:
        assert {variable.name for variable, _ in kind.variables()} <= checked, kind
    assert set(SETTINGS) <= ours
