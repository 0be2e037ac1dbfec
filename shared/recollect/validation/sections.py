"""Find the sections of answers and summaries by their headers, in seven languages.

A header is a section's name on a line of its own, however it is marked: `*Summary*`, `## Summary`,
`1. Summary`, `📋 Summary`, `> *Summary*`, `Summary`. Or it is in bold within a line: with a colon,
as in `**Summary:** text`, or between two sentences, as in `*Summary* It is down. *Current State*
Open`. In `the *Current State* is open` the bold type is emphasis.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from recollect.tools.contract import (
    CONTEXT,
    CURRENT_STATE,
    INFRASTRUCTURE,
    LATEST_ACTIVITY,
    REFERENCES,
    SEARCH_RESULTS,
    SUMMARY,
)
from recollect.validation.grammar.folding import folded

_NAMES: Final[Mapping[str, str]] = {
    SUMMARY: "summary, case summary, incident summary, zusammenfassung, überblick,"
    " kurzfassung, resumen, resumen del caso, sumario, résumé, synthèse, resumo, resumo do caso,"
    " sumário, riepilogo, riassunto, sommario, sintesi, samenvatting, overzicht",
    CURRENT_STATE: "current state, current status, aktueller stand, aktueller status,"
    " aktueller zustand, aktuelle situation, aktuelle lage, derzeitiger stand, estado actual,"
    " estatus actual, situación actual, état actuel,"
    " statut actuel, situation actuelle, estado atual, situação atual, status atual,"
    " stato attuale, stato corrente, situazione attuale, huidige status, huidige stand,"
    " huidige staat, huidige situatie, huidige toestand",
    LATEST_ACTIVITY: "latest activity, recent activity, latest updates, letzte aktivität,"
    " letzte aktivitäten, neueste aktivität, neueste aktivitäten, letzte schritte,"
    " última actividad, actividad reciente, últimas actividades, dernière activité,"
    " activité récente, dernières activités, activités récentes, última atividade,"
    " atividade recente, últimas atividades, atividades recentes, ultima attività,"
    " attività recente, attività recenti, ultime attività, laatste activiteit,"
    " laatste activiteiten, recente activiteit, recente activiteiten",
    CONTEXT: "context, background, kontext, hintergrund, contexto, antecedentes, contexte,"
    " contesto, achtergrond",
    REFERENCES: "references, referenzen, verweise, referencias, références, referências,"
    " riferimenti, referenties, verwijzingen",
    SEARCH_RESULTS: "search results, suchergebnisse, resultados de la búsqueda,"
    " resultados de búsqueda, résultats de la recherche, résultats de recherche,"
    " resultados da pesquisa, resultados da busca, risultati della ricerca, zoekresultaten",
    INFRASTRUCTURE: "infrastructure, infrastruktur, infraestructura, infraestrutura,"
    " infrastruttura, infrastructuur",
}
_SECTIONS: Final[Mapping[str, str]] = {
    " ".join(folded(name).split()): section
    for section, names in _NAMES.items()
    for name in names.split(",")
}
_MAX_NAME_LENGTH: Final = max(map(len, _SECTIONS))
_MAX_LINE_LENGTH: Final = _MAX_NAME_LENGTH + 24
_MARKS: Final = "#*_: \t"
_SHAPE: Final = re.compile(
    r"(?:(#{1,6})\s+)?(\*{0,3}|_{0,3})[^*_#:]+(:?)\s*(\*{0,3}|_{0,3})\s*(:?)(?:\s+#+)?"
)
_NUMBER: Final = re.compile(r"\(?\d{1,2}[.)]\s+")
_INLINE: Final = re.compile(
    r"(\*(?<![\w*].)\*{0,2}|_(?<![\w*].)_{1,2})(?=\S)([^*_:\n]{3,60})(:?)(?<=\S)\1(?![\w*])(:?)"
)
"""Words in bold, and a colon. Begins with rare characters, which the engine finds fast."""

_MAX_DISTANCE: Final = 8
_CONTINUES_SENTENCE: Final = frozenset(",(/\"'“„«")
_DECORATIONS: Final = frozenset({"So", "Sk", "Mn", "Cf", "Sm"})


class Headers(NamedTuple):
    """The sections whose headers an answer has: on lines of their own, and anywhere."""

    on_lines: frozenset[str]
    all: frozenset[str]


def headers(text: str) -> Headers:
    """The headers of a normalised answer."""
    on_lines = headings(text)
    return Headers(on_lines, on_lines | frozenset(_inline(text)))


def headings(text: str) -> frozenset[str]:
    """The sections whose headers a text has on lines of their own."""
    names = map(heading, text.splitlines())
    return frozenset(name for name in names if name is not None)


def heading(line: str) -> str | None:
    """The section whose header a line is; None if it is no header."""
    stripped = line.strip()
    if not 0 < len(stripped) <= _MAX_LINE_LENGTH:
        return None
    bare = _undecorated(stripped)
    name = _SECTIONS.get(" ".join(folded(bare.strip(_MARKS)).split()))
    if name is None or not (found := _SHAPE.fullmatch(bare)):
        return None
    _, opening, _, closing, _ = found.groups()
    return name if opening == closing else None


def _inline(text: str) -> Iterator[str]:
    """The sections whose headers stand in bold within lines."""
    for found in _INLINE.finditer(text):
        section = _SECTIONS.get(" ".join(folded(_undecorated(found[2])).split()))
        if section and (found[3] or found[4] or _stands_alone(text, found.start(), found.end())):
            yield section


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether the text from `start` to `end` stands between two sentences, not within one."""
    before = text[max(start - _MAX_DISTANCE, 0) : start].rstrip(" \t")[-1:]
    after = text[end : end + _MAX_DISTANCE].lstrip(" \t")[:1]
    return not (before.isalnum() or before in _CONTINUES_SENTENCE or after.islower())


def _without_signs(text: str) -> str:
    while text and not text[0].isascii() and unicodedata.category(text[0]) in _DECORATIONS:
        text = text[1:].lstrip()
    return text


def _undecorated(line: str) -> str:
    """A line without leading quote marks, numbers and signs, also those within bold type."""
    bare = line.strip().lstrip("> ")
    marks = bare[: len(bare) - len(bare.lstrip("#*_ "))]
    rest = _without_signs(bare[len(marks) :])
    if number := _NUMBER.match(rest):
        rest = _without_signs(rest[number.end() :])
    if len(rest) < len(bare) - len(marks):
        inner = rest.lstrip("*_")
        return inner.rstrip("*_ ") if inner != rest and not marks.strip() else marks + rest
    return bare
