"""The phrases of change, of its end, of doubt and of limits: a table for each kind, by language.

The modules beside this one say what follows from a phrase, and where in a sentence it counts. Each
table has the phrases of a language as parts of a pattern, with " | " between them. English is read
best; of the other languages, the most usual phrases. Where two kinds differ in strength, the weaker
one begins with `MAY_`: it only decides which of two texts comes first.
"""

import re
from collections.abc import Mapping
from typing import Final

from recollect.core.grouping import grouped
from recollect.language.calendar_names import (
    GERMAN_MONTH,
    MONTH,
    ROMANCE_OR_DUTCH_MONTH,
    WEEKDAY,
)

Phrases = Mapping[str, str]

ELSEWHERE: Final = "de es fr it nl pt"
"""The languages besides English."""

ALL: Final = f"en {ELSEWHERE}"

_FIRST_LETTER: Final = re.compile(r"[^\W\d_](?![?*+{])")


def any_of(*kinds: Phrases, languages: str = ALL) -> str:
    """The alternatives of a pattern for the phrases of some kinds in these languages.

    Phrases with one first letter stand together, which saves most of the time to look for them.
    """
    tables = (kind[each] for kind in kinds for each in kind if each in languages)
    phrases = dict.fromkeys(each for table in tables for each in table.split(" | "))
    by_letter = grouped((_first_letter(each), each) for each in phrases)
    return "|".join(
        f"{letter}(?:{'|'.join(each.removeprefix(letter) for each in rest)})"
        for letter, rest in by_letter.items()
    )


def _first_letter(phrase: str) -> str:
    """The letter with which a phrase begins; "" if it may begin with others."""
    found = _FIRST_LETTER.match(phrase)
    return found.group() if found else ""


# Words by which several kinds are made up.

# A year alone ("since 2009") does not say that it was different before.
FROM_WHEN: Final = (
    rf"(?:now|today|tomorrow|next|{MONTH}|{WEEKDAY}|\d\d?(?:st|nd|rd|th)?[ .] ?{MONTH}"
    r"|\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d\d(?:\d\d)?)"
)
# "From 23 November to 4 December" is an exception: what was said before holds again after it.
_TO_WHEN: Final = (
    r"(?: \d\d?(?:st|nd|rd|th)?\b)?(?:,? \d{4})?,? (?:(?:till|until) (?!further notice)"
    rf"|(?:through|to|[-\u2013]) {FROM_WHEN}\b)"
)
# What follows a word that ends its clause. Not "archived mail", "a deprecated method": there the
# word names a kind of thing, and does not say what became of one.
_CLAUSE_GOES_ON: Final = (
    r"(?=\W*$|[,.;:!)\]]| (?:and|as|at|but|by|for|from|in|last|on|since|this|to|with)\b)"
)
# What somebody changed, as in "raised the limit of a mailbox to 50 GB", but for its place or owner.
_OBJECT: Final = (
    r"((?: (?!(?:at|by|for|from|in|of|on|to)\b)[^\s.!?;,]{1,40}){1,4})"
    r"(?: (?:at|for|in|of|on)(?: [^\s.!?;,]{1,40}){1,5}?)?"
)
GONE: Final[Phrases] = {
    "en": "abolished | archived | decommissioned | deprecated | discontinued | dissolved | obsolete"
    " | phased out | rescinded | retired | revoked | scrapped | withdrawn",
}
RESIZED: Final[Phrases] = {
    "en": "bumped | cut | doubled | dropped | extended | halved | increased | lowered | raised"
    " | reduced | relaxed | shortened | tightened | (?:down|up)graded",
}
MOVED: Final[Phrases] = {"en": "changed | migrated | moved | switched"}
_RESIZED: Final = f"(?:{any_of(RESIZED)})"
_MOVED: Final = f"(?:{any_of(MOVED)})"

# What ended, and what changed.

