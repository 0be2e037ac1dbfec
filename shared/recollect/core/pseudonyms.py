"""Pseudonyms for subjects in logs: always the same, and not to be found out by trying names."""

import hashlib
import hmac

_LENGTH = 16


def pseudonym(secret: str, subject: str) -> str:
    """Sixteen hexadecimal digits for a subject; they are different with a different secret."""
    return hmac.new(secret.encode(), subject.encode(), hashlib.sha256).hexdigest()[:_LENGTH]
