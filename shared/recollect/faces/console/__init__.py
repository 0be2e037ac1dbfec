"""The console: a page for the people who answer for what agents learn, made of static files.

The files are ES modules, written by hand and served as they are. Their paths name a version, a hash
over all of them, so that a browser keeps them, and none of a page is ever of another release. The
page of the API, `/docs`, has its style and its script here, too.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Final

FOLDER: Final = Path(__file__).parent
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
# What the first look needs, and would otherwise be asked for one after the other.
_FIRST: Final = (
    "app.js",
    "htm-preact.js",
    "api.js",
    "session.js",
    "routing.js",
    "scrolling.js",
    "parts.js",
)


@cache
def files() -> Mapping[str, str]:
    """Every file that is served, by its name."""
    found = {
        path.name: path.read_text(encoding="utf-8")
        for path in sorted(FOLDER.iterdir())
        if path.suffix in _TYPES
    }
    return MappingProxyType(found)


@cache
def version() -> str:
    """What is in the files, as twelve hexadecimal digits."""
    contents = "".join(f"{name}\n{text}\n" for name, text in files().items())
    return hashlib.sha256(contents.encode()).hexdigest()[:12]


def content_type(name: str) -> str:
    """How a file is to be read, by the end of its name."""
    return _TYPES[Path(name).suffix]


def console_page() -> str:
    """The page that starts the console."""
    return _from_template("console.html")


def start_page() -> str:
    """The page at `/`, which leads to the console and to the description of the API."""
    return _from_template("start.html")


@cache
def _from_template(name: str) -> str:
    folder = f"console/{version()}"
    preloads = "\n".join(
        f'<link rel="modulepreload" href="{escape(folder)}/{each}">' for each in _FIRST
    )
    template = (FOLDER / name).read_text(encoding="utf-8")
    return template.replace("{folder}", folder).replace("{preloads}", preloads)
