"""Derives a memory's id from its decision, so that the same decision always gets the same id."""

import unicodedata

from recollect.core.ids import content_id
from recollect.language.folding import identity_form

# Punctuation at the edge of a word; inside a word (3.5, o'clock, C++) it carries meaning.
_OPENING = "\"'([«“‘"
_CLOSING = "\"')]»”’.,;:!?…"


def memory_id(collection: str, situation: str, decision: str, *, is_sensitive: bool = False) -> str:
    """The id of a decision, derived from its content, so that storing it again finds the first.

    Texts get the same id if they differ only in case, spacing, punctuation at the edges of words,
    invisible characters, or letters of other scripts that look like Latin ones. A sensitive
    decision gets a different id: otherwise storing the same text would reveal that it exists.
    """
    apart = ["sensitive"] if is_sensitive else []
    return content_id("mem", collection, _normal(situation), _normal(decision), *apart)


def _normal(text: str) -> str:
    # Unicode's compatibility caseless match (D146) normalizes again, since folding may undo it.
    folded = unicodedata.normalize("NFD", identity_form(text)).casefold()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKD", folded).casefold())
    bare = (word.lstrip(_OPENING).rstrip(_CLOSING) for word in folded.split())
    return " ".join(filter(None, bare)) or folded.strip()
