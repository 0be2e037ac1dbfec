"""How alike two words are spelled."""


def alikeness(one: str, other: str) -> float:
    """How much two words have in common, in order: 1 where they are the same."""
    # Few words are compared, and a function starts no later where none is.
    from difflib import SequenceMatcher  # noqa: PLC0415  # see above

    return SequenceMatcher(None, one, other, autojunk=False).ratio()
