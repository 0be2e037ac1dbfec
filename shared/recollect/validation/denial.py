"""Find clauses in which an answer denies having information or refuses to give it.

In eight languages. A clause that repeats a summary denies nothing: "users are unable to access
their mail".
"""

import re
from collections.abc import Collection, Sequence
from typing import Final

from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import word_set
from recollect.validation.indexed_text import IndexedText

# A denial has one of these and a negation. They are looked for first, since patterns are slower.
_DENIAL_WORDS: Final = word_set("""
    information informationen info details data daten angaben records know aware unable cannot can
    could couldn didn did able access results matches returned returns weiss liegen bekannt konnte
    kann keine als puedo tengo podemos pude peux pouvons posso consigo tenho podemos riesco kan
    heb geen disponho dispongo dispose lage suis sono ben ai ki ia
""")
_JAPANESE_DENIALS: Final = ("ません", "ない")
_NEGATION: Final = re.compile("no|n't|unable|kein|nicht|ません|ない")
_OTHER_NEGATION: Final = re.compile("kein|nicht|ません|ない")
# Begins with rare characters, which the engine finds fast.
_CLAUSE_END: Final = re.compile(r"[;!?\n。、.,](?:(?<![.,])|(?=\s|$))")
_TURNS: Final = ("but", "however", "although", "though", "aber", "jedoch", "allerdings")
"""Words that begin another clause."""
_TURN: Final = re.compile(rf"\b(?:{'|'.join(_TURNS)})\b")
_KNOWLEDGE: Final = r"(?:information(?:en)?|info|details?|data|daten|angaben|records?)"
_FOUND: Final = rf"(?:{_KNOWLEDGE}|results?|matches)"
_FILLERS: Final = r"(?:\w{1,16} ){0,3}"
_NOT_HAVING: Final = r"(?:do not|don't|did not|didn't) (?:\w{1,12} )?have"
_THERE_IS: Final = r"there(?: is| are| was| were|'s)"
_SPEAKER: Final = r"(?:i|we)(?:'m|'re)?"
# If somebody else has no information or access, that may be what the ticket is about.
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
    # Matches from `no` on, without the verb: a summary may report `no results` with another verb.
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
_CANNOT: Final = r"(?:cannot|can't|can not|could not|couldn't|am not allowed to)"
_TELLING: Final = (
    r"(?:open|view|see|read|check|help|assist|provide|share|tell|answer|display|show|look|pull"
    r"|give|determine|say|access|retrieve|find|comment|disclose|discuss|process|browse)"
)
# In text without accents. Only of the speaker: if a user is "unable to open records", it is a case.
_REFUSALS: Final = (
    r"\b(?:i|we)(?: am|'m| are|'re)? (?:\w{1,12} )?(?:unable|not able|not in a position) to\b",
    rf"\b(?:i|we) (?:\w{{1,12}} )?{_CANNOT} (?:\w{{1,12}} )?{_TELLING}\b",
    r"\bas an ai\b|\blanguage model\b",
    r"\b(?:i|we) (?:don't|do not) have (?:\w{1,12} ){0,2}access\b",
    r"\bals (?:ki|sprachmodell|kunstliche)\b|\bich bin nicht in der lage\b",
    r"\b(?:ich|wir) (?:kann|konnen|konnte|konnten|darf) (?:[\w-]{1,32} ){0,8}nicht\b",
    r"\b(?:kann|konnte|darf) (?:ich|wir) (?:[\w-]{1,32} ){0,8}nicht\b",
    r"\bich habe (?:[\w-]{1,20} ){0,4}kein(?:e|en)? (?:\w{1,16} ){0,2}(?:zugriff|zugang|info)",
    r"\bcomo (?:una )?(?:ia|inteligencia|modelo de lenguaje)\b|\bno (?:me es|es) posible\b",
    r"\bno (?:puedo|podemos|pude|he podido|consigo|logro)\b|\bno (?:tengo|dispongo)\b",
    r"\ben tant qu'?\s?(?:ia|assistant|intelligence|modele)\b",
    r"\b(?:je|nous) ne (?:peux|pouvons|suis|parviens|dispose|trouve|sais)\b",
    r"\bje n'ai (?:pas|aucun)",
    r"\bcomo (?:uma )?(?:ia|inteligencia|modelo de linguagem)\b",
    r"\bnao (?:posso|consigo|podemos|consegui|tenho|disponho|sei|e possivel|foi possivel)\b",
    r"\bin quanto (?:ia|intelligenza|modello)\b|\bcome (?:ia|modello)\b",
    r"\bnon (?:posso|riesco|possiamo|ho|dispongo|sono in grado|sono riuscit[oa]|e possibile|so)\b",
    r"\bals (?:ai|taalmodel)\b|\bik ben niet in staat\b",
    r"\b(?:ik|wij|we) (?:kan|kunnen|kon|mag) (?:[\w-]{1,32} ){0,8}(?:niet|geen)\b",
    r"\b(?:kan|kon|mag) ik (?:[\w-]{1,32} ){0,8}(?:niet|geen)\b",
    r"\bik heb (?:[\w-]{1,20} ){0,3}geen (?:\w{1,16} ){0,2}(?:toegang|informatie|gegevens)\b",
)
# Each refusal has one of these. They are looked for first, since most answers refuse nothing.
_REFUSAL_WORDS: Final = word_set("""
    i we ai language ki sprachmodell kunstliche ich wir ia inteligencia modelo posible puedo podemos
    pude podido consigo logro tengo dispongo assistant intelligence modele je nous posso consegui
    tenho disponho sei possivel intelligenza modello riesco possiamo ho sono possibile so taalmodel
    ik wij
""")
_REFUSAL: Final = re.compile("|".join(_REFUSALS))
_DENIAL_IN_ENGLISH: Final = re.compile("|".join(_ENGLISH))
# Each denial in English has one of these.
_DENIED_IN_ENGLISH: Final = re.compile(
    "info|detail|data|daten|angaben|record|result|match|nothing|access|know|aware|find|retrieve"
    "|locate|look"
)
_OTHER_DENIAL: Final = re.compile("|".join((*_GERMAN, *_JAPANESE)))


