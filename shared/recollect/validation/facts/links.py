"""Links of an answer that no result has, and are nearly one of theirs.

A link may be another page, so it is held against one that has the same path, page or folder, or
against that of the ticket which is named beside it.
"""

import re
from collections.abc import Sequence
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.lines import TICKET
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.slips import differing, shape_of
from recollect.validation.grammar.words import Word
from recollect.validation.known.records import Known

_CLOSE_BY: Final = 45
"""Characters between a ticket and its link."""

_ALSO: Final = re.compile(r"\b(?:similar|like|also|see|than|wie|auch|como|comme|come|ook|zie)\b")
"""What tells that a link is meant to be that of another ticket."""

_PAGE: Final = 8
"""Letters of the last step of a link from which it tells what page it is."""

_FOLDER: Final = 2
"""Steps that two pages share before they are of one folder."""

_SHORTEST_NAME: Final = 3
"""Letters of what is no name of an owner: `co` of `bbc.co.uk`."""

_SCHEME: Final = re.compile(r"^https?://")


def other_link(context: ClauseContext, word: Word) -> Known | None:
    """The link of the results that this one is nearly; none for what may be another page.

    It is one with other figures, the same path at another site, the same last step at a site of
    the same owner, or another page beside it in the same folder of two steps at least.
    """
    known, url = context.index.names, word.text
    site, *steps = _steps(url)
    if other := _of_other_ticket(context, word):
        return known.find(other)
    if named := [each for each in TICKET.findall(url) if known.find(each) is not None]:
        its = [each for each in known.links if stands_in(named[-1], each)]
        if its:
            is_same = any(_steps(each) == [site, *steps] for each in its)
            is_below = not stands_in(named[-1], steps[-1]) if steps else True
            return None if is_same or is_below else known.find(its[0])
        if steps[-1:] not in [_steps(each)[-1:] for each in known.links]:
            return None  # the page of another ticket that results name
    elif shaped := [each for each in known.links if shape_of(each) == shape_of(url)]:
        return known.find(min(shaped, key=lambda each: len(differing(each, url))))
    best: tuple[int, str] | None = None
    for link in known.links:
        other, *further = _steps(link)
        short, long = sorted((steps, further), key=len)
        if long[: len(short)] == short and site == other:
            return None  # the beginning of one, or a page below it
        same = sum(a == b for a, b in zip(steps, further, strict=False))
        if _is_like(site, steps, other, further) and (best is None or same > best[0]):
            best = (same, link)
    return known.find(best[1]) if best is not None else None


def _is_like(site: str, steps: Sequence[str], other: str, further: Sequence[str]) -> bool:
    """Whether a link is nearly another one."""
    is_numbered = any(character.isdigit() for character in "".join(steps[-1:]))
    if steps == further and (is_numbered or (not steps and _is_owners(site, other))):
        return True
    if steps and steps[-1:] == further[-1:]:
        others = sum(a != b for a, b in zip(steps, further, strict=False))
        is_beside = site == other and len(steps) == len(further) and others == 1
        is_page = is_beside and len(steps[-1]) >= _PAGE
        return is_page or (is_numbered and _is_owners(site, other))
    folder = [a for a, b in zip(steps[:-1], further[:-1], strict=False) if a == b]
    return site == other and len(steps) == len(further) and len(folder) >= _FOLDER


def _of_other_ticket(context: ClauseContext, word: Word) -> str | None:
    """The link of the one ticket that a sentence names, where it gives that of another one."""
    begin = context.line.words[0].start
    named = [each for each, _ in context.line.named_between(begin, word.start)]
    tickets = TICKET.findall(word.text)
    if len({each.text for each in named}) != 1 or not tickets or named[0].text in tickets:
        return None
    is_far = word.start - named[0].end > _CLOSE_BY
    if is_far or _ALSO.search(context.fold, begin, word.start):
        return None
    links = context.index.names.links
    return next((each for each in links if stands_in(named[0].text, each)), None)


def without_scheme(url: str) -> str:
    """A link without its `https://`, as many write it."""
    return _SCHEME.sub("", url)


def _steps(url: str) -> list[str]:
    """The site of a link, and the steps of its path."""
    return without_scheme(url).partition("?")[0].partition("#")[0].rstrip("/").split("/")


def _is_owners(site: str, other: str) -> bool:
    """Whether two sites are of one owner, by two labels of which one is a name."""
    first, second = site.split(".")[-2:], other.split(".")[-2:]
    return first == second and site != other and len(first[0]) > _SHORTEST_NAME
