"""The contact of a ticket, who asks for help: people who are said to be it, and are not."""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import record_findings
from recollect.validation.facts.findings.verdicts import FactFinding, same_if
from recollect.validation.facts.people.name_words import behind_label, name_before, name_behind
from recollect.validation.grammar.lexicons.organisations import VENDORS
from recollect.validation.grammar.words import Word, any_among, any_means
from recollect.validation.known.values import same_person

_MIN_NAME_WORDS: Final = 2


def contact_findings(context: ClauseContext, at: int) -> Iterator[FactFinding]:
    """The finding on the person who is called the contact by the word at index `at` of the clause.

    A name of which the results have a word gives no finding, unless it is called the customer's
    contact: that is none of those who have a ticket, either.
    """
    words = context.clause.words
    name, is_of_customer = _name_beside(context, at), False
    if any(word.text == ":" or word.means_any("be") for word in words[at + 1 : at + 2]):
        name = name_behind(context, words, at + 2, labelled=True)
    elif at > 1 and words[at - 1].means_any("determiner") and words[at - 2].means_any("be"):
        name = name_before(context, words, at - 2)  # `Ann Lee is the contact`
    elif any_means(words[at + 1 :], "be") and (
        behind := name_behind(context, words, behind_label(words, at), labelled=True)
    ):
        name = behind  # `your contact at Contoso is Ann Lee`
    elif name:
        near = words[max(0, at - _MIN_NAME_WORDS) : at + 3]
        is_of_customer = any_means(near, "label:customer")
    is_of_vendor = not VENDORS.isdisjoint(context.clause.texts)
    if len(name) < _MIN_NAME_WORDS or is_of_vendor:
        return
    if not is_of_customer and any_among(name, context.index.text.words):
        return
    text = context.original_text(name)
    yield from record_findings(
        context, "person", name, ("contact",), lambda known: same_if(same_person(text, known.text))
    )


def _name_beside(context: ClauseContext, at: int) -> list[Word]:
    """The name beside `contact` between commas: `the customer's contact, Ann Lee, asked`."""
    line, place = context.clause.sentence, context.clause.at + at
    comma = next((each for each in range(place + 1, place + 6) if _is_comma(line, each)), 0)
    name = name_behind(context, line, comma + 1, labelled=False) if comma else []
    if name and _is_comma(line, line.index(name[-1]) + 1):
        return name
    begin = context.clause.at - 1
    is_beside = at <= 1 and _is_comma(line, begin)  # `call Ann Lee, the contact at Contoso`
    return name_before(context, line, begin) if is_beside else []


def _is_comma(line: Sequence[Word], at: int) -> bool:
    return 0 <= at < len(line) and line[at].text == ","
