"""Identity: which id the same decision always gets."""

import unicodedata

from recollect.core.ids import content_id
from recollect.language.folding import identity_form

# Punctuation at the edge of a word; inside a word (3.5, o'clock, C++) it carries meaning.
_OPENING = "\"'([«“‘"
_CLOSING = "\"')]»”’.,;:!?…"


def memory_id(collection: str, situation: str, decision: str, *, is_sensitive: bool = False) -> str:
    """The id of a decision, which follows from its content: stored again, it is found.

    It is the same for texts that differ in case, in spacing, in punctuation at the edges of words,
    in characters that nobody sees, or in letters of other scripts that look like Latin ones. A
    sensitive decision has another id, since else storing it would tell that it is there.
    """
    apart = ["sensitive"] if is_sensitive else []
    return content_id("mem", collection, _normal(situation), _normal(decision), *apart)


def _normal(text: str) -> str:
    # Caseless and compatible, as Unicode has it (D146): folding may undo a normal form.
    folded = unicodedata.normalize("NFD", identity_form(text)).casefold()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKD", folded).casefold())
    bare = (word.lstrip(_OPENING).rstrip(_CLOSING) for word in folded.split())
    return " ".join(filter(None, bare)) or folded.strip()
