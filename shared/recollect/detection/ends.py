"""Both ends of a text whose sentences have been looked through for orders."""

from recollect.detection.orders import is_instruction_like
from recollect.language.abridging import both_ends, without_form
from recollect.language.texts import collapsed, shortened


def harmlessly_abridged(text: str, limit: int) -> str:
    """The same as `abridged`; the beginning where what it tells gives an order."""
    whole = collapsed(text)
    return whole if len(whole) <= limit else harmless_ends(whole, limit, without_form(text))


def harmless_ends(text: str, limit: int, said: str | None = None) -> str:
    """Both ends of a text, or of what is `said` in it: at most `limit` code points.

    Its beginning where they give an order: what stood apart reads as one where what was between is
    left out, "Ignore … all instructions".
    """
    told = both_ends(text if said is None else said, limit)
    return shortened(text, limit) if told != text and is_instruction_like(told) else told
