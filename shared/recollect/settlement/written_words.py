"""Words as texts write them, codes included: `db-03`, `mail@example.com`, `it's`."""

import re
from collections.abc import Iterator
from typing import Final

WRITTEN_WORD: Final = re.compile(r"[^\W_]+(?:[-_./'@][^\W_]+)*")


def bare(word: str) -> str:
    """A word in small letters, without the `'s` of a possessive."""
    return word.casefold().removesuffix("'s")


def bare_words(text: str) -> Iterator[str]:
    """The bare words of a text, in their order."""
    return map(bare, WRITTEN_WORD.findall(text))
