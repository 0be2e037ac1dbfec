"""Which format a file has, told from its name and its beginning, and its rows."""

import codecs
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import BinaryIO, Final, Literal, TypeAlias, get_args

from infra.cli.importing.exporters import EXPORTERS
from infra.cli.importing.markdown import markdown_rows
from infra.cli.importing.rows import FileRows, UnknownFormat, WrongRow
from infra.cli.importing.slack import slack_root, slack_rows
from infra.cli.importing.tables import (
    comma_separated,
    decoded,
    in_utf8,
    json_items,
    json_lines,
    read_whole,
)
from infra.cli.lines import LINE_LIMIT

Format: TypeAlias = Literal["jsonl", "json", "csv", "markdown", "slack", "mem0", "zendesk", "jira"]
ONLY_EVIDENCE: Final = frozenset({"markdown", "slack"})

_BY_SUFFIX: Final[dict[str, Format]] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "csv",
    ".md": "markdown",
    ".markdown": "markdown",
}
_BLANK: Final = codecs.BOM_UTF8 + b" \r\n\t"
_MARKDOWN: Final = (".md", ".markdown")
_MOST_FILES: Final = 10_000
_ENCRYPTED: Final = 0x1
_METHODS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})


def format_of(name: str) -> Format | None:
    """What a path says of its format; None is for the content to say."""
    if not is_folder(name):
        return _BY_SUFFIX.get(Path(name).suffix.lower())
    with _folder(Path(name)) as folder:
        return "slack" if slack_root(folder) else "markdown"


def is_folder(name: str) -> bool:
    """Whether a path is read as a folder: it is one, or a .zip."""
    return Path(name).is_dir() or Path(name).suffix.lower() == ".zip"


def rows_of(name: str, file: BinaryIO | None, told: Format | None) -> FileRows:
    """The rows of a file, or of a folder, which has none opened. Raises UnknownFormat."""
    if file is None:
        yield from _rows_of_folder(Path(name), told)
    elif told == "markdown":
        yield from markdown_rows(Path(name).name, decoded(read_whole(file)))
    elif told == "slack":
        raise UnknownFormat("an export of Slack is a folder or a .zip")
    else:
        yield from _table(file, told)


def _table(file: BinaryIO, told: Format | None) -> FileRows:
    file = in_utf8(file)
    if told == "jsonl":
        return json_lines(file)
    if told == "csv":
        return comma_separated(file)
    # With the whole of a first line, which may be a ticket with all that was said.
    beginning = file.read(65_536) + file.readline(LINE_LIMIT) + file.read(1)
    more = file.read(1)
    file.seek(0)
    if not beginning.strip(_BLANK) and not more:
        return iter(())
    first, _, rest = beginning.decode("utf-8", "replace").lstrip("\ufeff \r\n\t").partition("\n")
    if first.startswith("{") and first.rstrip().endswith("}") and rest.lstrip().startswith("{"):
        return json_lines(file)
    if first[:1] in ("{", "["):
        return json_items(file)
    if told in EXPORTERS or (told is None and any(each in first for each in ",;\t")):
        return comma_separated(file)
    raise UnknownFormat(f"say with --format what it is: {', '.join(get_args(Format))}")


def _rows_of_folder(path: Path, told: Format | None) -> FileRows:
    with _folder(path) as folder:
        export = slack_root(folder) if told in ("slack", None) else None
        if export or told == "slack":
            yield from slack_rows(export or folder)
            return
        documents = list(_documents(folder, ""))
        if not documents:
            raise UnknownFormat("has no Markdown and is no export of Slack")
        for name, document in documents:
            with document.open("rb") as file:
                try:
                    written = decoded(read_whole(file))
                except UnknownFormat as error:
                    yield WrongRow(name, str(error))
                else:
                    yield from markdown_rows(name, written)


def _documents(folder: Traversable, above: str) -> Iterator[tuple[str, Traversable]]:
    """The Markdown of a folder and those in it, by path; what is hidden is left out."""
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.name.startswith(".") or _leads_back(each):
            continue
        if each.is_dir():
            yield from _documents(each, f"{above}{each.name}/")
        elif each.name.lower().endswith(_MARKDOWN):
            yield f"{above}{each.name}", each


def _leads_back(each: Traversable) -> bool:
    """Whether it is a link to a folder that it is in, which would have no end."""
    if not isinstance(each, Path) or not each.is_symlink():
        return False
    return each.resolve() in {above.resolve() for above in each.absolute().parents}


@contextmanager
def _folder(path: Path) -> Iterator[Traversable]:
    """A folder, or what a .zip holds. Raises UnknownFormat if that cannot be read."""
    if path.is_dir():
        yield path
        return
    try:
        with zipfile.ZipFile(path) as archive:
            if len(archive.namelist()) > _MOST_FILES:
                raise UnknownFormat(f"has more than {_MOST_FILES} files")
            for each in archive.infolist():
                if each.flag_bits & _ENCRYPTED or each.compress_type not in _METHODS:
                    raise UnknownFormat("is a .zip with a password or of a rare kind: unpack it")
            yield zipfile.Path(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise UnknownFormat(f"is no .zip: {error}") from error
