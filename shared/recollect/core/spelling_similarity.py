"""How similarly words are spelled."""

from collections.abc import Iterable


def similarity_ratio(one: str, other: str) -> float:
    """How similar two words are, 0…1, by the characters that they share in order (difflib)."""
    # Imported here, since words are rarely compared, and the import would delay every cold start.
    from difflib import SequenceMatcher  # noqa: PLC0415  # see above

    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def most_similar(word: str, others: Iterable[str], *, least: float) -> str | None:
    """The most similar of `others`, and of equally similar ones the first.

    None if no similarity reaches `least` (0…1). Upper bounds of the similarity, which are quick to
    compute, are checked first, since most words have little in common.
    """
    from difflib import SequenceMatcher  # noqa: PLC0415  # see above

    matcher = SequenceMatcher(None, "", word, autojunk=False)
    best: tuple[float, str] | None = None
    for other in others:
        matcher.set_seq1(other)
        if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
            continue
        ratio = matcher.ratio()
        if ratio >= least and (best is None or ratio > best[0]):
            best = (ratio, other)
    return best[1] if best is not None else None
