"""Numbers of desks and hotlines: they belong to a function, so they are nobody's personal data.

"Duty desk: +45 70 12 34 56", "call our hotline on 0555 123 456". A number counts as such if it is
toll-free, or if all that stands around it is known: a sentence that begins with the function, or
asks to call it, only words such as "is" or "day and night" up to the number, and behind it nothing
or words such as "or" and "ask for". Whatever else stands there may be a person whose number it is:
a name, who called ("user phoned the hotline"), the owner of a field, the next cell of a row.
"""

import re
from typing import Final

# The patterns are strings, compiled at the first text with a phone number.
_LETTER: Final = r"[^\W\d_]"
_AREA: Final = (
    r"(?:advice|applications?|central|clinical|data ?base|emergency|facilities|fault|fleet"
    r"|general|grid|hr|ict|incident|infrastructure|it|main|networks?|night|operations|payments?"
    r"|payroll|pharmacy|plant|platform|power|retail|security|shop|site|stores?|technical|tills"
    r"|transport|vendor|ward|warehouse|water|24[ -]?h(?:ours?)?)"
)
_AREAS: Final = rf"(?:{_AREA}|(?-i:[A-Z]{{2,4}}))"
# Whose function: "Network team: duty phone". Not "ANN: duty phone", since capitals may be initials,
# nor "Ward, duty phone": a word that stands alone and is also a surname may be a person.
_SURNAMES: Final = r"(?:fleet|main|plant|power|ward)"
_TEAM_END: Final = r"(?:: ?| - | \u2013 |, )"
_TEAM: Final = rf"(?!{_SURNAMES}{_TEAM_END})(?:{_AREA} ){{0,2}}(?:{_AREA}|team){_TEAM_END}"
_ON_DUTY: Final = (
    r"(?:after[ -]hours|duty|escalation|on-?call|out[ -]of[ -]hours|pager|standby|support)"
)
# Without "customer phone", "office number", "emergency phone": these are fields of a person.
_FUNCTIONS: Final = (
    rf"(?:{_AREAS}|{_ON_DUTY}|customer|front|help|info(?:rmation)?|service) ?desk"
    rf"|(?:breakdown|claims|crisis|fault|interpreter|report(?:ing)?|storm|{_ON_DUTY})[ -]line"
    rf"|{_ON_DUTY} (?:bridge|number|pager|phone|telephone)"
    r"|helpline|hot ?line|switchboard|reception|gatehouse|call-?out|noc|support"
    r"|out-of-hours|(?:control|dispatch|operations|war) ?room"
    r"|(?:call|contact|control|customer|dispatch|monitoring|operations|receiving|response|security"
    r"|service|support) cent(?:re|er)"
    r"|(?:leit|melde|störungs|notruf)(?:stelle|zentrale|warte)|störungs(?:annahme|dienst|nummer)"
    rf"|{_LETTER}{{0,20}}hotline|notdienst|bereitschafts?(?:dienst|nummer|telefon)"
    r"|rufbereitschaft|(?:telefon)?zentrale|empfang|pforte|kunden(?:dienst|service|betreuung)"
    r"|standard(?: téléphonique)?|astreinte|numéro (?:vert|d['’]astreinte)"
    r"|service client(?:s|èle)?|salle de (?:contrôle|crise)"
    r"|centralita|portería|guardia|atención al cliente|centro de control"
    r"|línea (?:directa|de (?:averías|guardia|soporte))"
    r"|centralino|reperibilità|numero verde|portineria|sala operativa"
    r"|meldkamer|storings(?:dienst|nummer|lijn)|receptie|piket(?:dienst|nummer)?|wachtdienst"
    r"|klantenservice|central de atendimento|plantão|linha de apoio|sala de controlo|portaria"
)
_ARTICLE: Final = (
    r"(?:(?:the|our|a|die|der|das|den|dem|unsere?[mnr]?|la|le|notre|el|nuestr[ao]|il|lo|o|nossa|de"
    r"|het|onze) |l['’])"
)
# Only a request: "user tried to call the desk" and "missed call, help desk" report one.
_REQUEST: Final = (
    r"(?:alert|call|contact|dial|inform|notify|phone|reach|ring|try|appelez|prévenez|llam(?:e|ad)"
    r"(?: a)?|chiamate|bel|acione|ligue para) "
)
# The beginning of a sentence, a row or an item of a list; of a clause, if it is a request.
_BEGINNING: Final = (
    r"(?:^[\s>*•|\"'{\[(-]*(?:\d{1,2}[.)] )?(?:(?:new )?number (?:for|of) )?"
    rf"|(?:[,:→-]|(?<!{_LETTER})(?:or|please|then)) (?=(?:please |then )?{_REQUEST}{_ARTICLE})"
    r"|(?<= have )(?=a new ))"
    rf"(?:please |then )?(?:{_REQUEST})?"
)
# Of which place or company: "reception at Dock Road is". Not "the on-call phone of Ann".
_PLACE: Final = (
    r"(?i:(?<=reception)|(?<=switchboard)|(?<=standard)|(?<=centralita)|(?<=portería)"
    r"|(?<=centralino)|(?<=portineria)|(?<=meldkamer)|(?<=empfang)|(?<=pforte)|(?<=desk))"
    r" (?:at|in|del?|della|der|des|van) (?:the |la )?[\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?"
)
_CONNECTING: Final = (
    r"a|always|and|are|at|available|be|by|can|clock|daily|day|direct|free|h|has|hours?|hrs|int(?:l"
    r"|ernational)|is|new|night|no|now|nr|number|on|only|or|outside|phone|reached|round"
    r"|tel|telephone|the|under|urgent|weekdays|weekends"
    r"|die|erreichbar|ist|jetzt|nacht|nummer|oder|rund|tag|telefon|uhr|um|und|unter"
    r"|au|en|est|et|joignable|jour|le|nuit|numéro|ou|téléphone|al|día|el|es|está|horas|las|noche"
    r"|número|teléfono|giorno|notte|numero|telefono|è|bereikbaar|dag|nacht|op|telefoon|zit|atende"
    r"|disponível|telefone"
)
_BETWEEN: Final = (
    rf"(?:{_PLACE})?(?:[^\w\n;.!?>@→]|(?:no|nr|tel)\.|(?<!{_LETTER})(?i:{_CONNECTING})(?!{_LETTER})"
    r"|(?<!\d)\d{1,2}(?:[:.]\d\d)?(?!\d)){0,16}"
    # Another number of the same desk before it.
    r"(?:[+(]{0,2}\d[\d ().\-/]{5,16}(?:[,/]|[ ](?:or|and|oder|und|ou|et|o|y|of|en|e)[ ])[ ]?)?$"
)
_FUNCTION_BEFORE: Final = (
    rf"(?i:{_BEGINNING}{_ARTICLE}?(?:{_TEAM})?"
    rf"(?:(?:neue[mnr]?|new|technische[mnr]?|{_AREAS}) ){{0,2}}"
    # "The Paydock hotline".
    r"(?:(?<=the )(?-i:[A-Z][\w-]{2,20}) )?"
    rf"(?:{_FUNCTIONS}))(?!{_LETTER}){_BETWEEN}"
)
# What may stand behind the number: nothing, another number, hours, or the beginning of an advice,
# and no name up to the end of the sentence.
_TIME: Final = r"\d{1,2}(?:[:.]\d\d)?"
_NO_WORD: Final = r"(?!\w|[:.]\d| (?!and|daily|every|h|only|uhr|weekdays)[a-z])"
_GOES_ON: Final = (
    rf"(?!.*(?<!{_LETTER})(?!Tag|Nacht|Uhr|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar(?:ch)?\b"
    r"|Apr(?:il)?\b|May\b|June?\b|July?\b|Aug|Sep|Oct|Nov|Dec)[A-ZÀ-Þ][a-zà-ÿ'’]+)"
    r"[\s,|)\"'}\]\u2013\u2014-]*(?i:$|[+(]?\d[\d ()./-]{5}"
    r"|(?:or|oder|ou) (?:[+(]?\d|\[REDACTED:)|\d ?="
    rf"|(?:{_TIME}(?: ?(?:[\u2013/-]|to) ?{_TIME}| ?h| uhr)"
    rf"|mon(?:day)? ?(?:[\u2013-]|to) ?[a-z]{{2,9}}){_NO_WORD}"
    r"|(?:always|and (?:have|quote)|any|ask for|before|client code|contract|daily"
    r"|day(?: (?:and|or))? night|every|free|(?:please )?have (?:the|your)|hold|if|mail|option|our"
    r"|press|quote|round the clock|say|staffed|until|weekdays"
    r"|auch|rund um die uhr|tag und nacht|täglich|jour et nuit|día y noche|giorno e notte"
    rf"|dag en nacht|ook)(?!{_LETTER})(?! (?:\d+ )?[a-z]+$))"
)
# 0808 and 888 are also prefixes of mobile phones, in Nigeria and Poland for example.
_TOLL_FREE: Final = (
    r"(?:\+?1[ .-]\(?|\()8(?:00|33|44|55|66|77|88)\)?[ .-]|8(?:00|33|44|55|66|77|88)[.-]\d{3}[.-]"
    r"|800[ ]|(?:\+|00)800|0800"
)
_SOMEBODY: Final = (
    rf"(?i)(?<!{_LETTER})(?:cell|he|her|hers|him|his|home|i|me|mine|mobile|my|myself|own|personal|private"
    r"|she|handy|ich|ihre?[rnms]?|meine?[rnms]?|mich|mir|mobil|privat\w{0,4}|seine?[rnms]?"
    r"|je|moi|mon num\w{0,4}|portable|mi|mis|móvil|cellulare|mia|mio|ik|mij|mijn|celular|meu"
    rf"|minha|telemóvel)(?!{_LETTER})"
)
_NAME: Final = r"\s?[(,/|\u2013\u2014-]\s?[A-ZÀ-Þ][a-zà-ÿ'’-]+(?:\)| [A-ZÀ-Þ])"
_CELL: Final = rf"[|,\t]\s?(?:{_LETTER}[\w'’-]*[ .]?){{1,2}}[\s\"'}}]*(?:$|[|,\t])"
# A line or a sentence that is only a name, or a field with somebody in it.
_NAMES_SOMEBODY: Final = (
    r"\W*(?:(?!(?i:(?:emergency )?(?:contact|number|phone)s?|emergency|kontakte?|notfall|notruf"
    r"|telefone?)\W*$)"
    r"(?:(?:[A-ZÀ-Þ][\w.'’-]{0,30} ?){1,3}(?:\W*$|, [A-Z]|[(]|\d\d:)|(?:[a-z]+ ?){1,2}\W*$)"
    r"|(?i:\w{0,20}[ _]?(?:by|caller|contact|employee|from|holder|name|owner|reporter|requester"
    r"|user|who))[\"']?\s?[:=|])|.*@"
)
_CLOSING: Final = (
    r"(?im)^\W{0,3}(?:--|best|br|cheers|cordialement|(?:\w+ ){0,2}(?:groete?n?|grüße?n?|regards"
    r"|saluti|saludos|wishes)|lg|mfg|sent (?:by|from)|thanks?|thx|vg)(?!\w)"
)
_SENTENCE_END: Final = r"(?<!\bno)(?<!\bnr)(?<!\btel)[.!?;](?=\s|$)|\n"
_LOOK_BACK_CHARS: Final = 160
_LOOK_AHEAD_CHARS: Final = 80


