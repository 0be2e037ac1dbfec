"""A page of a backup as bytes: a digest, a head, and one entry a line.

Each page says where the next one begins. So a backup needs no list of its pages, a missing page is
noticed, and an interrupted backup continues where the last page ends.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, Literal, NamedTuple

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from recollect.backup.errors import DamagedPage

BackupPart = Literal["keys", "records"]

_FORMAT: Final = b"recollect-backup-1 "
_NAME: Final = re.compile(r"([0-9]{8})\.jsonl")


class PartPlace(NamedTuple):
    """A place in a part: `cursor` is "" at its beginning."""

    part: BackupPart
    cursor: str


BEGINNING: Final = PartPlace("keys", "")


class PageHead(BaseModel):
    """The head of a page: it begins at `place`, and the next one, if any, at `following`.

    `backup` and `begun_at`, the time of the first page, are the same for all pages of a backup.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    backup: str = Field(pattern=r"^[0-9a-f]{32}$")
    begun_at: AwareDatetime
    number: int = Field(ge=1)
    place: PartPlace
    following: PartPlace | None
    entries: int = Field(ge=0)


class BackupPage(NamedTuple):
    """A page as it was read: its head, and its entries as lines."""

    head: PageHead
    lines: Sequence[bytes]


def page_bytes(head: PageHead, lines: Sequence[bytes]) -> bytes:
    """The page as bytes."""
    body = b"\n".join((head.model_dump_json().encode(), *lines))
    return _FORMAT + sha256(body).hexdigest().encode() + b"\n" + body


def read_page(number: int, content: bytes | None) -> BackupPage:
    """The page of this number. Raises DamagedPage."""
    if content is None:
        raise DamagedPage(number, "is missing")
    digest, _, body = content.partition(b"\n")
    if digest != _FORMAT + sha256(body).hexdigest().encode():
        raise DamagedPage(number, "is damaged: its digest is another one")
    first, *lines = body.split(b"\n")
    try:
        head = PageHead.model_validate_json(first)
    except ValidationError as error:
        raise DamagedPage(number, "has a head that is none") from error
    if head.number != number or head.entries != len(lines):
        raise DamagedPage(number, "is another page, or lacks entries")
    return BackupPage(head, lines)


def page_name(number: int) -> str:
    """The file name of a page; names sort in the order of pages."""
    return f"{number:08}.jsonl"


def page_number(name: str) -> int:
    """The number of the page with this file name; 0 if it is not that of a page."""
    read = _NAME.fullmatch(name)
    return int(read[1]) if read else 0
