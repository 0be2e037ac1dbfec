"""A correction as models read it: abridged, and left out if it gives orders to its reader.

Whoever judges a memory writes its correction. Orders in that must not reach a model, nor make the
memory look like one that gives orders itself.
"""

from typing import Final

from recollect.detection.injection import is_instruction_like
from recollect.language.abridging import abridged
from recollect.retrieval.readable_text import readable_text

CORRECTION_LEFT_OUT: Final = "its correction is left out: it gives orders to its reader"
"""The note for models in place of such a correction."""


def readable_correction(correction: str | None, most_chars: int) -> str | None:
    """A correction of at most so many characters, "" without one; None if it gives orders."""
    shown = abridged(readable_text(correction or ""), most_chars)
    # A text that was abridged or converted may give an order that the whole one does not.
    return None if is_instruction_like([correction, shown]) else shown
