"""Links in a text: words in an address are no content, but for the identifiers among them."""

import re
from typing import Final

from recollect.validation.spoken import is_identifier, tokens

_URL: Final = re.compile(r"(?<![\w.-])(?:https?://|www\.)[^\s<>|()\"'*]++", re.IGNORECASE)
_CLOSING: Final = "/.,;:!?"


def links(text: str) -> frozenset[str]:
    """The addresses in a text, without what ends a sentence behind them."""
    found = _URL.findall(text) if _may_link(text) else ()
    return frozenset(url.rstrip(_CLOSING) for url in found)


def without_links(text: str) -> str:
    """A text with the identifiers of its links in their place."""
    return _URL.sub(_named, text) if _may_link(text) else text


def _may_link(text: str) -> bool:
    return "://" in text or "www." in text


def _named(url: re.Match[str]) -> str:
    return " ".join(filter(is_identifier, tokens(url.group())))
