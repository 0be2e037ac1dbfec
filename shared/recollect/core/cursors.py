"""Cursors, which say where a list continues, encrypted so that they reveal nothing.

A place in a list (`recollect.core.places`) may belong to something that the caller may not see. A
cursor is therefore the place, encrypted under the HMAC of itself (as SIV does, RFC 5297, with
HMAC-SHA256 in both parts). The same place always gives the same cursor. A cursor of another list,
or one that was changed or made up, is refused.
"""

import base64
import hashlib
import hmac
import math
from dataclasses import dataclass, field
from typing import Annotated, Final, Self

from pydantic import BaseModel, StringConstraints

from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.messages import MAX_ITEM_ID_CHARS
from recollect.core.places import place_of
from recollect.core.shapes import CURSOR_PATTERN

_TAG_BYTES: Final = 16
_BLOCK_BYTES: Final = hashlib.sha256().digest_size
# The place is padded to a multiple of so many bytes, so that a cursor does not reveal how long an
# id is.
_PADDING_BYTES: Final = 64
# How many bytes the place of the longest id has in UTF-8, where a character has up to four bytes.
_MAX_PLACE_BYTES: Final = len(place_of(0, "")) + 4 * MAX_ITEM_ID_CHARS


def _sealed_length(size: int) -> int:
    """The number of characters of the cursor for a place of `size` bytes."""
    sealed = _TAG_BYTES + size + -size % _PADDING_BYTES
    return math.ceil(sealed * 4 / 3)


SealedCursor = Annotated[
    str,
    StringConstraints(max_length=_sealed_length(_MAX_PLACE_BYTES), pattern=CURSOR_PATTERN),
]


@dataclass(frozen=True, slots=True)
class Cursors:
    """Encrypts the places of one list with a secret; `name` has its store, scope and filters."""

    secret: str = field(repr=False)
    name: str

    @classmethod
    def of_list(cls, secret: str, name: str, asked: BaseModel) -> Self:
        """The cursors of a list, by its name and by the request `asked`.

        Of the request all fields count but `limit` and `cursor`.
        """
        return cls(secret, f"{name} {asked.model_dump_json(exclude={'limit', 'cursor'})}")

    def sealed(self, place: str) -> str:
        """The cursor for a place; "" stays ""."""
        if not place:
            return ""
        raw = place.encode()
        text = raw + b"\0" * (-len(raw) % _PADDING_BYTES)
        tag = self._hash(b"tag", text)[:_TAG_BYTES]
        return base64.urlsafe_b64encode(tag + self._enciphered(tag, text)).decode().rstrip("=")

    def opened(self, cursor: str) -> str:
        """The place in a cursor; "" stays "". Raises InvalidRequest if it is not of this list."""
        if not cursor:
            return ""
        try:
            sealed = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        except ValueError:
            raise _foreign() from None
        tag, ciphertext = sealed[:_TAG_BYTES], sealed[_TAG_BYTES:]
        text = self._enciphered(tag, ciphertext)
        if not hmac.compare_digest(tag, self._hash(b"tag", text)[:_TAG_BYTES]):
            raise _foreign()
        return text.rstrip(b"\0").decode()

    def _enciphered(self, tag: bytes, text: bytes) -> bytes:
        blocks = range(-(-len(text) // _BLOCK_BYTES))
        stream = b"".join(self._hash(b"stream", tag + bytes([block])) for block in blocks)
        return bytes(one ^ other for one, other in zip(text, stream, strict=False))

    def _hash(self, purpose: bytes, text: bytes) -> bytes:
        key = hashlib.sha256(f"cursors\n{self.name}\n{self.secret}".encode()).digest()
        return hmac.digest(key, purpose + b"\0" + text, "sha256")


def _foreign() -> InvalidRequest:
    message = (
        "must be a next_cursor of an earlier answer to the same request, with the same filters"
    )
    return InvalidRequest([FieldError("cursor", message)])
