"""Read HTML pages, as wikis and word processors save them, as rows: a page is one titled item."""

import re
from email.utils import parsedate_to_datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from infra.cli.importing.mapping import readable_moment
from infra.cli.importing.rows import FileRow, FileRows, WrongRow, as_page, known, path_id
from infra.cli.importing.tables import decoded
from recollect.core.invisible import composed
from recollect.language.charsets import decoded_as
from recollect.language.markup import readable

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

_CHARSET: Final = re.compile(
    rb"<(?:meta|\?xml)\s[^<>]{0,400}?(?:charset|encoding)\s*=\s*[\"']?\s*([\w:.-]{1,40})",
    re.IGNORECASE,
)
_BEGINNING_BYTES: Final = 4_096
_TITLE_SELECTORS: Final = ("head > title", "h1", "h2", "h3")
_DATE_NAMES: Final = (
    *("dcterms.modified", "last-modified", "article:modified_time"),
    *("date", "dc.date", "dcterms.created", "article:published_time"),
)
"""Names of the `<meta>` elements that hold a page's time, the best first."""


def page_rows(name: str, content: bytes) -> FileRows:
    """A page as evidence; its id is its path, `name`.

    Raises UnknownFormat if it names no charset and is not UTF-8.
    """
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415  # only where there is HTML

    written = _written(content)
    shown = as_page(written)
    if not readable(shown).strip():
        yield WrongRow(name, "has no text")
        return
    page = LexborHTMLParser(written)
    fields = known(
        id=path_id(name),
        title=_title(page) or composed(PurePosixPath(name).stem),
        content=shown,
        created_at=_moment(page),
    )
    yield FileRow(composed(name), fields)


def _written(content: bytes) -> str:
    named = _CHARSET.search(content[:_BEGINNING_BYTES])
    return decoded_as(content, named[1].decode()) if named else decoded(content)


def _title(page: "LexborHTMLParser") -> str:
    found = (page.css_first(each) for each in _TITLE_SELECTORS)
    texts = (" ".join(each.text().split()) for each in found if each is not None)
    return next(filter(None, texts), "")


def _moment(page: "LexborHTMLParser") -> str | None:
    """The best readable time in a page's `<meta>` elements, in ISO 8601, or None."""
    contents: dict[str, str] = {}
    for meta in page.css("meta[content]"):
        names = (meta.attributes.get(name) for name in ("name", "property", "http-equiv"))
        name = next(filter(None, names), "").lower()
        contents.setdefault(name, meta.attributes["content"] or "")
    moments = (_readable_moment(contents[each]) for each in _DATE_NAMES if each in contents)
    return next(filter(None, moments), None)


def _readable_moment(written: str) -> str | None:
    """Parse a time as tables or HTTP headers write it, into ISO 8601; None if it is neither."""
    try:
        return readable_moment(written) or parsedate_to_datetime(written).isoformat()
    except (TypeError, ValueError):
        return None