# What ended stands before the phrase, or in its group. "Nicht mehr als" and "ne … plus que" say how
# much it is.
NO_LONGER: Final[Phrases] = {
    "en": r"no longer | (?:\w{1,10}n['’]t|(?:can)?not)((?: [^\s.!?;,]{1,40}){0,8}?) any ?more"
    rf"{_CLAUSE_GOES_ON}",
    "de": r"nicht mehr(?! als\b)",
    "es": "ya no",
    "fr": r"n(?:e (?:l[ae]s? |se )?|['\u2019])[^\s.!?;,]{1,20} plus"
    r"(?! (?:[^\s.!?;,]{1,20} )?qu(?:e\b|['\u2019]))",
    "it": r"non (?:(?:ci|l[aeio]|ne|si) )?(?:[^\s.!?;,]{1,20} )?più(?! (?:di \d|tardi\b))",
    "nl": r"niet (?:langer|meer)(?! dan\b)",
    "pt": r"(?:já )?não(?= (?:se )?[^\s.!?;,]{1,20} mais\b(?! d[eo] (?:\d|que\b))) | já não",
}
ENDED: Final[Phrases] = {
    "en": r"(?:is|are) gone | (?:switch|turn)ed off | stopped"
    r" | (?:has|have) left (?:us|the (?:company|firm|house|team))"
    rf" | (?<!\bnot )(?:{any_of(GONE)}){_CLAUSE_GOES_ON}"
    r" | ha(?:s|ve) been (?:axed|cancell?ed|ditched|dropped|given up|lifted|merged|removed"
    r"|shut down)(?! to\b)",
}
# Enough for a text that names what is gone to come before what relies on that.
MAY_HAVE_ENDED: Final[Phrases] = {
    "en": "any ?(?:more|longer) | gone | history | unread | read-only | retires? | retirement | "
    r"(?:do|does)(?: not|n['\u2019]t) exist | (?:is|are)(?: not|n['\u2019]t) (?:accepted|answered"
    "|needed|read|required|staffed|supported|used|valid) | abolition | axed | bought (?:out|up)"
    " | cancell?ed | ceased | clos(?:ed|es|ing) | disbanded | dismantled | ditched | dropped"
    " | end(?:ed|s) | expired | folded | handed back | insourced | outsourced | lapse[ds]?"
    " | let go | merged | ran out | removed | renamed | moved?s? (?:away|from|in(?:to)?|out|over"
    "|to) | sent back | (?:was|were|been) sold | sold (?:off|to) | terminated | torn down"
    " | unplugged | walled up | stop(?:ped)? (?:accepting|answering|asking|calling|doing|going"
    "|handing|sending|taking|using|working) | (?:has|have) left | left us | wound up | went back"
    " | (?:was|were) cut | quit | (?:is|are) off | took over | (?:get|got|getting) rid of"
    r" | good-?bye | farewell | (?:shut|switched|taken|turned|wiped)(?: \w+)? (?:down|off|offline"
    "|out|over) | (?:changed|gone|switched|turned|went) (?:from|into|over|to) | instead of"
    " | in place of | replac(?:e[ds]?|ing) | supersed(?:e[ds]|ing)",
    "de": r"nichts mehr | keine?[rmns]? [^.;!?\n]{0,40}?mehr | nur noch | weg | entf(?:ällt|allen)"
    " | statt | anstelle | abge(?:löst|schaltet|schafft|baut) | auf(?:gelöst|gegeben)"
    " | ausgelaufen | beendet | eingestellt | ersetzt | gegangen | gekündigt | geschlossen"
    " | gewechselt | stillgelegt | übernommen | umbenannt | umgezogen | veraltet | verkauft"
    r" | zurückgegeben | läuft [^.;!?\n]{0,20}?aus | lösen? [^.;!?\n]{0,40}?ab",
}
_IS: Final[Phrases] = {
    "de": "gelten | gilt | haben | hat | ist | kosten | kostet | liegt | sind",
    "es": "cuestan? | es | está | están | son | tienen?",
    "fr": "a | coûte(?:nt)? | est | ont | sont",
    "it": "costa | costano | è | ha | hanno | sono",
    "nl": "heeft | hebben | is | kost(?:en)? | ligt | zijn",
    "pt": "custam? | é | são | tem | têm",
}
_NOW: Final[Phrases] = {
    "de": "jetzt | nun",
    "es": "ahora",
    "fr": "maintenant",
    "it": "adesso | ora",
    "nl": "nu",
    "pt": "agora",
}
# "Ab 1. März", "a partir del 1 de marzo", "dès aujourd'hui". An hour behind the preposition says
# when something begins every day, and the German "da" gives a reason.
_SINCE: Final[Phrases] = {
    "de": r"ab | per(?= \d) | seit",
    "es": "a contar | a partir | desde",
    "fr": "à (?:compter|partir) | depuis | dès",
    "it": "a partire | da(?! heute| jetzt) | dal",
    "nl": "met ingang | sinds | vanaf",
}
_TODAY: Final[Phrases] = {
    "de": "heute",
    "es": "hoy | mañana",
    "fr": "aujourd['\u2019]hui | demain",
    "it": "domani | oggi",
    "nl": "vandaag",
    "pt": "amanhã | hoje",
}
# What leads to a place or an hour: "de" and "di" lead to what it is time for.
_WHERE: Final[Phrases] = {
    "de": "ab | am | auf | aus | bei | beim | im | in | nach | um | vo[mn] | zu | zu[mr]",
    "es": "al? | del | desde | en | por",
    "fr": "au | aux | chez | dans | du | en | par | à",
    "it": "all[ae] | dal | dalla | nel | nella",
    "nl": "bij | naar | om | op | uit | van | via",
    "pt": "ao | às? | d[ao] | em | n[ao]s? | pel[ao]",
}
_SINCE_A_DAY: Final = (
    rf"(?:{any_of(_SINCE)})(?: (?:dem|del?|du|el|l[ea]|dal?|do|da|o|van))? ?(?:d['\u2019])?"
    r"(?:(?:\d\d?(?:er|[.\u00ba\u00b0])? (?:de |di )?)?"
    rf"(?:{GERMAN_MONTH}|{ROMANCE_OR_DUTCH_MONTH})\b"
    r"(?!(?: (?:de )?\d{4})?,? (?:(?:e|et|en|und|y) )?"
    r"(?:bis|hasta|al?|au|jusqu|fino|até|ao|tot|t/m|[-\u2013])(?=\W))"
    rf"|{any_of(_TODAY, _NOW)})"
)
# "The import now allows", "guests now need"; neither "until now prices" nor "can now pay by card",
# which adds a way, as "now includes" adds something.
_NOT_BEFORE_NOW: Final = "".join(
    rf"(?<!\b{word} )" for word in "by can for from has just may right this to until was".split()
)
# Besides words that are no verbs: what is wrong with a thing, and what somebody thinks or says.
_NO_NEW_WAY: Final = (
    r"(?!(?:adds?|all|also|always|and?|as|at|available|because|both|but|by|could|due|features?|from"
    r"|ha[sv]e?|if|in|includes?|might|must|not?|offers?|of|on|only|or|out|perhaps|plus|provides?"
    r"|should|since|so|sometimes|supports?|than|that|the|there|they|this|to|we|when|will|would|you"
    r"|crash(?:es)?|fails?|freezes?|hangs?|jams?|leaks?|loses?|refuses?|stalls?"
    r"|shows? (?:an? )?error"
    r"|believes?|feels?|hopes?|looks?|means?|says?|seems?|thinks?|wants?|wishes)\b)"
)
_NOW_DOES: Final = (
    rf"(?<=\w ){_NOT_BEFORE_NOW}now {_NO_NEW_WAY}(?:(?-i:[a-z]+[^\Ws]s)|(?<=[a-z]{{2}}s now )"
    r"(?-i:[a-z]+)(?<!ed)(?<!ing)(?<!ly)|apply|begin|belong|close|cost|end|expire|get|go|happen"
    r"|last|leave|listen|live|meet|open|pay|run|sit|start|take|use)(?= (?!for\b|with)\w)"
)
CHANGED: Final[Phrases] = {
    # Not "instead of" and "used to": they advise and explain at least as often.
    "en": r"replac(?:es|ed) | replacing (?:the|our|what) | supersed(?:es|ed) | in place of"
    r" | (?:is|are|now) (?:replac|supersed)ing"
    rf" | (?:as of|since|from|starting) {FROM_WHEN}(?!{_TO_WHEN})"
    r" | from now on | (?:is|are) now(?= (?!also\b)\w)"
    rf" | {_NOW_DOES}"
    rf" | {_MOVED}(?: \w+)? (?:from|to|over) | cut over | renamed"
    rf" | {_MOVED}{_OBJECT} from(?= [^.!?;,]{{1,40}} to\b)"
    rf" | (?:ha(?:s|ve)|['\u2019]ve) {_MOVED}{_OBJECT} to(?= \w)"
    r" | (?:mov|chang|switch)es(?: \w+)? (?:from|over)"
    r" | (?:goes|going|gone|went) (?:up|down) (?:from|to)"
    r" | (?:is|are)(?: (?!not\b)[\w:-]+){1,6}(?<! right)(?<! just) now(?=\W*$|[,.;:!)\]])"
    r" | (?:correction|erratum)(?=\W) | was \S+, (?:is|now) | was [^.,;!?]{1,30}, (?:it['’]?s )?now"
    rf" | shortened | (?:takes|took) over (?:as|from) | (?<!\bbe ){_RESIZED} to"
    rf" | {_RESIZED}{_OBJECT} to(?= [$\u20ac\u00a3]?\d)"
    rf" | with effect from | effective (?:immediately|from|as of|{FROM_WHEN})"
    r" | (?:has|have|got) a new (?:number|extension|address|owner|lead|contact|home|name|limit)"
    r" | (?:br(?:ing|ings|ought)|moves|moved|pulled|pushed)(?: [^\s.!?;,]{1,40}){1,6}"
    rf" (?:forward|back) to(?= (?:\d\d?(?:[:.]\d\d|(?:st|nd|rd|th)?[ .] ?{MONTH})|next|this"
    rf"|{MONTH}|{WEEKDAY}))"
    r" | since the (?:change|merger|migration|move|new|reorgani[sz]ation|switch|update|upgrade)"
    r" | we(?:['’]ve| have)? (?:cancelled|canceled|ditched|dropped|left|quit|stopped using)"
    r" | no need (?:for|to)\b[^.;!?\n]{1,60}\bany ?more | until further notice | shifted"
    r" | handed over",
    "de": r"ab sofort | ersetzt | korrektur(?=\W) | künftig | mit sofortiger wirkung | von nun an"
    r" | auf \d[^\s!?;]{0,10}(?: [^\s.!?;,]{1,20})?"
    r" (?:angehoben|erhöht|gesenkt|ver(?:kürzt|längert))",
    "es": r"con efecto inmediato | de ahora en adelante"
    r" | (?:baja|pas(?:a(?:do)?|ó)|sub(?:e|ido)) a(?= (?:\d|ser\b))",
    "fr": r"avec effet immédiat | désormais | dorénavant | pass(?:e(?:nt)?|ée?s?) à(?= \d)",
    "it": r"con effetto immediato | d['\u2019]ora in poi"
    r" | (?:passa(?:no|t[aeio])?|portat[aeio]|sale|scende) a(?= \d)",
    "nl": r"met onmiddellijke ingang | voortaan"
    r" | ver(?:hoogd|kort|laagd|lengd) (?:naar|tot)(?= \d)",
    "pt": r"com efeito imediato | daqui (?:em|por) diante | de agora em diante | doravante"
    r" | (?:pass(?:a|ou)|sobe|subiu) (?:a|para)(?= (?:\d|ser\b))",
    # "Ahora es", but not "por ahora es" and "hasta ahora es".
    ELSEWHERE: rf"{_SINCE_A_DAY} | (?:{any_of(_IS)}) (?:{any_of(_NOW)})(?! d[ei]\b)"
    r" | (?=a[dgh]|ora )(?<!\bhasta )(?<!\baté )(?<!\bper )(?<!\bpor )(?:a(?:desso|gora|hora)|ora)"
    rf" (?:{any_of(_IS)})"
    # "Abre ahora a las ocho", "öffnet jetzt um 8".
    r" | (?<=\w )(?<!\bhasta )(?<!\baté )(?<!\bbis )(?<!\bper )(?<!\bpor )(?<!\btot )"
    rf"(?:{any_of(_NOW)})(?= (?:\d|(?:{any_of(_WHERE)})\b))",
}
# Words of what may have changed, or is only repeated: alone they replace nothing.
MAY_HAVE_CHANGED: Final[Phrases] = {
    "en": r"instead | any ?(?:longer|more) | no (?:longer|more|need) | moved?s? | chang(?:ed?|es)"
    rf" | since | as of | from (?:now|then|this|{FROM_WHEN}) | starting | effective"
    r" | until further notice | t(?:ak(?:es?|en|ing)|ook) (?:off|over) | gone | old | void | empty"
    r" | bounces? | clos(?:ed?|es) | retires?d? | replac(?:ed?|es|ing) | rescheduled | shifted"
    r" | switch(?:ed|es)? | stop(?:ped|s)? | raised | lowered | extended | reduced"
    r" | turned(?: \w{1,20}){0,4} (?:down|off|up) | went live | ended up | forget what"
    r" | leave \w{1,20} alone | please use | first (?:day|night|time|week) | is dead"
    r" | ha(?:s|ve) given up | beyond repair | w(?:on['\u2019]t|ill not) be (?:mended|repaired)"
    r" | (?:you )?do(?:n['\u2019]t| not) \w{1,20} any(?:thing|body)?",
}
# A decision mostly reports an action: that a device was replaced does not replace a decision.
DECIDED_ANEW: Final[Phrases] = {
    "en": r"no longer | not any ?more | n['’]t \w+ any ?more | (?:as of|starting) (?:now|today)"
    r" | from now on | (?:this|which) (?:replaces|supersedes) | obsolete | deprecated"
    r" | (?:replaces|supersedes) (?:the|our|what)",
    "de": "nicht mehr | ab sofort",
}
# What became of a matter, such as a ticket.
FINISHED: Final[Phrases] = {
    "en": "abandoned | aborted | back (?:on|online|to|up) | cancell?ed | closed | completed?"
    " | delayed | done | executed | failed | finished | fixed | implemented | mitigated | postponed"
    " | repaired | rescheduled | resolved | restored | revert(?:ed|s) | rolled (?:back|out)"
    " | succeeded | withdrawn",
    "de": "abgebrochen | abgesagt | abgeschlossen | behoben | beendet | durchgeführt | entstört"
    " | erledigt | gelöst | repariert | verschoben | wieder | zurückgenommen",
    "es": "aplazad[oa] | cancelad[oa] | completad[oa] | restablecid[oa] | resuelt[oa]",
}

