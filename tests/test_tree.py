"""The source tree: every room states its purpose, and every name means one thing."""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import functions
import infra
import recollect

PACKAGES = [Path(next(iter(each.__path__))) for each in (recollect, functions, infra)]

CHECKOUT = Path(__file__).parents[1]

HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
NAMED = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|\w+\.py)(?:::(\w+))?`")
LINK = re.compile(r"\]\((?!https?:)([^)\s#]*)#?([^)\s]*)\)")


def modules() -> Iterator[Path]:
    for package in PACKAGES:
        yield from package.rglob("*.py")


def test_no_loose_module_is_at_the_root_of_the_package() -> None:
    assert [each.name for each in PACKAGES[0].glob("*.py")] == ["__init__.py"]


def test_every_room_has_a_docstring() -> None:
    purposes = {
        room.parent.name: ast.get_docstring(ast.parse(room.read_text()))
        for room in PACKAGES[0].glob("*/__init__.py")
    }
    assert [room for room, purpose in purposes.items() if not purpose] == []


def shared_names(
    places: Iterable[Path], names_in: Callable[[Path], Iterable[str]]
) -> dict[str, list[str]]:
    """The names that more than one module defines, each with its modules."""
    homes: dict[str, list[str]] = defaultdict(list)
    for module in places:
        for name in names_in(module):
            homes[name].append(str(module))
    return {name: found for name, found in homes.items() if len(found) > 1}


def classes(module: Path) -> Iterator[str]:
    """The public classes of a module."""
    for node in ast.parse(module.read_text()).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def test_no_two_public_classes_share_a_name() -> None:
    assert shared_names(modules(), classes) == {}


def aliases(module: Path) -> Iterator[str]:
    """The public aliases of types: named like classes, and not made by a call as a TypeVar is."""
    for node in ast.parse(module.read_text()).body:
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Call):
            names = (each.id for each in node.targets if isinstance(each, ast.Name))
            yield from (each for each in names if re.fullmatch(r"[A-Z]\w*[a-z]\w*", each))


def test_no_alias_of_a_type_shares_a_name_with_another_type() -> None:
    # Validation has a vocabulary of its own, and infra that of the libraries it is built on.
    rooms = (each for each in PACKAGES[0].iterdir() if each.name != "validation")
    of_the_package = (module for room in rooms for module in room.rglob("*.py"))
    assert shared_names(of_the_package, lambda each: (*classes(each), *aliases(each))) == {}


def test_the_documents_name_every_room_and_count_the_functions() -> None:
    rooms = {room.parent.name for room in PACKAGES[0].glob("*/__init__.py")}
    layout = (CHECKOUT / "README.md").read_text().partition("## What is where\n")[2]
    count = len(list(PACKAGES[1].glob("*/handler.py")))

    assert set(re.findall(r"^    ([a-z]+)/ ", layout, re.MULTILINE)) == rooms
    assert f"that {count} Lambda functions share" in (CHECKOUT / "docs/architecture.md").read_text()


def pages() -> Iterator[Path]:
    for pattern in ("*.md", "docs/**/*.md", "events/*.md", "tests/bench/answers/*.md"):
        yield from CHECKOUT.glob(pattern)


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to the headings of a page."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    titles = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", each) for each in HEADING.findall(text))
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in titles}


def test_every_link_of_a_page_has_a_target() -> None:
    missing = []
    for page in pages():
        for path, anchor in LINK.findall(page.read_text("utf-8")):
            target = page.parent / path if path else page
            is_there = target.exists() and (not anchor or anchor in anchors(target))
            missing += [] if is_there else [f"{page.name}: {path}#{anchor}"]
    assert missing == []


def test_the_pages_on_the_code_name_what_exists() -> None:
    missing = []
    for page in ("CONTRIBUTING.md", "docs/architecture.md", "docs/testing.md"):
        for path, name in NAMED.findall((CHECKOUT / page).read_text("utf-8")):
            files = [each for each in (CHECKOUT / path, PACKAGES[0] / path) if each.exists()]
            defined = rf"^(?:class |def |async def )?{name}\b"
            if not files or (name and not re.search(defined, files[0].read_text(), re.MULTILINE)):
                missing.append(f"{page}: {path} {name}")
    assert missing == []


def test_no_pattern_repeats_a_group_possessively() -> None:
    """Python before 3.11.5 reads this wrongly, and loops forever on some texts (gh-106052)."""
    repeated = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+")
    found = [str(each) for each in modules() if repeated.search(each.read_text("utf-8"))]
    assert found == []
