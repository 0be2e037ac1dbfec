"""The console: a page of static files for the people who are responsible for what agents learn.

The files are ES modules, written by hand and served as they are. Their paths contain a version, a
hash over all of them: so a browser can cache them, and never mixes files of two releases. The style
and the script of `/docs`, the page of the API, are here, too.
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
# The modules that the first view needs; without preloading they would be requested one by one.
_PRELOADED: Final = (
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
    """The contents of every served file by its name."""
    found = {
        path.name: path.read_text(encoding="utf-8")
        for path in sorted(FOLDER.iterdir())
        if path.suffix in _TYPES
    }
    return MappingProxyType(found)


@cache
def version() -> str:
    """The version of the files: twelve hexadecimal digits of a hash over their contents."""
    contents = "".join(f"{name}\n{text}\n" for name, text in files().items())
    return hashlib.sha256(contents.encode()).hexdigest()[:12]


def content_type(name: str) -> str:
    """The content type of a file, by the end of its name."""
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
        f'<link rel="modulepreload" href="{escape(folder)}/{each}">' for each in _PRELOADED
    )
    template = (FOLDER / name).read_text(encoding="utf-8")
    return template.replace("{folder}", folder).replace("{preloads}", preloads)
