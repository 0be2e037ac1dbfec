"""Both ends of a text, cut so that they make no prompt injection of what holds none."""

from recollect.detection.injection import is_instruction_like
from recollect.language.abridging import both_ends, without_form
from recollect.language.texts import collapsed, shortened


def abridged_without_injection(text: str, limit: int) -> str:
    """The same as `abridged`; the beginning where what it tells is a prompt injection."""
    whole = collapsed(text)
    return (
        whole if len(whole) <= limit else ends_without_injection(whole, limit, without_form(text))
    )


def ends_without_injection(text: str, limit: int, said: str | None = None) -> str:
    """Both ends of a text, or of what is `said` in it: at most `limit` code points.

    Its beginning where they make a prompt injection: what stood apart reads as one where what was
    between is left out, "Ignore … all instructions".
    """
    told = both_ends(text if said is None else said, limit)
    return shortened(text, limit) if told != text and is_instruction_like(told) else told
