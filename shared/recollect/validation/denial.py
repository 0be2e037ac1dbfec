"""Clauses that deny knowing anything, in English, German and Japanese.

A clause that stands in a summary denies nothing: "users are unable to access their mail".
"""

import re
from collections.abc import Collection
from typing import Final

from recollect.validation.words import IndexedText

# Without one of these, and a negation, nothing is denied; looked for before any pattern is tried.
_CUES: Final = frozenset(
    """
    information informationen info details data daten angaben records know aware unable cannot can
    could couldn didn did able access results matches returned returns weiss liegen bekannt konnte
    kann keine
    """.split()  # noqa: SIM905 - a list of so many quoted words is harder to read
)
_JAPANESE_CUES: Final = ("ません", "ない")
_NEGATION: Final = re.compile("no|n't|unable|kein|nicht|ません|ない")
_NEGATION_ELSEWHERE: Final = re.compile("kein|nicht|ません|ない")
_CLAUSE_END: Final = re.compile(
    r"[;!?\n。、]|[.,](?=\s|$)|\b(?:but|however|although|though|aber|jedoch|allerdings)\b"
)
_KNOWLEDGE: Final = r"(?:information(?:en)?|info|details?|data|daten|angaben|records?)"
_FOUND: Final = rf"(?:{_KNOWLEDGE}|results?|matches)"
_FILLERS: Final = r"(?:\w{1,16} ){0,3}"
_NOT_HAVING: Final = r"(?:do not|don't|did not|didn't) (?:\w{1,12} )?have"
_THERE_IS: Final = r"there(?: is| are| was| were|'s)"
_SPEAKER: Final = r"(?:i|we)(?:'m|'re)?"
# Of somebody else it may be what the ticket is about.
_BY_SPEAKER: Final = (
    rf"(?:^\W{{0,8}}(?:(?:sorry|unfortunately|currently) )?|\b{_SPEAKER} (?:\w{{1,16}} ){{0,2}})"
)
_NOT_ABLE: Final = (
    r"(?:could not|couldn't|cannot|can't|can not|unable to|not able to|did not|didn't)"
)
_ENGLISH: Final = (
    rf"{_BY_SPEAKER}{_NOT_HAVING} {_FILLERS}(?:{_KNOWLEDGE}|access)\b",
    rf"(?:{_BY_SPEAKER}(?:have|had|found|got)|\b{_THERE_IS}) no {_FILLERS}{_FOUND}\b",
    rf"{_BY_SPEAKER}(?:have|had) no {_FILLERS}access\b",
    # What a search of others gives stands in their summary in other words: only its end is found.
    rf"\bno(?:(?<=\breturned no)|(?<=\breturns no))(?: {_FILLERS}{_FOUND}|thing)\b",
    rf"\bno {_FILLERS}{_FOUND} (?:\w{{1,12}} ){{0,2}}(?:available|found)\b",
    rf"\b{_SPEAKER} (?:\w{{1,12}} )?(?:do not|don't) (?:\w{{1,12}} )?know\b",
    r"\bnot aware of\b",
    rf"{_BY_SPEAKER}{_NOT_ABLE} (?:\w{{1,12}} )?(?:find|access|retrieve|locate|look up)\b",
)
_GERMAN: Final = (
    rf"\bkeine(?:n|rlei)? {_FILLERS}{_KNOWLEDGE}\b",
    rf"\b(?:(?:liegen|liegt) mir|mir (?:liegen|liegt)) {_FILLERS}kein",
    rf"\bweiss (?:ich )?{_FILLERS}nicht\b",
    rf"\bmir {_FILLERS}nicht bekannt\b",
    r"\bich (?:konnte|kann) (?:[\w-]{1,32} ){0,6}nicht (?:finden|abrufen|zugreifen)\b",
)
_JAPANESE: Final = (
    r"情報[がはも](?:あり|ござい)ません",
    r"情報がない",
    r"(?:わか|分か|見つか|知)りません",
    r"存じません",
    r"情報[をに](?:取得|確認|アクセス)できません",
)
_DENIAL_IN_ENGLISH: Final = re.compile("|".join(_ENGLISH))
_DENIAL_ELSEWHERE: Final = re.compile("|".join((*_GERMAN, *_JAPANESE)))


def without_denials(answer: IndexedText, summaries: Collection[str]) -> str | None:
    """What is left of an answer without the clauses that deny; None if none does."""
    if answer.forms.isdisjoint(_CUES) and not any(cue in answer.text for cue in _JAPANESE_CUES):
        return None
    known = _plain_quotes("\n".join(summaries).casefold())
    clauses = _CLAUSE_END.split(_plain_quotes(answer.text))
    kept = [clause for clause in clauses if not _denies(clause, known)]
    return None if len(kept) == len(clauses) else "\n".join(kept)


def _denies(clause: str, known: str) -> bool:
    if not _NEGATION.search(clause):
        return False
    found = [_DENIAL_IN_ENGLISH.search(clause)]
    if _NEGATION_ELSEWHERE.search(clause):
        found.append(_DENIAL_ELSEWHERE.search(clause))
    return any(each is not None and each.group().strip() not in known for each in found)


def _plain_quotes(text: str) -> str:
    return text.replace("’", "'")
