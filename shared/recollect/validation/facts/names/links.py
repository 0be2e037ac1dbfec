"""Links in an answer that no result has, but that are nearly a link of a result.

A link may lead to another page, so it is only compared with the results' links to the same page or
site, and with the link of the ticket that is named beside it.
"""

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.context.sentence_lines import TICKET
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.words import Word
from recollect.validation.known.link_index import link_of
from recollect.validation.known.record_models import ResultValue


def other_link(context: ClauseContext, word: Word) -> ResultValue | None:
    """The results' link that a link of the answer is nearly; None where it may be another page.

    That is a link with other digits, the same page at another site of the owner, the same numbered
    path anywhere, or the nearest link at the same site: an answer from results has its links from
    them.
    """
    names, links = context.index.names, context.index.names.links
    link = link_of(word.text)
    if named := [each for each in TICKET.findall(link.url) if names.find(each) is not None]:
        links_of_ticket = links.naming(
            named[-1]
        )  # empty where the results have only the ticket's number
        is_same = any(each.path == link.path for each in links_of_ticket)
        is_below = not stands_in(named[-1], link.steps[-1]) if link.steps else True
        return (
            None
            if is_same or is_below or not links_of_ticket
            else names.find(links_of_ticket[0].url)
        )
    if (shaped := links.nearest(link.url)) is not None:
        return names.find(shaped)
    if links.has_above_or_below(link) or (near := links.near(link)) is None:
        return None
    return names.find(near.url)