# What limits a statement, or leaves it open.

CONDITION: Final[Phrases] = {
    "en": "if | once | unless | when(?:ever)? | whether",
    "de": r"falls(?= (?:das|der|die|eine?|es|kein\w*|man|sie)\b) | sobald | sofern | wenn",
    "es": "cuando",
    "fr": "lorsque | quand",
    "it": "quando",
    "nl": "indien | wanneer | zodra",
    "pt": "quando",
}
NUMBER: Final[Phrases] = {
    "en": "one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve"
    " | noon | midnight",
    "de": "eins | zwei | drei | vier | fünf | sechs | sieben | acht | neun | zehn | elf | zwölf",
    "es": "una | dos | tres | cuatro | cinco | seis | siete | ocho | nueve | diez | once | doce",
    "fr": "une | deux | trois | quatre | cinq | six | sept | huit | neuf | dix | onze | douze",
    "it": "una | due | tre | quattro | cinque | sei | sette | otto | nove | dieci | undici"
    " | dodici",
    "nl": "een | twee | drie | vier | vijf | zes | zeven | acht | negen | tien | elf | twaalf",
    "pt": "uma | duas | três | quatro | cinco | seis | sete | oito | nove | dez | onze | doze",
}
POSSIBLE: Final[Phrases] = {"en": "could | (?-i:may) | might | should | will | would"}
A_WHILE: Final[Phrases] = {
    "en": r"temporarily | for (?:now(?! on\b)|the time being)",
    "de": "vorerst | vorübergehend",
    "es": "provisionalmente | temporalmente",
    "fr": "provisoirement | temporairement",
    "it": "provvisoriamente | temporaneamente",
    "nl": "nu even | tijdelijk",
    "pt": "provisoriamente | temporariamente",
}

