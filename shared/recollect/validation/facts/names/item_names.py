"""Check the item that a clause names beside its IP address: `DB01 (10.0.4.7)`."""

import re
from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import record_findings
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction, same_if
from recollect.validation.grammar.words import Word, word_set

_DIRECTIONS: Final = word_set("from to via towards von nach vers desde hacia da verso")
"""Words before the address of something else: `FCG02 got no answer from 10.0.0.9`."""

_MAX_WORDS_BETWEEN: Final = 4
HOST: Final = re.compile(r"[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+")
"""The name of a host of several parts."""


def address_findings(context: ClauseContext, word: Word) -> Iterator[FactFinding]:
    """The finding on an IP address and the item named beside it, where results have either one's.

    The address must be the item's, or the item be the one that has the address.
    """
    item = _item_beside(context, word)
    if item is None:
        return
    records = context.index.records
    record = records.named(item.text)
    if record is not None and record.values("address"):
        yield from record_findings(
            context,
            "address",
            (word,),
            ("address",),
            lambda known: same_if(known.text == word.text),
            records=(record,),
        )
        return
    owner = records.named(word.text)
    host = context.index.names.find(item.text)
    if host is not None and owner is not None and records.listed(host.source) is owner:
        return  # an alert has its host, and that host's address
    if owner is not None and not any(each.endswith(item.text) for each in owner.ids):
        known = next(iter(owner.values("address")), None)
        yield contradiction((item,), "host", known)


def _item_beside(context: ClauseContext, address: Word) -> Word | None:
    """The item named beside the only IP address of a sentence; None where more is between them."""
    if not context.sentence.has_one_address:
        return None
    line, records = context.clause.sentence, context.index.records
    hosts = [each for each in line if each.form == "name" and _is_host(each)]
    before = [each for each in hosts if each.start < address.start]
    named = before[-1:] or [each for each in hosts[:1] if records.named(each.text) is not None]
    if not named:
        return None
    first, last = sorted((named[0].start, address.start))
    inside = [each for each in line if first < each.start < last]
    if inside and inside[-1].text in _DIRECTIONS:
        return None  # `FCG02 got no answer from 10.0.0.9`
    is_apart = any(each.form == "mark" and each.text != "|" for each in inside)
    return None if len(inside) > _MAX_WORDS_BETWEEN or is_apart else named[0]


def _is_host(word: Word) -> bool:
    return HOST.fullmatch(word.text) is not None or any(map(str.isdigit, word.text))
