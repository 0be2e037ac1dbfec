"""Abridging a text to its two ends, without making a prompt injection of a harmless text."""

from recollect.detection.injection import is_instruction_like
from recollect.language.abridging import both_ends, without_form
from recollect.language.texts import collapsed, shortened


def abridged_without_injection(text: str, limit: int) -> str:
    """The text abridged as `abridged` does, or only its beginning if the result is an injection."""
    whole = collapsed(text)
    return (
        whole if len(whole) <= limit else ends_without_injection(whole, limit, without_form(text))
    )


def ends_without_injection(text: str, limit: int, plain: str | None = None) -> str:
    """Both ends of a text, or of `plain`, its form without courtesies: at most `limit` code points.

    If the two ends together read as a prompt injection ("Ignore … all instructions"), the result is
    only the beginning of the text.
    """
    ends = both_ends(text if plain is None else plain, limit)
    return shortened(text, limit) if ends != text and is_instruction_like(ends) else ends
