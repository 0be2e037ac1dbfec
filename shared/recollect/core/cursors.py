"""Cursors of lists: where a list goes on, sealed, so that they tell nothing and cannot be made up.

A place in a list may be that of something which the caller may not see. A cursor is therefore the
place enciphered under the HMAC of itself (as SIV does, RFC 5297, with HMAC-SHA256 in both parts):
the same place gives the same cursor, and of another list, or changed, it opens to nothing.
"""

import base64
import hashlib
import hmac
import math
from dataclasses import dataclass, field
from typing import Annotated, Final, Self

from pydantic import BaseModel, StringConstraints

from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.messages import LONGEST_ITEM_ID
from recollect.core.places import place_of
from recollect.core.shapes import CURSOR_PATTERN

_TAG: Final = 16
_BLOCK: Final = hashlib.sha256().digest_size
# Of so many bytes a cursor's length is a multiple, lest it tell how long an id is.
_PADDED_TO: Final = 64
# The place of the longest id, in UTF-8, where a character has up to four bytes.
_LONGEST_PLACE: Final = len(place_of(0, "")) + 4 * LONGEST_ITEM_ID


def _sealed_length(size: int) -> int:
    """How many characters the cursor of a place of so many bytes has."""
    sealed = _TAG + size + -size % _PADDED_TO
    return math.ceil(sealed * 4 / 3)


SealedCursor = Annotated[
    str,
    StringConstraints(max_length=_sealed_length(_LONGEST_PLACE), pattern=CURSOR_PATTERN),
]


@dataclass(frozen=True, slots=True)
class Cursors:
    """Seals the places of one list, named by its store, scope and filters, with a secret."""

    secret: str = field(repr=False)
    name: str

    @classmethod
    def of_list(cls, secret: str, name: str, asked: BaseModel) -> Self:
        """Those of a list by its name and by what is asked of it, but how much and from where."""
        return cls(secret, f"{name} {asked.model_dump_json(exclude={'limit', 'cursor'})}")

    def sealed(self, place: str) -> str:
        """The cursor for a place; "" stays ""."""
        if not place:
            return ""
        raw = place.encode()
        text = raw + b"\0" * (-len(raw) % _PADDED_TO)
        tag = self._hash(b"tag", text)[:_TAG]
        return base64.urlsafe_b64encode(tag + self._covered(tag, text)).decode().rstrip("=")

    def opened(self, cursor: str) -> str:
        """The place of a cursor, "" of none; InvalidRequest if it is not one of this list."""
        if not cursor:
            return ""
        try:
            sealed = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        except ValueError:
            raise _foreign() from None
        tag, covered = sealed[:_TAG], sealed[_TAG:]
        text = self._covered(tag, covered)
        if not hmac.compare_digest(tag, self._hash(b"tag", text)[:_TAG]):
            raise _foreign()
        return text.rstrip(b"\0").decode()

    def _covered(self, tag: bytes, text: bytes) -> bytes:
        blocks = range(-(-len(text) // _BLOCK))
        stream = b"".join(self._hash(b"stream", tag + bytes([each])) for each in blocks)
        return bytes(one ^ other for one, other in zip(text, stream, strict=False))

    def _hash(self, purpose: bytes, text: bytes) -> bytes:
        key = hashlib.sha256(f"cursors\n{self.name}\n{self.secret}".encode()).digest()
        return hmac.digest(key, purpose + b"\0" + text, "sha256")


def _foreign() -> InvalidRequest:
    message = (
        "must be a next_cursor of an earlier answer to the same request, with the same filters"
    )
    return InvalidRequest([FieldError("cursor", message)])
