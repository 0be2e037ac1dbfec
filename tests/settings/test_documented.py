"""Each variable that is declared has a row in a table of the documentation, and the reverse."""

import pkgutil
import re
from collections.abc import Iterator
from dataclasses import MISSING
from importlib import import_module
from pathlib import Path

import recollect.settings
from infra.settings_check import SETTINGS, known_variables, variables
from recollect.settings.declared import Milliseconds, Settings, Variable

DOCS = Path(__file__).parents[2] / "docs"
_TABLE = re.compile(r"\| variable \| default \| is \|\n\|---\|---\|---\|\n((?:\|.*\n?)+)")
_NONE = "\N{EN DASH}"
_NAME = re.compile(r"`(…?[A-Z0-9_]+)`")


def rows() -> Iterator[tuple[list[str], list[str]]]:
    """The variables of each row of the tables of settings, and their defaults."""
    for document in sorted(DOCS.glob("*.md")):
        for table in _TABLE.findall(document.read_text()):
            for row in table.strip().splitlines():
                names, defaults = row.split("|")[1:3]
                yield (
                    spelled_out(_NAME.findall(names)),
                    defaults.strip().replace("`", "").split(", "),
                )


def spelled_out(names: list[str]) -> list[str]:
    """`…_TRUST` begins like the name before it."""
    full = list[str]()
    for name in names:
        known = name
        if name.startswith("…"):
            known = full[-1].rpartition("_")[0] + name.removeprefix("…")
        full.append(known)
    return full


def documented() -> dict[str, str]:
    """Each variable of the documentation with its default."""
    pairs: dict[str, str] = {}
    for names, defaults in rows():
        each = defaults if len(defaults) == len(names) else [defaults[0].strip()] * len(names)
        for name, default in zip(names, each, strict=True):
            pairs.setdefault(name, default.strip())
    return pairs


def written(variable: Variable, default: object) -> set[str]:
    """How the documentation may write a default."""
    if default is MISSING or default is None or default == "":
        return {_NONE}
    if isinstance(default, bool):
        return {str(default).lower()}
    if isinstance(default, frozenset | tuple):
        return {",".join(map(str, default)) or _NONE}
    if isinstance(default, int | float):
        number = default * 1000 if isinstance(variable, Milliseconds) else default
        return {f"{number:g}", f"{number:.0f}" if number == int(number) else "", f"{number:.2f}"}
    return {str(default)}


def test_every_variable_is_documented_and_nothing_else_is() -> None:
    assert set(documented()) == set(known_variables())


def test_the_documentation_tells_the_defaults() -> None:
    told = documented()
    allowed: dict[str, set[str]] = {}
    for variable, default in variables():
        allowed.setdefault(variable.name, set()).update(written(variable, default))
    assert {name: told[name] for name in allowed if told[name] not in allowed[name]} == {}


def test_times_are_in_milliseconds_but_where_the_seed_or_opentelemetry_names_them() -> None:
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
