"""Recognise the format of a file by its name and its beginning, and read its rows."""

import codecs
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, Final, get_args

from infra.cli.importing.exporters import EXPORTERS
from infra.cli.importing.folders import LEADS_OUT, entries, leads_back, leads_out
from infra.cli.importing.mail import is_mbox, mail_rows
from infra.cli.importing.markdown import markdown_rows
from infra.cli.importing.pages import page_rows
from infra.cli.importing.plain_text import text_rows
from infra.cli.importing.rows import FileRows, PassedOver, UnknownFormat, WrongRow
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
from infra.cli.options import Format

_DOCUMENTS: Final[Mapping[Format, Callable[[str, IO[bytes]], FileRows]]] = {
    "markdown": lambda name, file: markdown_rows(name, decoded(read_whole(file))),
    "html": lambda name, file: page_rows(name, read_whole(file)),
    "text": lambda name, file: text_rows(name, decoded(read_whole(file))),
    "mail": mail_rows,
}
"""The formats that a folder may contain, and for each how its rows are read."""

ONLY_EVIDENCE: Final = frozenset({*_DOCUMENTS, "slack"})
_BY_SUFFIX: Final[dict[str, Format]] = {
    **dict.fromkeys((".jsonl", ".ndjson"), "jsonl"),
    **dict.fromkeys((".csv", ".tsv"), "csv"),
    **dict.fromkeys((".md", ".markdown"), "markdown"),
    **dict.fromkeys((".html", ".htm"), "html"),
    **dict.fromkeys((".txt", ".rst", ".adoc"), "text"),
    **dict.fromkeys((".eml", ".mbox"), "mail"),
}
_BLANK: Final = codecs.BOM_UTF8 + b" \r\n\t"
_BEGINNING_BYTES: Final = 65_536
_MAX_FILES: Final = 10_000
_ENCRYPTED_FLAG: Final = 0x1
_COMPRESSIONS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})


def format_of(name: str) -> Format | None:
    """The format that a path's suffix names; None if only the content can tell.

    Raises UnknownFormat for a .zip that cannot be read.
    """
    if not is_folder(name):
        return _BY_SUFFIX.get(Path(name).suffix.lower())
    with _folder(Path(name)):
        return None


def is_folder(name: str) -> bool:
    """Whether a path is read as a folder, because it is a folder or a .zip."""
    return Path(name).is_dir() or Path(name).suffix.lower() == ".zip"


def rows_of(name: str, file: BinaryIO | None, format_: Format | None) -> FileRows:
    """The rows of an open file, or of a folder if `file` is None. Raises UnknownFormat."""
    if file is None:
        yield from _rows_of_folder(Path(name), format_)
        return
    format_ = format_ or ("mail" if _is_mbox(file) else None)
    if format_ == "slack":
        raise UnknownFormat("an export of Slack is a folder or a .zip")
    if format_ and (document := _DOCUMENTS.get(format_)):
        yield from document(Path(name).name, file)
    else:
        yield from _table(file, format_)


def _is_mbox(file: BinaryIO) -> bool:
    beginning = file.read(_BEGINNING_BYTES)
    file.seek(0)
    return is_mbox(beginning)


def _table(file: BinaryIO, format_: Format | None) -> FileRows:
    file = in_utf8(file)
    if format_ == "jsonl":
        return json_lines(file)
    if format_ == "csv":
        return comma_separated(file)
    # Read the whole first line, which may be a ticket with all its comments, and one byte more.
    beginning = file.read(_BEGINNING_BYTES) + file.readline(LINE_LIMIT) + file.read(1)
    more = file.read(1)
    file.seek(0)
    if not beginning.strip(_BLANK) and not more:
        return iter(())
    first, _, rest = beginning.decode("utf-8", "replace").lstrip("\ufeff \r\n\t").partition("\n")
    if first.startswith("{") and first.rstrip().endswith("}") and rest.lstrip().startswith("{"):
        return json_lines(file)
    if first[:1] in ("{", "["):
        return json_items(file)
    if format_ in EXPORTERS or (format_ is None and any(each in first for each in ",;\t")):
        return comma_separated(file)
    raise UnknownFormat(f"say with --format what it is: {', '.join(get_args(Format))}")


def _rows_of_folder(path: Path, format_: Format | None) -> FileRows:
    with _folder(path) as folder:
        export = slack_root(folder) if format_ in ("slack", None) else None
        if export or format_ == "slack":
            yield from slack_rows(export or folder)
            return
        yield from _rows_of_documents(folder, format_)


def _rows_of_documents(folder: Traversable, format_: Format | None) -> FileRows:
    """The rows of a folder's documents, by path; at the end, the number of files that were skipped.

    Raises UnknownFormat if the folder has no document to read.
    """
    unread: Counter[str] = Counter()
    is_empty = True
    for name, document in _files(folder, "", folder):
        if document is None:
            yield WrongRow(name, LEADS_OUT)
            continue
        kind = _kind_of(name, document)
        if kind is None or format_ not in (kind, None):
            unread[PurePosixPath(name).suffix.lower() or "without a suffix"] += 1
            continue
        is_empty = False
        with document.open("rb") as file:
            try:
                yield from _DOCUMENTS[kind](name, file)
            except UnknownFormat as error:
                yield WrongRow(name, str(error))
    counted = ", ".join(f"{count} {suffix}" for suffix, count in unread.most_common())
    if is_empty:
        found = (
            f"no {format_}"
            if format_
            else "no Markdown, HTML, text or mail and is no export of Slack"
        )
        raise UnknownFormat(f"has {found}{counted and f' (it has {counted})'}")
    if unread:
        yield PassedOver(f"files of other kinds ({counted})", unread.total())


def _kind_of(name: str, document: Traversable) -> Format | None:
    """The format of a folder's file, None if it is not read; a mailbox may have no suffix."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix:
        kind = _BY_SUFFIX.get(suffix)
        return kind if kind in _DOCUMENTS else None
    with document.open("rb") as file:
        return "mail" if is_mbox(file.read(_BEGINNING_BYTES)) else None


def _files(
    folder: Traversable, above: str, root: Traversable
) -> Iterator[tuple[str, Traversable | None]]:
    """The files of a folder and of its folders, by path; hidden ones are left out.

    None stands for a link to outside of `root`, which is not followed.
    """
    for entry in entries(folder):
        name = f"{above}{entry.name}"
        if leads_back(entry):
            continue
        if leads_out(entry, root):
            yield name, None
        elif entry.is_dir():
            yield from _files(entry, f"{name}/", root)
        elif entry.is_file():
            yield name, entry


@contextmanager
def _folder(path: Path) -> Iterator[Traversable]:
    """A folder, or the root of a .zip. Raises UnknownFormat if the .zip cannot be read."""
    if path.is_dir():
        yield path
        return
    try:
        with zipfile.ZipFile(path) as archive:
            if len(archive.namelist()) > _MAX_FILES:
                raise UnknownFormat(f"has more than {_MAX_FILES} files")
            for entry in archive.infolist():
                if entry.flag_bits & _ENCRYPTED_FLAG or entry.compress_type not in _COMPRESSIONS:
                    raise UnknownFormat("is a .zip with a password or of a rare kind: unpack it")
            yield zipfile.Path(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise UnknownFormat(f"is no .zip: {error}") from error
