"""Editions of one document, of which the last one holds.

A procedure, a bulletin, a price list comes again under its name, and says in its first lines that
it takes the place of the former one: "Supersedes version 3 of 12 January 2026". Whatever that says
otherwise holds no more, however much else is told there.
"""

import re
from typing import Final

# Of an edition as a whole: what "replaces the storage fees of the March tariff" leaves the rest.
_OF_AN_EDITION: Final = re.compile(
    r"\b(?:supersed(?:es?|ing)|replac(?:es?|ing)|ersetzt|ersetzen|remplace|annule|sustituye|reemplaza"
    r"|substitui|sostituisce|vervangt)"
    r"(?: (?:all|any|the|our|this|die|das|den|la|le|les|toutes|el|os|as|il|de))?"
    r"(?: [^\W\d_]+){0,2}? "
    r"(?:bulletins?|documents?|editions?|guide|instructions?|issues?|leaflet|list|manual|memo|notice"
    r"|page|plan|polic(?:y|ies)|procedure|revisions?|rev\.?|rota|schedule|sheet|table|tariff"
    r"|versions?|v(?=\d)|ausgabe|dokument|fassung|liste|stand|seite|version(?:en)?|édition|révision"
    r"|edición|revisión|versión(?:es)?|edição|revisão|versão|edizione|revisione|versione|uitgave"
    r"|versie)\b",
    re.IGNORECASE,
)
# What tells editions of one name apart, and copies; a year or a number within a code does not.
_OF_ITS_EDITION: Final = re.compile(
    r"\(\d+\)|\.[a-z]{2,4}$|(?<![\w-])(?:v|ver|vers|version|rev|revision|edition|issue|ausgabe|stand)"
    r"\W{0,2}(?:\d[\w.]*|[a-z])(?![\w-])|(?<![\w-])(?:19|20)\d\d(?:[-/.]\d\d?){0,2}(?![\w-])"
    r"|\b(?:copy|draft|final|new|old|neu|alt)\b",
    re.IGNORECASE,
)
_LONGEST_NAME: Final = 120
_SHORTEST_NAME: Final = 4


def replaces_an_edition(text: str) -> bool:
    """Whether a text says that it takes the place of an edition, as a whole."""
    return _OF_AN_EDITION.search(text) is not None


def name_of_document(title: str, text: str) -> str:
    """What all editions of a document are called, by its title or first line; "" for hardly any."""
    said = title.strip() or text.lstrip().partition("\n")[0]
    plain = _OF_ITS_EDITION.sub(" ", said[:_LONGEST_NAME].casefold())
    name = " ".join(re.findall(r"[^\W_]+", plain))
    return name if len(name) >= _SHORTEST_NAME else ""
