"""Words and their opposites."""

from collections.abc import Mapping
from functools import cache

from recollect.validation.facts.folding import folded
from recollect.validation.facts.lexicons.opposites import OPPOSITES


@cache
def opposites() -> Mapping[str, frozenset[str]]:
    """The words that have opposites, with them."""
    found: dict[str, set[str]] = {}
    for pair in OPPOSITES.split(","):
        one, other = (folded(word.strip()) for word in pair.split("/"))
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}
