"""Rows of HTML pages, as wikis and word processors save them: a page is an item, with its title."""

import re
from email.utils import parsedate_to_datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from infra.cli.importing.mapping import readable_moment
from infra.cli.importing.rows import FileRow, FileRows, WrongRow, as_page, known, path_id
from infra.cli.importing.tables import decoded, decoded_as
from recollect.core.invisible import composed
from recollect.language.markup import readable

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

_CHARSET: Final = re.compile(
    rb"<(?:meta|\?xml)\s[^<>]{0,400}?(?:charset|encoding)\s*=\s*[\"']?\s*([\w:.-]{1,40})",
    re.IGNORECASE,
)
_BEGINNING: Final = 4_096
_TITLES: Final = ("head > title", "h1", "h2", "h3")
_DATES: Final = (
    *("dcterms.modified", "last-modified", "article:modified_time"),
    *("date", "dc.date", "dcterms.created", "article:published_time"),
)
"""What pages call the time that they are of, the best first."""


def page_rows(name: str, content: bytes) -> FileRows:
    """A page as evidence; `name` is its path, which is its id.

    Raises UnknownFormat where it neither is UTF-8 nor says what it is.
    """
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415  # only where there is HTML

    written = _written(content)
    told = as_page(written)
    if not readable(told).strip():
        yield WrongRow(name, "has no text")
        return
    page = LexborHTMLParser(written)
    fields = known(
        id=path_id(name),
        title=_title(page) or composed(PurePosixPath(name).stem),
        content=told,
        created_at=_moment(page),
    )
    yield FileRow(composed(name), fields)


def _written(content: bytes) -> str:
    told = _CHARSET.search(content[:_BEGINNING])
    return decoded_as(content, told[1].decode()) if told else decoded(content)


def _title(page: "LexborHTMLParser") -> str:
    found = (page.css_first(each) for each in _TITLES)
    texts = (" ".join(each.text().split()) for each in found if each is not None)
    return next(filter(None, texts), "")


def _moment(page: "LexborHTMLParser") -> str | None:
    """When a page was changed, as far as that can be read."""
    told: dict[str, str] = {}
    for each in page.css("meta[content]"):
        names = (each.attributes.get(name) for name in ("name", "property", "http-equiv"))
        name = next(filter(None, names), "").lower()
        told.setdefault(name, each.attributes["content"] or "")
    moments = (_readable_moment(told[each]) for each in _DATES if each in told)
    return next(filter(None, moments), None)


def _readable_moment(written: str) -> str | None:
    """A time as people write it, or as the headers of the web do."""
    try:
        return readable_moment(written) or parsedate_to_datetime(written).isoformat()
    except (TypeError, ValueError):
        return None
