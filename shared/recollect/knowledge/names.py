"""Names of companies and entities as they are compared: people do not write them all alike."""

import unicodedata


def folded_name(name: str) -> str:
    """A name in the form in which names are compared: without case, character forms, extra spaces.

    Idempotent.
    """
    return " ".join(_normal(_normal(name).casefold()).split())


def _normal(text: str) -> str:
    # Half of a surrogate pair, as other systems' JSON may bring it, could not be sent anywhere.
    return unicodedata.normalize("NFKC", text.encode("utf-8", "replace").decode())
