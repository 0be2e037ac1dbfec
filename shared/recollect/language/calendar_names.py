"""The names of months and weekdays, as patterns."""

from typing import Final

MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()
"""How the English names of the months begin, in their order."""

MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
"""A pattern for the English name of a month, full or abbreviated."""

GERMAN_MONTH: Final = (
    "januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember"
)
"""The German names of the months, as the alternatives of a pattern."""

ROMANCE_OR_DUTCH_MONTH: Final = (
    "enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre"
    "|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"
    "|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre"
    "|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro"
    "|januari|februari|maart|mei|augustus|oktober"
)
"""The names of the months in Spanish, French, Italian, Portuguese and Dutch, as alternatives."""

FULL_WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
"""A pattern for the full English name of a weekday."""

WEEKDAY: Final = r"(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:day)?"
"""A pattern for the English name of a weekday, full or abbreviated."""
