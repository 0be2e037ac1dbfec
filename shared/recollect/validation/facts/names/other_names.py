"""The results' name that contradicts one that they do not have: `SCS0012345` for `SCS0012354`.

The names may be those of tickets, hosts, mailboxes, links and IP addresses.
"""

import re
from collections.abc import Sequence
from typing import Final

from recollect.core.spelling_similarity import most_similar
from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.context.sentence_lines import TICKET
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.slips import shape_of
from recollect.validation.grammar.words import POD, Word, place_at
from recollect.validation.known.link_index import link_of
from recollect.validation.known.name_index import NameIndex
from recollect.validation.known.passages import stems_of
from recollect.validation.known.record_models import ResultValue

_MAX_WRONG_DIGITS: Final = 2
_MAX_MAILBOXES: Final = 50
_MIN_SIMILAR: Final = 2
"""Other names that make a series with one; stems that a result's sentence shares with a clause."""

_SERIES_WINDOW: Final = 5
"""Words on each side of a name among which others of its series are looked for."""

_HYPHENATED: Final = re.compile(r"(?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w-])")


def contradicting_name(context: ClauseContext, word: Word) -> ResultValue | None:
    """The name in the results that contradicts a name that they do not have, or None.

    It is the only one that differs in a digit or two or in their order, a similar mailbox, link or
    IP address, or a host of the sentence that the clause repeats. Where several names differ so
    little, the answer may mean another one of their series.
    """
    if word.form == "email":
        return _other_mailbox(context, word.text)
    if word.form == "url":
        return other_link(context, word)
    if _is_of_series(context, word):
        return None
    near = _with_nearest_figures(word.text, context.index.names)
    if len(near) == 1:
        return context.index.names.find(near[0])
    return (
        _other_address(context, word.text) if word.form == "ip" else _replaced_host(context, word)
    )


def _with_nearest_figures(name: str, known: NameIndex) -> Sequence[str]:
    """The known names of the same shape whose digits are nearest to those of `name`.

    Those with the same digits in another order; else those with other digits in the fewest places,
    as long as these are two at most, or only one digit is another one.
    """
    shaped = known.shaped(shape_of(name))
    size = sum(map(str.isdecimal, name))
    in_any_order = shaped.same_in_any_order(name)
    if size in in_any_order:
        return [
            each for each, count in zip(shaped.names, in_any_order, strict=True) if count == size
        ]
    in_place = shaped.same(name)
    most = max(in_place, default=0)
    nearest = [at for at, count in enumerate(in_place) if count == most]
    if size - most > _MAX_WRONG_DIGITS:
        nearest = [at for at in nearest if in_any_order[at] == size - 1]
    return [shaped.names[at] for at in nearest]


def _is_of_series(context: ClauseContext, word: Word) -> bool:
    """Whether a name stands near two others of its shape: `LBL02, LBL03 and LBL04`."""
    shape = shape_of(word.text)
    line = context.clause.sentence
    at = place_at(line, word.start)
    near = line[max(0, at - _SERIES_WINDOW) : at + _SERIES_WINDOW + 1]
    return sum(shape_of(each.text) == shape for each in near if each.form == "name") > _MIN_SIMILAR


def _other_mailbox(context: ClauseContext, address: str) -> ResultValue | None:
    """The mailbox of the same name at another domain; else the most similar one at this domain."""
    names = context.index.names
    local, _, domain = address.partition("@")
    same = names.find(names.mailbox(local))
    may_be_other = same is None and context.clause.asserts_now
    others = names.mailboxes_at(domain)[:_MAX_MAILBOXES] if may_be_other else ()
    if same is not None or not others:
        return same
    best = most_similar(local, (each.partition("@")[0] for each in others), least=0)
    return names.find(f"{best}@{domain}")


def _replaced_host(context: ClauseContext, word: Word) -> ResultValue | None:
    """The host in the result's sentence that the clause repeats, where it begins like this one.

    `TBK-WEX-UPS02` for `TBK-WEX-RCP01`: hosts that begin alike are of one customer or one site. For
    a pod, it is a pod whose name differs in the last part alone.
    """
    beginning = f"{word.text.partition('-')[0]}-"
    if beginning == f"{word.text}-" or not context.clause.asserts_now or context.supposes:
        return None
    if POD.fullmatch(word.text):
        beginning = f"{word.text.rpartition('-')[0]}-"
        known = context.index.names
        return known.find(known.beginning(beginning))
    stems = context.stems - stems_of(word.text)
    found = context.index.passages.closest(stems)
    if found is None or found[1] < _MIN_SIMILAR:
        return None
    names = [each for each in _HYPHENATED.findall(found[0].text) if each.startswith(beginning)]
    others = [each for each in names if not stands_in(each, context.sentence_text)]
    return context.index.names.find(others[0]) if others else None


def _other_address(context: ClauseContext, address: str) -> ResultValue | None:
    """The address with the same first two numbers; in a clause that states, else the first one."""
    names = context.index.names
    is_stated = context.clause.asserts_now and not context.supposes
    return names.find(names.address_near(address) or (names.first_address if is_stated else ""))


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
