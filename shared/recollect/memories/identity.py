"""Names: which collection a memory belongs to, and which id the same decision always gets."""

import hashlib
import json
import re
import unicodedata

GLOBAL_SLUG = "global"
SLUG_PATTERN = r"^[a-z0-9][a-z0-9_-]{0,63}$"
# Ids as they come in: runs, conversations and voters are named by callers, memories by us.
REFERENCE_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._:@+-]{0,127}$"

# Punctuation at the edge of a word; inside a word (3.5, o'clock, C++) it carries meaning.
_EDGES = re.compile(r"""(?<!\S)["'(\[«“‘]+|["')\]»”’.,;:!?…]+(?!\S)""")


def collection_of(app_slug: str) -> str:
    """The collection, and Vector namespace, of an app."""
    return f"support:{app_slug}"


def memory_id(collection: str, situation: str, decision: str) -> str:
    """The id of a decision: the same for texts that differ in case, spacing or edge punctuation.

    Since it follows from the content, storing a decision again finds the first one.
    """
    identity = json.dumps([collection, _normal(situation), _normal(decision)])
    return f"mem_{hashlib.sha256(identity.encode()).hexdigest()[:32]}"


def _normal(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(_EDGES.sub("", folded).split()) or folded.strip()
