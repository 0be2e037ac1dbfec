"""Numbers of desks and hotlines: they belong to a function, so they are nobody's personal data.

"Duty desk: +45 70 12 34 56", "call our hotline on 0555 123 456". A number counts as such if the
words right before it name the function, and only words such as "is" or "day and night" stand
between; or if it is toll-free. A number beside a name, or in a sentence in which somebody speaks of
himself or herself, is somebody's.
"""

import re
from typing import Final

# The patterns are strings, compiled at the first text with a phone number.
_LETTER: Final = r"[^\W\d_]"
_DESKS: Final = (
    # "Pharmacy desk", "storm line", but "direct line" and "the line" may be somebody's.
    r"(?!(?:a|the|this|that|desk|direct|fixed|home|land|new|office|old|on|other|personal|private)\b)"
    r"[\w-]{2,20}[ -](?:desks?|line)"
    r"|help ?desk|service ?desk|helpline|hot ?lines?|switchboard|reception|gatehouse|dispatch"
    r"|call-?out|noc|soc|freephone|toll-?free|support|out[ -]of[ -]hours|after[ -]hours"
    r"|(?:control|dispatch|operations|war) ?room"
    r"|(?:call|contact|control|dispatch|monitoring|operations|receiving|response|security|service"
    r"|support) cent(?:re|er)s?"
    r"|(?:after[ -]hours|claims|conference|crisis|customer|duty|emergency|escalation|fault|general"
    r"|incident|main|night|office|on-?call|out[ -]of[ -]hours|pager|service|standby|support"
    r"|technical|toll-?free) (?:bridge|number|pager|phone|telephone)"
    r"|(?:leit|melde|störungs|notruf)(?:stelle|zentrale|warte)|störungs(?:annahme|dienst|nummer)"
    rf"|{_LETTER}{{0,20}}hotline|notruf(?:nummer)?|notdienst|bereitschafts?(?:dienst|nummer|telefon)"
    r"|rufbereitschaft|(?:telefon)?zentrale|empfang|pforte|kunden(?:dienst|service|betreuung)"
    r"|standard(?: téléphonique)?|astreinte|accueil|numéro (?:vert|d['’]urgence|d['’]astreinte)"
    r"|service client(?:s|èle)?|assistance|salle de (?:contrôle|crise)"
    r"|centralita|portería|guardia|emergencias|atención al cliente|centro de control"
    r"|línea (?:directa|de (?:soporte|guardia))"
    r"|centralino|reperibilità|numero verde|assistenza|portineria|sala operativa"
    r"|meldkamer|storings(?:dienst|nummer|lijn)|receptie|piket(?:dienst|nummer)?|wachtdienst"
    r"|klantenservice|central de atendimento|plantão|linha de apoio|sala de controlo|portaria"
)
# Of which place or company: "reception at Dock Road is".
_PLACE: Final = (
    r" (?:at|in|of|del?|della|der|des|da|do|van) (?:the |la )?[\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?"
)
_CONNECTING: Final = (
    r"a|always|and|are|at|available|be|by|can|clock|daily|day|direct|free|h|has|hours?|hrs|int(?:l"
    r"|ernational)|is|line|new|night|no|now|nr|number|office|on|only|or|outside|phone|reached|round"
    r"|tel|telephone|the|under|urgent|via|weekdays|weekends"
    r"|die|erreichbar|ist|jetzt|nacht|nummer|oder|rund|tag|telefon|uhr|um|und|unter"
    r"|au|en|est|et|joignable|jour|le|nuit|numéro|ou|téléphone|al|día|el|es|está|horas|las|noche"
    r"|número|teléfono|giorno|notte|numero|telefono|è|bereikbaar|dag|nacht|op|telefoon|zit|atende"
    r"|disponível|telefone"
)
_BETWEEN: Final = (
    rf"(?:{_PLACE})?(?:[^\w\n;.!?]|(?:no|nr|tel)\.|(?<!{_LETTER})(?i:{_CONNECTING})(?!{_LETTER})"
    r"|(?<!\d)\d{1,2}(?:[:.]\d\d)?(?!\d)){0,16}"
    # Another number of the same desk before it.
    r"(?:[+(]{0,2}\d[\d ().\-/]{5,16}(?:[,/]|[ ](?:or|and|oder|und|ou|et|o|y|of|en|e)[ ])[ ]?)?$"
)
_TOLL_FREE: Final = r"(?:\+?1[ .-]?)?\(?8(?:00|33|44|55|66|77|88)\)?[ .-]|(?:\+|00)800|0(?:800|808)"
_SOMEBODY: Final = (
    rf"(?<!{_LETTER})(?:cell|he|her|hers|him|his|home|i|me|mine|mobile|my|myself|personal|private|she"
    r"|handy|ich|ihre?[rnms]?|meine?[rnms]?|mich|mir|mobil|privat\w{0,4}|seine?[rnms]?"
    r"|je|moi|mon num\w{0,4}|portable|mi|mis|móvil|cellulare|mia|mio|ik|mij|mijn|celular|meu"
    rf"|minha|telemóvel)(?!{_LETTER})"
)
_BRACKETED_DESK: Final = r"\s?\([^()\n]{0,30}(?:desk|line|hotline|reception|switchboard)\)"
_NAME: Final = r"\s?[(,/|\u2013\u2014-]\s?[A-ZÀ-Þ][a-zà-ÿ'’-]+(?:\)| [A-ZÀ-Þ])"
_SENTENCE_END: Final = r"[.!?;](?=\s|$)|\n"
_LOOK_BACK_CHARS: Final = 100
_LOOK_AHEAD_CHARS: Final = 40


def is_shared_line(text: str, start: int, end: int) -> bool:
    """Whether the phone number `text[start:end]` belongs to a function, and so to nobody."""
    before = re.split(_SENTENCE_END, text[max(0, start - _LOOK_BACK_CHARS) : start])[-1]
    behind = re.split(_SENTENCE_END, text[end : end + _LOOK_AHEAD_CHARS])[0]
    if re.search(f"(?i){_SOMEBODY}", f"{before} | {behind}"):
        return False
    if re.match(f"(?i){_BRACKETED_DESK}", behind):
        return True
    is_function = re.match(_TOLL_FREE, text[start:end]) or re.search(
        rf"(?<!{_LETTER})(?i:{_DESKS}){_BETWEEN}", before
    )
    return is_function is not None and re.match(_NAME, behind) is None
