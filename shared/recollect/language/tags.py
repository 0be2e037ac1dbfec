"""The tags and entities of HTML: which there are, and any text without them."""

import re
from functools import cache
from typing import Final

# Elements of Confluence pages: notes and boxes, their texts, and parameters for its program only.
_CONFLUENCE: Final = r"(?:ac|ri):[a-z-]+"
BLOCKS: Final = frozenset(
    """
    ac:layout ac:layout-cell ac:layout-section ac:plain-text-body ac:rich-text-body
    ac:structured-macro ac:task ac:task-body ac:task-list
    address article aside blockquote body br caption center dd details div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section
    summary table tbody tfoot thead tr ul
    """.split()
)
"""The elements that begin a line and end it."""

CELLS: Final = frozenset({"td", "th"})
"""The elements of a table that hold its values."""

UNSEEN: Final = frozenset(
    (
        "ac:parameter ac:task-id ac:task-status del head iframe noscript object s script strike"
        " style svg template"
    ).split()
)
"""The elements that a page does not show, or shows as removed."""

_INLINE: Final = """
    a abbr b big button cite code col colgroup del em font html i img input ins kbd label link
    mark meta nobr option q s samp select small span strike strong sub sup textarea time title
    tt u var
    """.split()
TAG_WITHIN_A_LINE: Final = rf"(?i:</?(?:{'|'.join(_INLINE)}|wbr)(?:[\s/][^<>]*)?>|<!--[^<>]*>)"
"""For a regular expression: a tag that does not end a line, or a comment."""

TAG_OF_A_LINE: Final = rf"(?i:</?(?:{'|'.join(BLOCKS | CELLS)})(?:[\s/][^<>]*)?>)"
"""For a regular expression: a tag that ends a line or a cell."""

ANY_TAG: Final = re.compile(r"<[a-z/!?][^<>]*>", re.IGNORECASE)
"""Whatever may be a tag, also of other languages than HTML."""

ENTITY: Final = r"(?i:&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)"
"""For a regular expression: a character that is written by its name or number."""

_ENTITY = re.compile(ENTITY)


@cache
def tag_pattern() -> re.Pattern[str]:
    """A pattern for a tag of HTML, compiled on first use, since that takes a while."""
    names = "|".join(sorted((*BLOCKS, *CELLS, *UNSEEN, *_INLINE), key=len, reverse=True))
    # `a <b and c> d` is no tag: names of one letter need attributes, or nothing, behind them.
    return re.compile(
        rf"<(?=[a-z/!?])(?:/?(?:{names}|[ovw]:[a-z]+|st1:[a-z]+|{_CONFLUENCE})\s*/?>"
        r"|[abipqsu]\s[^<>=]*=[^<>]*>"
        rf"|(?![abipqsu]\s)(?:{names}|{_CONFLUENCE})\s[^<>]*>"
        r"|!--|!doctype\s|!\[|\?xml)",
        re.IGNORECASE,
    )


@cache
def _tag_within_a_line() -> re.Pattern[str]:
    return re.compile(TAG_WITHIN_A_LINE)


def without_tags(text: str) -> str:
    """A text that begins like HTML without anything in angle brackets; any other text as it is.

    For searching words in many texts: the same words as those of a readable text
    (`recollect.language.markup`), without its lines, in a hundredth of the time.
    """
    return stripped(text) if is_html(text) else text


def stripped(text: str) -> str:
    """Any text without what may be tags: those within a line leave nothing, others a line break."""
    if "<" in text:
        text = ANY_TAG.sub("\n", _tag_within_a_line().sub("", text))
    return decoded(text)


def is_html(text: str) -> bool:
    """Whether `text` begins with a tag of HTML."""
    begin = text.lstrip()
    return begin.startswith("<") and tag_pattern().match(begin) is not None


def decoded(text: str) -> str:
    """A text with each entity replaced by its character."""
    if not _ENTITY.search(text):
        return text
    import html  # noqa: PLC0415  # only where there are entities

    return _ENTITY.sub(lambda entity: html.unescape(entity.group()), text)