# What may never happen.

UNDECIDED: Final[Phrases] = {
    "en": "it (?:is|was|has been) (?:proposed|suggested) | undecided | tb[cd] | (?:proposed"
    "|proposes?|suggested|suggests?) (?:that|to) | maybe | perhaps | apparently | rumou?rs?"
    " | i heard | under discussion | what if | should we | could we | we could(?! not)"
    " | could (?:no longer|now|soon|then) | might"
    " | would (?:no longer|now|then) | would (?:like|prefer)(?! to (?:announce|inform|let|point"
    r"|remind|tell|thank)\b) | there (?:are|has been|is|was|were) (?:an? |some )?(?:idea|plan"
    "|proposal|suggestion|talk)s? | (?:are|being|is|still) (?:consider(?:ed|ing)|discuss(?:ed"
    "|ing)|evaluat(?:ed|ing)) | (?:idea|option|plan|proposal|wish) (?:is|was|would be) (?:that"
    "|to) | thinking (?:about|of) | (?<!now )recommend(?:ed|s) that | plan(?:s|ned|ning)? to | "
    "(?:many|most|some) people want | hopes? (?:that|to) | thinks? [^.;!?]{1,60}? should | asked "
    "(?:if|whether) | (?:consultant|manufacturer|supplier|vendor)s? (?:advises?|recommends?"
    r"|suggests?) | (?:article|blog|newspaper|press)\b[^.;!?]{0,20}? (?:reports?|says|wrote)"
    " | not (?:yet )?(?:been )?(?:agreed|approved|decided|final|true) | no (?:answer"
    "|decision) yet | nobody has (?:agreed|approved) | (?<!has )(?<!have )to be (?:agreed"
    r"|approved|decided) | will (?:no longer|now|then)\b[^.;!?]{1,80}?\b(?:as soon as|once)",
    "de": r"schl(?:age|ägt|agen) [^.;!?]{0,40}?\bvor | vorgeschlagen | vielleicht | könnten?"
    r" | (?:nicht wahr|stimmt nicht), dass | nicht (?:beschlossen|entschieden|genehmigt)"
    r" | gehört,? dass | angeblich | ger[uü]chte?n? | erwogen",
    "es": r"(?:propon(?:e[mn]?|go|emos)|sugiere[mn]?|sugerimos) que | quizás? | tal vez | rumores"
    r" | no es (?:cierto|verdad) que | no (?:está|(?:se )?ha) (?:aprobado|decidido) | dicho que"
    r" | podría[mn]? | (?:propuesto|sugerido) (?:de|que)"
    r" | está(?:n|mos)? (?:estudiando|planteando|valorando)",
    "fr": r"(?:propose(?:nt)?|proposons|suggère(?:nt)?) que | peut-être | rumeurs | dit que"
    r" | n['\u2019]est pas vrai que | n['\u2019](?:a|est) pas(?: encore)? (?:approuvé|décidé)e?"
    r" | pourrai(?:en)?t | (?:proposé|suggéré) (?:de|que) | est faux que | envisage(?:nt|ons)?",
    "it": r"(?:propon(?:e|iamo|go|gono)|suggerisc\w{1,4}) che | forse | detto che | non è vero che"
    " | non (?:ha|è(?: stato)?)(?: ancora)? (?:approvato|deciso) | potrebbe(?:ro)? | (?:proposto"
    "|suggerito) (?:che|di) | st(?:a|anno|iamo) valutando | gira(?:no)? voc[ei]",
    "nl": r"stel(?:len|t)? [^.;!?]{0,40}?\bvoor | voorgesteld | misschien"
    r" | (?:klopt niet|niet waar) dat | niet (?:besloten|goedgekeurd) | gehoord dat"
    r" | zou(?:den)? [^.;!?]{0,60}?\bkunnen | overwogen",
    "pt": r"(?:propõem?|propomos|propone|sugere[mn]?|sugerimos) que | talvez | não é verdade que"
    r" | não(?: está| foi)? (?:aprovado|decidid?[ou]) | disseram que | poderiam? | em estudo"
    r" | (?:proposto|sugerido) que | boatos?",
}
# What may never hold, or holds no longer, or for a while only: no fact of now.
NOT_NOW: Final[Phrases] = {
    "en": r"ideas? | drafts? | propos(?:als?|es?|ed) | suggest(?:s|ed|ions?)? | considering | would"
    r" | i think | not sure | used to | anyone | anybody | do(?:n['\u2019]t| not) know | thanks"
    r" | thank you | unlike | (?<!from )(?<!as of )(?:(?:this|next) week|tomorrow)"
    r" | one could(?! not) | (?:was|were) (?:not|down|off|out)\b"
    r" | (?:caller|customer|guest|patient|user)s? (?:sa(?:id|ys?)|claim(?:ed|s)?|report(?:ed|s)?)"
    r" | (?:today|tonight|tomorrow|one day) only | (?:just|only) (?:today|tonight|tomorrow"
    rf"|th(?:at|is) (?:{WEEKDAY}|day|month|once|time|week|weekend)) | back to (?:normal|usual)"
    r" | offer (?:has ended|is over) | if you ask me | imho | in my (?:experience|opinion|view)"
    r" | my two (?:cents|pence) | gossip | said to be | heard (?:in|that) | no idea if"
    r" | nothing is (?:decided|signed) | nobody knows | why (?:not|(?:do|ca)n['\u2019]t we)"
    r" | how about | (?:for|just a) thought | parked for now | to be discussed"
    r" | don['\u2019]t quote this"
    rf" | \d\d?(?:\. ?| )?(?:-|\u2013|and|or|to|till|until|und|bis) ?\d\d?\.? ?{MONTH}"
    rf" | (?:till|until) (?:the )?(?:\d\d?(?:th|st|nd|rd)? )?(?:{MONTH}|{WEEKDAY})",
    "de": "idee | vorschlag | entwurf",
}