def without_denials(answer: IndexedText, summaries: Collection[str]) -> str | None:
    """The answer without the clauses that deny or refuse information; None if it has none.

    A clause that denies something in the words of one of the `summaries` stays.
    """
    if answer.forms.isdisjoint(_DENIAL_WORDS) and not any(
        cue in answer.text for cue in _JAPANESE_DENIALS
    ):
        return None
    summarised = _plain_quotes("\n".join(summaries).casefold())
    may_refuse = not _REFUSAL_WORDS.isdisjoint(map(folded, answer.forms))
    clauses = _clauses(_plain_quotes(answer.text))
    kept = [
        clause
        for clause in clauses
        if not (_NEGATION.search(clause) and _denies(clause, summarised))
        and not (may_refuse and _refuses(clause, summarised))
    ]
    return None if len(kept) == len(clauses) else "\n".join(kept)


def _clauses(text: str) -> Sequence[str]:
    clauses = _CLAUSE_END.split(text)
    if not any(word in text for word in _TURNS):
        return clauses
    return [part for clause in clauses for part in _TURN.split(clause)]


def _refuses(clause: str, summarised: str) -> bool:
    refusal = _REFUSAL.search(folded(clause))
    return refusal is not None and refusal.group() not in folded(summarised)


def _denies(clause: str, summarised: str) -> bool:
    found = [_DENIAL_IN_ENGLISH.search(clause)] if _DENIED_IN_ENGLISH.search(clause) else []
    if _OTHER_NEGATION.search(clause):
        found.append(_OTHER_DENIAL.search(clause))
    return any(each is not None and each.group().strip() not in summarised for each in found)


def _plain_quotes(text: str) -> str:
    return text.replace("’", "'")
