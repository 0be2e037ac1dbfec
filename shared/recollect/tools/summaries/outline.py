"""Put summaries together from headings and the texts below them."""

from collections.abc import Iterable


def outlined(sections: Iterable[tuple[str, str]]) -> str:
    """Headings and bodies, separated by empty lines; a heading without a body is left out."""
    return "\n\n".join(f"{heading}\n\n{body}" for heading, body in sections if body)
