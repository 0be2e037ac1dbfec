"""Both ends of a text whose sentences have been looked through for orders."""

from recollect.detection.orders import is_instruction_like
from recollect.language.abridging import both_ends
from recollect.language.texts import shortened


def harmless_ends(text: str, limit: int) -> str:
    """Both ends of a text, at most `limit` code points; its beginning where they give an order.

    What stood apart reads as one where the middle is left out: "Ignore … all instructions".
    """
    told = both_ends(text, limit)
    return shortened(text, limit) if told != text and is_instruction_like(told) else told
