"""Finds advice, which states no facts: sections of next steps, and imperatives."""

import re
from collections.abc import Sequence
from typing import Final

from recollect.validation.grammar.words import Word, word_set

_HEADING: Final = re.compile(
    r"^[^\w\n]{0,12}(?:\d{1,2}[.)]\s)?[*_]{0,3}"
    r"(?:(?:recommended|suggested|proposed|possible|my|immediate|empfohlene|proximos|proximas"
    r"|prochaines|prossimi|volgende|nachste|aanbevolen) )?"
    r"(?:next steps?|steps|recommendations?|suggestions?|action items?|actions?|to-?dos?|advice"
    r"|what (?:to do|i'd do|i would do|i suggest)(?: next| now)?|schritte|massnahmen"
    r"|empfehlung(?:en)?|vorschlage?|pasos|recomendacion(?:es)?|acciones|etapes|recommandations?|actions|passos"
    r"|recomendac(?:ao|oes)|passi|raccomandazion[ei]|azioni|stappen|aanbeveling(?:en)?)"
    r"[*_]{0,3}\s*(?::|[*_]{0,3}$)",
    re.MULTILINE,
)
"""The folded first line of a section of advice."""

_NEXT: Final = re.compile(r"^(?:#{1,6} |[*_]{1,3}[^\s*_]|[^\w\s#*_|>\u2022-]{1,3} )", re.MULTILINE)
"""The beginning of the next section: `## Context`, `**Context**`, `📋 Summary`."""

# At the beginning of a clause, these base forms do not say that anybody has done it.
_IMPERATIVES: Final = word_set("""
    add adjust allow apply arrange ask assign avoid begin bring clear compare confirm consider
    continue correct create decide define delete deploy disable do double-check enable ensure
    escalate expand extend find follow get give grant have increase inform inspect install
    investigate isolate keep let look lower make move notify prepare prevent provide raise re-run
    rebuild reduce remember remind remove renew replace rerun reschedule restore retry revert roll
    rotate run send set take tell try turn use validate verify wait
""")
_NOUNS: Final = word_set("""
    block book call change check contact copy document fix help limit mark monitor pause plan reboot
    repair request restart review schedule share start switch test track update upgrade watch
""")
"""Verbs that are nouns, too, and only count if an article, pronoun or the like follows."""

_DETERMINERS: Final = word_set("""
    the a an this that these those it them all any each both your their our its his her whether if
    why how what which with for again
""")
_LEADING: Final = word_set("and then or so first next also better please")


def advice_sections(fold: str) -> Sequence[tuple[int, int]]:
    """The offsets of the sections of advice in a folded answer, in order, without overlaps."""
    found: list[tuple[int, int]] = []
    end = 0
    for heading in _HEADING.finditer(fold):
        if heading.start() >= end:
            following = _NEXT.search(fold, heading.end())
            end = following.start() if following else len(fold)
            found.append((heading.start(), end))
    return found


def is_imperative(words: Sequence[Word]) -> bool:
    """Whether a clause is an imperative: `then set FX_RATES_URL for pricing`."""
    at = 0
    while at < len(words) and (words[at].form == "mark" or words[at].text in _LEADING):
        at += 1
    if at + 1 >= len(words):
        return False
    verb, behind = words[at].text, words[at + 1]
    if verb in _NOUNS:
        return behind.text in _DETERMINERS
    return verb in _IMPERATIVES and behind.text != ":" and not behind.means_any("be", "was", "been")
