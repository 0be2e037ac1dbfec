"""Links of an answer that no result has, and are nearly one of theirs.

A link may be another page, so it is held against one that has the same path, page or folder, or
against that of the ticket which is named beside it.
"""

import re
from operator import eq
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.lines import TICKET
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.words import Word
from recollect.validation.known.link_index import Link, link_of
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


def other_link(context: ClauseContext, word: Word) -> Known | None:
    """The link of the results that this one is nearly; none for what may be another page.

    It is one with other figures, the same path at another site, the same last step at a site of
    the same owner, or another page beside it in the same folder of two steps at least.
    """
    names, links = context.index.names, context.index.names.links
    said = link_of(word.text)
    if other := _of_other_ticket(context, word):
        return names.find(other.url)
    if named := [each for each in TICKET.findall(said.url) if names.find(each) is not None]:
        if its := links.naming(named[-1]):
            is_same = any(each.path == said.path for each in its)
            is_below = not stands_in(named[-1], said.steps[-1]) if said.steps else True
            return None if is_same or is_below else names.find(its[0].url)
        if not links.ending(said):
            return None  # the page of another ticket that results name
    elif (shaped := links.nearest(said.url)) is not None:
        return names.find(shaped)
    if links.has_above_or_below(said):
        return None
    is_numbered = any(map(str.isdigit, "".join(said.steps[-1:])))
    near = (*links.ending(said), *links.beside(said))
    like = (each for each in near if _is_like(said, each, is_numbered=is_numbered))
    best = max(like, key=lambda each: (_same(said, each), -each.place), default=None)
    return names.find(best.url) if best is not None else None


def _same(one: Link, other: Link) -> int:
    """How many steps two links have in the same places."""
    return sum(map(eq, one.steps, other.steps))


def _is_like(said: Link, other: Link, *, is_numbered: bool) -> bool:
    """Whether a link is nearly another one, of which it is neither the beginning nor below it.

    `is_numbered` says whether its last step has a figure.
    """
    steps, is_at_site = said.steps, said.site == other.site
    is_beside = is_at_site and len(steps) == len(other.steps)
    if steps[-1:] != other.steps[-1:]:
        return is_beside and _same(said, other) >= _FOLDER
    if (is_numbered or not steps) and _is_owners(said.site, other.site):
        return True
    if steps == other.steps:
        return is_numbered
    return is_beside and len(steps[-1]) >= _PAGE and _same(said, other) == len(steps) - 1


def _of_other_ticket(context: ClauseContext, word: Word) -> Link | None:
    """The link of the one ticket that a sentence names, where it gives that of another one."""
    begin = context.line.words[0].start
    first = next((each for each, _ in context.line.records), word)
    tickets = TICKET.findall(word.text)
    if not tickets or first.text in tickets or not 0 <= word.start - first.end <= _CLOSE_BY:
        return None
    named = {each.text for each, _ in context.line.named_between(begin, word.start)}
    if len(named) > 1 or _ALSO.search(context.fold, begin, word.start):
        return None
    return next(iter(context.index.names.links.naming(first.text)), None)


def _is_owners(site: str, other: str) -> bool:
    """Whether two sites are of one owner, by two labels of which one is a name."""
    if site == other:
        return False
    first, second = site.split(".")[-2:], other.split(".")[-2:]
    return first == second and len(first[0]) > _SHORTEST_NAME
