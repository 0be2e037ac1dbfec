"""Links of an answer that no result has, and are nearly one of theirs.

A link may lead elsewhere, so it is held against those of the same page or site, or against that of
the ticket which is named beside it.
"""

import re
from typing import Final

from recollect.validation.facts.answer_sentences import TICKET
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.words import Word
from recollect.validation.known.link_index import Link, link_of
from recollect.validation.known.records import ResultValue

_CLOSE_BY: Final = 45
"""Characters between a ticket and its link."""

_ALSO: Final = re.compile(r"\b(?:similar|like|also|see|than|wie|auch|como|comme|come|ook|zie)\b")
"""What tells that a link is meant to be that of another ticket."""


def other_link(context: ClauseContext, word: Word) -> ResultValue | None:
    """The link of the results that this one is nearly; none for what may be another page.

    It is one with other figures, the same page at another site of the owner, the same numbered path
    anywhere, or what is nearest at its site: whoever answers from results has links from them.
    """
    names, links = context.index.names, context.index.names.links
    said = link_of(word.text)
    if other := _of_other_ticket(context, word):
        return names.find(other.url)
    if named := [each for each in TICKET.findall(said.url) if names.find(each) is not None]:
        its = links.naming(named[-1])  # none where only its number is told
        is_same = any(each.path == said.path for each in its)
        is_below = not stands_in(named[-1], said.steps[-1]) if said.steps else True
        return None if is_same or is_below or not its else names.find(its[0].url)
    if (shaped := links.nearest(said.url)) is not None:
        return names.find(shaped)
    if links.has_above_or_below(said) or (near := links.near(said)) is None:
        return None
    return names.find(near.url)


def _of_other_ticket(context: ClauseContext, word: Word) -> Link | None:
    """The link of the one ticket that a sentence names, where it gives that of another one."""
    begin = context.sentence.words[0].start
    first = next((each for each, _ in context.sentence.records), word)
    tickets = TICKET.findall(word.text)
    if not tickets or first.text in tickets or not 0 <= word.start - first.end <= _CLOSE_BY:
        return None
    named = {each.text for each, _ in context.sentence.named_between(begin, word.start)}
    if len(named) > 1 or _ALSO.search(context.fold, begin, word.start):
        return None
    return next(iter(context.index.names.links.naming(first.text)), None)
