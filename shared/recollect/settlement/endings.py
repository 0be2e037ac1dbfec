"""Finds what a text says is gone, so that older texts that rely on it no longer hold.

"The pair nest-db-a/-b, its monitor and pg_autoctl are gone" and "All messages leave through
Sendwell (the contract with Textlane ended)" do not say which texts they replace, and may say much
else. But a runbook that sends its reader to pg_autoctl, or to Textlane, is out of date.
"""

import re
from collections.abc import Iterator
from typing import Final

from recollect.language.calendar_names import WEEKDAY
from recollect.language.sentences import split_sentences
from recollect.language.terms import STOP_WORDS
from recollect.settlement.changes import is_current_fact, is_undecided

# Phrases by which people say that something is gone, was replaced, or is otherwise now.
_ENDING: Final = re.compile(
    r"\b(?:no longer|any ?(?:more|longer)|gone|history|unread|obsolete|read-only"
    r"|(?:do|does)(?: not|n['\u2019]t) exist"
    r"|(?:is|are)(?: not|n['\u2019]t) (?:accepted|answered|needed|read|required|staffed|supported"
    r"|used|valid)"
    r"|abolished|abolition|archived|axed|bought (?:out|up)|cancell?ed|ceased|clos(?:ed|es|ing)"
    r"|decommissioned|deprecated|disbanded|discontinued|dismantled|dissolved|ditched|dropped"
    r"|end(?:ed|s)|expire[ds]?|folded|handed back|insourced|outsourced|lapse[ds]?|let go|merged"
    r"|moved?s? (?:away|from|in(?:to)?|out|over|to)|phased out|ran out|removed|renamed|scrapped"
    r"|sent back|retire[ds]?|retirement|sold|superseded|terminated|torn down|unplugged|walled up"
    r"|stop(?:ped)? (?:accepting|answering|asking|calling|doing|going|handing|sending|taking|using"
    r"|working)|(?:has|have) left|left us"
    r"|withdrawn|wound up|went back|(?:was|were) cut|quit|(?:is|are) off"
    r"|(?:shut|switched|taken|turned|wiped)(?: \w+)? (?:down|off|offline|out|over)|took over"
    r"|(?:changed|gone|switched|turned|went) (?:from|into|over|to)|(?:get|got|getting) rid of"
    r"|good-?bye|farewell|instead of|in place of|rather than|replac(?:e[ds]?|ing)"
    r"|supersed(?:es|ing)|(?:contract|agreement|deal|mandate) with|formerly|previously"
    r"|nichts? mehr|keine?[rmns]? [^.;!?\n]{0,40}?mehr|nur noch|weg|entf(?:ällt|allen)|statt"
    r"|anstelle|abge(?:löst|schaltet|schafft|baut)|auf(?:gelöst|gegeben)|ausgelaufen|beendet"
    r"|eingestellt|ersetzt|gegangen|gekündigt|geschlossen|gewechselt|stillgelegt|übernommen"
    r"|umbenannt|umgezogen|veraltet|verkauft|zurückgegeben|läuft [^.;!?\n]{0,20}?aus"
    r"|lösen? [^.;!?\n]{0,40}?ab)(?!\w)",
    re.IGNORECASE,
)
# What may come back, or only may end, says nothing of what holds now.
_PASSING: Final = re.compile(
    r"\b(?:if|once|unless|whether|when(?:ever)?|would|should|might|(?-i:may)|could|will|temporar(?:y|ily)"
    r"|for (?:today|tonight|now|(?:an?|one|that) (?:one )?(?:hour|day|week|while|moment))"
    rf"|between \d|(?:this|on) {WEEKDAY}|one day only|falls|wenn|sobald"
    r"|vorübergehend|während)(?!\w)|\b(?:un)?til (?!further)|\bbis (?!auf)",
    re.IGNORECASE,
)
_CLAUSE_END: Final = re.compile(r"[;!?(\n]|:(?=\s)|(?<!\d)\.(?=\s|$)|\b(?:but|while|aber)\b")
_WORD: Final = re.compile(r"[^\W_]+(?:[-_./'@][^\W_]+)*")


def ended_names(text: str) -> frozenset[str]:
    """The words, in small letters, that a text has where it says that something is gone.

    Sentences that ask, propose, or speak of what is so for a while only, do not count.
    """
    return frozenset(
        word
        for sentence in split_sentences(text)
        if is_current_fact(sentence) and not is_undecided(sentence)
        for clause in _CLAUSE_END.split(sentence)
        if _ENDING.search(clause) is not None and _PASSING.search(clause) is None
        for word in words_in(clause)
    )


def words_in(text: str) -> Iterator[str]:
    """The words of a text in small letters, without stop words."""
    words = (each.casefold().removesuffix("'s") for each in _WORD.findall(text))
    return (each for each in words if each not in STOP_WORDS)
