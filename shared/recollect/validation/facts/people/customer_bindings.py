"""What binds a customer's name to the only record of its sentence: a preposition or a genitive.

`SCS0012345, an account asked for by Tamarack Outfitters`, `Pellworth's replication, SCS0012345`.
"""

import re
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.people.name_words import NamedOwner

_CHARACTERS_BEFORE: Final = 200
"""Characters before a name that are searched for words that lead to something else."""

_PARTICIPLE: Final = re.compile(
    r"(?:(?:opened|raised|asked for|requested|reported|logged|collected)\s(?:[\w.,:]+ ){0,4})?"
    r"(?:for|from|by|of|bei|von|fur|de|pour|para|por|per|voor)\s(?:the |der |den |la )?"
)
"""The beginning of a clause that only tells whose a record is: `opened on May 4 for`."""

_WHOSE: Final = (
    r"(?:for|from|by|of|at|bei|von|fur|de|del|da|do|pour|para|por|per|voor)"
    r"\s(?:the |der |den |la )?"
)
_OPENED_FOR: Final = re.compile(
    r"[\s*_`]*\s(?:is|was|wurde) (?:opened|raised|logged|reported)\s(?:[\w.,:]+ ){0,8}for\s"
)
_BEING_OF: Final = re.compile(
    r"[\s*_`]*\s(?:is|was|ist|war|est|es|e)\s(?:(?:an?|the|one|ein|eine|un|une|una)\s)?"
    r"(?:[\w-]+ ){0,3}" + _WHOSE
)
"""Words between a record and its owner that have a verb: `is an account for`."""

_RIGHT_OF: Final = re.compile(r"[*_`]*\s" + _WHOSE)
"""A preposition between a record and its owner: `SCS0012345 for Contoso is …`."""

_BEING_IT: Final = re.compile(
    r"it(?:['\u2019]s| is| was) (?:(?:an?|the) )?(?!other|different|one\b)(?:[\w-]+ ){0,6}" + _WHOSE
)
_ELSE: Final = re.compile(
    r"\b(?:then|next|also|besides|plus|while|like|unlike|similar|same|than|after|before|behind|if"
    r"|versus|compare\w*|depend\w*|block\w*|duplicate|escalate\w*|ask|dann|danach|auch|wie|nach"
    r"|puis|aussi|comme|apres|luego|tambien|como|despues|depois|tambem|poi|anche|dopo|dan|ook|na)\b"
)
"""Words behind which the sentence is about something else than the record named before."""


def is_genitive(context: ClauseContext, named: NamedOwner) -> bool:
    """Whether a genitive ending follows a name."""
    return context.fold[named.end : named.end + 2] in {"'s", "\u2019s"}


def binds_customer(context: ClauseContext, named: NamedOwner) -> bool:
    """Whether a customer's name has a preposition or a genitive that binds it to the only record.

    `SCS0012345, an account asked for by Tamarack Outfitters`, `Pellworth's replication, SCS…`
    """
    is_of_one = context.sentence.names_only or not context.sentence.records
    begin = max(context.sentence.words[0].start, named.start - _CHARACTERS_BEFORE)
    if not is_of_one or _ELSE.search(context.fold[begin : named.start]):
        return False
    words = context.clause.words
    led = context.fold[words[0].start : named.start]
    if words[0].text == "it":
        return _BEING_IT.fullmatch(led) is not None
    if records := context.sentence.named_between(words[0].start, named.start):
        between = context.fold[records[-1][0].end : named.start]
        is_of = _BEING_OF.fullmatch(between) or _OPENED_FOR.fullmatch(between)
        if records[0][0] is words[0]:
            is_of = is_of or _RIGHT_OF.fullmatch(between)
        return is_of is not None
    return _PARTICIPLE.fullmatch(led) is not None
