"""Summaries as headings with what stands below them."""

from collections.abc import Iterable


def outlined(sections: Iterable[tuple[str, str]]) -> str:
    """Headings and bodies with an empty line between any two; without a body, no heading."""
    return "\n\n".join(f"{heading}\n\n{body}" for heading, body in sections if body)
