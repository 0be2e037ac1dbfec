"""Finds what a text says is gone, so that older texts that rely on it no longer hold.

"The pair nest-db-a/-b, its monitor and pg_autoctl are gone" and "All messages leave through
Sendwell (the contract with Textlane ended)" do not say which texts they replace, and may say much
else. But a runbook that sends its reader to pg_autoctl, or to Textlane, is out of date.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from recollect.language.sentences import split_sentences
from recollect.language.terms import STOP_WORDS
from recollect.settlement.changes import is_current_fact, is_undecided

# What is gone stands before these phrases.
_IS_GONE: Final = re.compile(
    r"\b(?:no longer|any ?(?:more|longer)|(?:is|are|has|have|was|were) (?:all )?gone|is history"
    r"|(?:is|are|was|were|has been|have been|gets?|got) (?:now )?(?:abolished|archived|cancell?ed"
    r"|closed down|decommissioned|deprecated|discontinued|dismantled|dissolved|frozen|merged into"
    r"|moved|obsolete|phased out|read-only|removed|renamed|replaced|retired|scrapped|shut down"
    r"|superseded|switched off|taken (?:down|offline|out of (?:service|use)|over)|terminated"
    r"|turned off|withdrawn)"
    r"|ended|expired|ran out|closed down|shut down|ceased|went out of (?:service|use)"
    r"|moved (?:in)?to|became|nicht mehr"
    r"|(?:ist|sind) (?:weg|abgeschafft|entfallen|ausgelaufen|obsolet|veraltet)|entf(?:ällt|allen)"
    r"|(?:wurden?|ist|sind) [^.;!?\n]{0,40}?(?:abgelöst|abgeschaltet|abgeschafft|aufgelöst|beendet"
    r"|eingestellt|ersetzt|gekündigt|geschlossen|stillgelegt|umbenannt|umgezogen)"
    r"|läuft [^.;!?\n]{0,20}?aus)(?!\w)",
    re.IGNORECASE,
)
# What is gone stands behind these.
_NAMES_GONE: Final = re.compile(
    r"\b(?:good-?bye|farewell|no more(?! than)|replac(?:es?|ed|ing)|supersed(?:es?|ed|ing)"
    r"|in place of|instead of|(?:moved?s?|migrated|switched|changed)(?: \w+){0,2} (?:away )?from"
    r"|(?:dropped|retired|cancell?ed|terminated|scrapped|ditched|decommissioned|abandoned|removed"
    r"|stopped using|switched off|turned off|shut down|closed|left|gave up|got rid of)"
    r"|(?:contract|agreement|deal) with|statt|anstelle von|ersetzt|löst|formerly|previously)(?!\w)",
    re.IGNORECASE,
)
# What may come back, or only may end, says nothing of what holds now.
_PASSING: Final = re.compile(
    r"\b(?:if|once|unless|whether|when(?:ever)?|would|should|might|may|could|will|temporar(?:y|ily)"
    r"|for (?:today|tonight|now|an? (?:hour|day|week|while|moment))|between \d|falls|wenn|sobald"
    r"|vorübergehend|während)(?!\w)|\b(?:un)?til (?!further)|\bbis (?!auf)",
    re.IGNORECASE,
)
_CLAUSE_END: Final = re.compile(r"[;:!?(\n]|(?<!\d)\.(?=\s|$)|\b(?:but|while|aber)\b")
_WORD: Final = re.compile(r"[^\W_]+(?:[-_./'@][^\W_]+)*")
_WORDS_BEHIND: Final = 5

EndedThing = tuple[str, ...]
"""A thing as texts name it, in one word or two: `nest-mon-1`, "master codes"."""


def ended_things(text: str) -> frozenset[EndedThing]:
    """The words, and the pairs of words, of which a text says that what they name is gone.

    Sentences that ask, propose, or speak of what is so for a while only, do not count.
    """
    return frozenset(
        thing
        for sentence in split_sentences(text)
        if is_current_fact(sentence) and not is_undecided(sentence)
        for clause in _CLAUSE_END.split(sentence)
        if _PASSING.search(clause) is None
        for named in _gone_in(clause)
        for thing in things_in(named)
    )


def things_in(text: str) -> Iterator[EndedThing]:
    """The words of a text, and the pairs of words that stand beside each other.

    Stop words and numbers are no things, nor parts of one.
    """
    words = [each.casefold().removesuffix("'s") for each in _WORD.findall(text)]
    named = [not (each in STOP_WORDS or each.isdigit()) for each in words]
    yield from ((word,) for word, is_named in zip(words, named, strict=True) if is_named)
    yield from (
        pair for pair, both in zip(pairwise(words), pairwise(named), strict=True) if all(both)
    )


def _gone_in(clause: str) -> Iterator[str]:
    """The parts of a clause that name what is gone."""
    for gone in _IS_GONE.finditer(clause):
        yield clause[: gone.start()]
    for gone in _NAMES_GONE.finditer(clause):
        yield " ".join(clause[gone.end() :].split()[:_WORDS_BEHIND])
