"""Which format a file has, told from its name and its beginning, and its rows."""

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
from infra.cli.importing.mail import is_mbox, mail_rows
from infra.cli.importing.markdown import markdown_rows
from infra.cli.importing.pages import page_rows
from infra.cli.importing.plain_text import text_rows
from infra.cli.importing.rows import FileRows, PassedOver, UnknownFormat, WrongRow
from infra.cli.importing.slack import OF_MACS, slack_root, slack_rows
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
"""What a folder may have of, and how the rows of each are read."""

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
_BEGINNING: Final = 65_536
_MOST_FILES: Final = 10_000
_ENCRYPTED: Final = 0x1
_METHODS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})


def format_of(name: str) -> Format | None:
    """What a path says of its format; None is for the content to say.

    Raises UnknownFormat for a .zip that cannot be read.
    """
    if not is_folder(name):
        return _BY_SUFFIX.get(Path(name).suffix.lower())
    with _folder(Path(name)):
        return None


def is_folder(name: str) -> bool:
    """Whether a path is read as a folder: it is one, or a .zip."""
    return Path(name).is_dir() or Path(name).suffix.lower() == ".zip"


def rows_of(name: str, file: BinaryIO | None, told: Format | None) -> FileRows:
    """The rows of a file, or of a folder, which has none opened. Raises UnknownFormat."""
    if file is None:
        yield from _rows_of_folder(Path(name), told)
        return
    told = told or ("mail" if _is_mbox(file) else None)
    if told == "slack":
        raise UnknownFormat("an export of Slack is a folder or a .zip")
    if told and (document := _DOCUMENTS.get(told)):
        yield from document(Path(name).name, file)
    else:
        yield from _table(file, told)


def _is_mbox(file: BinaryIO) -> bool:
    beginning = file.read(_BEGINNING)
    file.seek(0)
    return is_mbox(beginning)


def _table(file: BinaryIO, told: Format | None) -> FileRows:
    file = in_utf8(file)
    if told == "jsonl":
        return json_lines(file)
    if told == "csv":
        return comma_separated(file)
    # With the whole of a first line, which may be a ticket with all that was said.
    beginning = file.read(_BEGINNING) + file.readline(LINE_LIMIT) + file.read(1)
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
        yield from _rows_of_documents(folder, told)


def _rows_of_documents(folder: Traversable, told: Format | None) -> FileRows:
    """What a folder has, by path, and last what it has that nobody reads, or nobody asked for."""
    unread: Counter[str] = Counter()
    is_empty = True
    for name, document in _files(folder, ""):
        kind = _kind_of(name, document)
        if kind is None or told not in (kind, None):
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
        has = f"no {told}" if told else "no Markdown, HTML, text or mail and is no export of Slack"
        raise UnknownFormat(f"has {has}{counted and f' (it has {counted})'}")
    if unread:
        yield PassedOver(f"files of other kinds ({counted})", unread.total())


def _kind_of(name: str, document: Traversable) -> Format | None:
    """Which of the documents that a folder may have a file is; mailboxes may have no suffix."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix:
        kind = _BY_SUFFIX.get(suffix)
        return kind if kind in _DOCUMENTS else None
    with document.open("rb") as file:
        return "mail" if is_mbox(file.read(_BEGINNING)) else None


def _files(folder: Traversable, above: str) -> Iterator[tuple[str, Traversable]]:
    """The files of a folder and those in it, by path; what is hidden is left out."""
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.name.startswith(".") or each.name in OF_MACS or _leads_back(each):
            continue
        if each.is_dir():
            yield from _files(each, f"{above}{each.name}/")
        elif each.is_file():
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
