"""Read plain text, reStructuredText and AsciiDoc as rows: a file is one item, titled by heading."""

import re
from pathlib import PurePosixPath
from typing import Final

from infra.cli.importing.rows import FileRow, FileRows, WrongRow, known, path_id
from recollect.core.invisible import composed
from recollect.language.headings import in_markdown
from recollect.language.texts import without_emphasis

_RULE: Final = re.compile(r"\s*([=\-~*#^\"'`+_:.])\1{2,}\s*")
_HEADING: Final = re.compile(r"#{1,6} +(\S.*)")
_HEADING_LINES: Final = 4
"""How many lines at the beginning may contain the heading and its underline."""


def text_rows(name: str, written: str) -> FileRows:
    """A text as evidence; its id is its path, `name`."""
    name, written = composed(name), composed(written.replace("\r\n", "\n")).strip()
    if not written:
        yield WrongRow(name, "has no text")
        return
    title = _heading(written) or PurePosixPath(name).stem
    yield FileRow(name, known(id=path_id(name), title=title, content=written))


def _heading(written: str) -> str:
    """The heading that a text begins with, perhaps after a line of rule characters; "" if none."""
    lines = written.split("\n", _HEADING_LINES)[:_HEADING_LINES]
    if _RULE.fullmatch(lines[0]):
        lines = lines[1:]
    first, *_ = in_markdown("\n".join(lines)).splitlines() or ("",)
    found = _HEADING.fullmatch(first)
    return without_emphasis(found[1]).rstrip(": ") if found else ""
