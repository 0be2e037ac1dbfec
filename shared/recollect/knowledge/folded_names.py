"""Names of companies and entities in a form to compare, since people write them differently."""

import unicodedata


def folded_name(name: str) -> str:
    """The name in the form in which names are compared: case, forms of characters and extra spaces
    are folded. Idempotent.
    """
    return " ".join(_normal(_normal(name).casefold()).split())


def _normal(text: str) -> str:
    # Half of a surrogate pair, which other systems' JSON may contain, could not be encoded.
    return unicodedata.normalize("NFKC", text.encode("utf-8", "replace").decode())
