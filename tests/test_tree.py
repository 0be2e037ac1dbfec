"""The tree as a newcomer meets it: rooms with a purpose, and names that mean one thing."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import functions
import infra
import recollect

PACKAGES = [Path(next(iter(each.__path__))) for each in (recollect, functions, infra)]

CHECKOUT = Path(__file__).parents[1]


def modules() -> Iterator[Path]:
    for package in PACKAGES:
        yield from package.rglob("*.py")


def test_no_module_lies_loose_at_the_root_of_the_package() -> None:
    assert [each.name for each in PACKAGES[0].glob("*.py")] == ["__init__.py"]


def test_every_room_says_what_it_is_for() -> None:
    purposes = {
        room.parent.name: ast.get_docstring(ast.parse(room.read_text()))
        for room in PACKAGES[0].glob("*/__init__.py")
    }
    assert [room for room, purpose in purposes.items() if not purpose] == []


def test_a_public_class_has_a_name_of_its_own() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for module in modules():
        for node in ast.parse(module.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(str(module))
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_the_documents_name_every_room_and_count_the_functions() -> None:
    rooms = {room.parent.name for room in PACKAGES[0].glob("*/__init__.py")}
    layout = (CHECKOUT / "README.md").read_text().partition("## What is where\n")[2]
    count = len(list(PACKAGES[1].glob("*/handler.py")))

    assert set(re.findall(r"^    ([a-z]+)/ ", layout, re.MULTILINE)) == rooms
    assert f"that {count} Lambda functions share" in (CHECKOUT / "docs/architecture.md").read_text()
