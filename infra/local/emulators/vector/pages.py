"""Cursors of `/range`: opaque, and in truth the last id that was given."""

import base64
import binascii

from infra.local.emulators.vector.errors import MalformedRequestError

# What Upstash documents as the first cursor, and what its SDK sends.
_START = ("", "0")


def cursor_after(name: str) -> str:
    """Make the cursor that goes on after an id."""
    return base64.urlsafe_b64encode(name.encode()).decode()


def id_before(cursor: str) -> str:
    """Return the id that a cursor goes on after; "" for the start."""
    if cursor in _START:
        return ""
    try:
        return base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError) as error:
        raise MalformedRequestError(f"Invalid cursor: {cursor[:100]!r}") from error