def is_shared_line(text: str, start: int, end: int) -> bool:
    """Whether the phone number `text[start:end]` belongs to a function, and so to nobody."""
    first = max(0, start - _LOOK_BACK_CHARS)
    # What stands before the part that is read is unknown, so the part begins no sentence.
    earlier, before = _last_two(("…" if first else "") + text[first:start])
    is_toll_free = re.match(_TOLL_FREE, text[start:end]) is not None
    if not is_toll_free and not re.search(_FUNCTION_BEFORE, before):
        return False
    behind, later = _first_two(text[end : end + _LOOK_AHEAD_CHARS])
    if re.search(_SOMEBODY, f"{before} | {behind} | {later}"):
        return False
    if is_toll_free:
        return re.match(_NAME, behind) is None
    return (
        re.match(_GOES_ON, behind) is not None
        and not re.search(_CELL, behind)
        and not text.startswith("?", end)
        and not any(re.match(_NAMES_SOMEBODY, part) for part in (earlier, later))
        and not re.search(_CLOSING, text[first:start])
    )


def _last_two(text: str) -> tuple[str, str]:
    """The sentence or line with words before the last, and the last."""
    *earlier, last = re.split(_SENTENCE_END, text)
    return (next(filter(_has_letters, reversed(earlier)), ""), last)


def _first_two(text: str) -> tuple[str, str]:
    first, *later = re.split(_SENTENCE_END, text)
    return (first, next(filter(_has_letters, later), ""))


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))
