"""The form of a letter: greetings, thanks, closings, and the lines above an earlier mail.

Courtesies are read in English and German, greetings also in French; thanks, closings and the lines
above a mail in these, Dutch, Italian, Portuguese and Spanish.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

THANKS: Final = (
    r"(?:(?:many |much |vielen |herzlichen |un grand |muchas |mille |muito |hartelijk )?"
    r"(?:thanks|thank you|thx|cheers|danke|dank|merci|gracias|grazie|obrigad[oa]|bedankt)"
    r"(?: (?:a lot|a million|so much|very much|again|in advance|for (?:your|any|the) help|im voraus"
    r"|schon mal|(?:and|und) [a-z]+|beaucoup|bien|d['’]avance|par avance|encore|de antemano"
    r"|in anticipo|mille|alvast)){0,3})"
)
"""For a regular expression that ignores case: words of thanks."""
NAMES_A_WRITER: Final = (
    r"(?:(?:on|am|op) [^\n]{4,100}(?:wrote|(?:schrieb|schreef)[^\n]{0,60})"
    r"|(?:le|el|il|em) [^\n]{4,100}(?:a écrit|escribió|ha scritto|escreveu))[ \xa0\u202f]?:\s*$"
)
"""For a regular expression that ignores case: the line above an answered mail."""
FORWARDED: Final = (
    r"-{2,} ?(?:original|forwarded|ursprüngliche|weitergeleitete|oorspronkelijk|doorgestuurd"
    r"|message (?:d['’]origine|transféré|original)|mensaje (?:original|reenviado)"
    r"|messaggio (?:originale|inoltrato)|mensagem (?:original|encaminhada))"
)
"""For a regular expression that ignores case: the line above a forwarded mail."""
CLOSING: Final = re.compile(
    rf"(?:{THANKS}(?: (?:and|und)(?: \w{{3,12}}){{1,2}} (?:regards|wishes|grüßen?))?"
    r"|(?:(?:best|kind|kindest|warm|warmest|with (?:best|kind)) )?(?:regards|wishes)|sincerely"
    # "Best" begins many a sentence: behind it stands at most a name.
    r"|(?:all the )?best(?=[,!](?: (?-i:[A-ZÀ-Þ])[\w.'’-]{0,30}){0,3}\s*$)"
    r"|yours (?:sincerely|truly|faithfully)|br|mfg|lg|vg"
    r"|mit (?:freundliche[mn]|beste[mn]|liebe[mn]) gr(?:uß|üßen)"
    r"|(?:viele|liebe|beste|freundliche|herzliche) grüße"
    r"|(?:(?:très |bien )?cordialement|bien à (?:vous|toi)|cdlt|amicalement)"
    r"|(?:avec mes |mes )?(?:sincères|meilleures|cordiales) salutations|salutations distinguées"
    r"|veuillez (?:agréer|recevoir)[^\n]{0,120}"
    r"|(?:un (?:cordial )?)?saludos?(?: cordiales)?|atentamente|un abrazo"
    r"|(?:(?:cordiali|distinti|tanti) )?saluti|cordialmente"
    r"|(?:met (?:vriendelijke|hartelijke) )?groet(?:en|jes)?|mvg"
    r"|(?:com os melhores )?cumprimentos|atenciosamente|abraços?"
    r")(?:[,.!]+[^\n]{0,30})?\s*$|-- ?$",
    re.IGNORECASE,
)
"""A line that closes a letter; a signature may stand below it."""
_MERE_THANKS: Final = re.compile(rf"{THANKS}(?:[,.!]+[^\n]{{0,30}})?\s*$", re.IGNORECASE)
_POSTSCRIPT: Final = re.compile(r"p\.? ?s\b", re.IGNORECASE)
_MAX_SIGNATURE_LINES: Final = 10
_MAX_SIGNATURE_LINE_CHARS: Final = 160
_POINT: Final = re.compile(r"(?:\d{1,2}[.)]|[-*•]) ")
# "Sent from my phone" and "Head of IT" have fewer words that are no names.
_MIN_SENTENCE_WORDS: Final = 3
_WHO: Final = (
    r"(?: (?:all|team|there|everyone|everybody|folks|guys|support|colleagues|zusammen|und|sir|or"
    r"|madam|(?:mr|mrs|ms|dr|herr|frau|madame|monsieur)\.?|(?-i:[A-Z\xc4\xd6\xdc][\w'-]{0,30}))){0,4}"
)
GREETING: Final = (
    r"(?:hi|hey|hello|hallo|moin|servus|dear|greetings|good (?:morning|afternoon|evening|day)"
    r"|guten (?:morgen|tag|abend)|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir"
    rf"|(?:ch(?:er|ère) )?(?:madame|monsieur)){_WHO}(?: ?[,.!:;]+|\s*$| - )"
)
"""For a regular expression that ignores case: the beginning of a letter."""
_COURTESY: Final = re.compile(
    r"(?:(?:many )?(?:thanks? you|thanks?(?! you))\b(?! to (?!you|all|every)| pages?\b"
    r"| for (?!helping|looking|getting|taking|contacting|reaching)[a-z]+ing\b)"
    r"|cheers|thx|sorry (?:to|for) (?:both|dist|the (?:inc|troub|late))"
    r"|(?:i )?hope (?:you(?:(?: are|['’]re)\b"
    r"| all\b| (?:had|have) a\b| can help(?: me| us)?(?: out)?[.!,])"
    r"|this (?:mail|e-?mail|message)|all (?:is|are|of)\b|every(?:one|body|thing))"
    r"|have a (?:good|great|nice|lovely|wonderful)\b"
    r"|(?:i am |i['’]m )?looking forward to (?:hear|your)|any (?:help|pointers?|hints?) (?:is|are"
    r"|would|much|welcome|appr)|much appreciated|please (?:advise|help)[.!]|(?:vielen )?dank|danke"
    r"|ich hoffe,? (?:es geht|ihnen|dir)|this (?:e-?mail|message) (?:is confidential|and any"
    r"|may contain)"
    r"|diese (?:e-?mail|nachricht) (?:kann|enth)|if you are not the intended|wenn sie nicht der)",
    re.IGNORECASE,
)
# What follows such a word is the message itself: "thanks, but the VPN still drops".
_THOUGH: Final = re.compile(r"\b(?:but|however|still|aber|jedoch)\b", re.IGNORECASE)
_MAX_COURTESY_CHARS: Final = 160
# A courtesy with only these words says nothing else; any other word may be its subject.
_COURTESY_WORDS: Final = frozenset(
    "a about advance advice advise afternoon again all an and any anyone appreciated are "
    "assistance attention aufmerksamkeit bemühungen best calling can caused cheers contacting "
    "continued cooperation dank danke day deine delay den der dich die dir distress disturb "
    "disturbance doing du e email es euch euer eure evening everybody everyone feedback finds "
    "for forward from für geduld geht getting good great gut guys have hear hearing help "
    "helpful helping herzlichen highly hilfe hint hints hoffe hope i ich ihnen ihr ihre im in "
    "inconvenience into is it kind kindest look looking lot lovely m mail mal many me message "
    "million morning much mühe nachricht nice of okay on our out patience patient please "
    "pointer pointers prompt quick re reaching regards reply response rückmeldung safe "
    "schnelle schon sehr so soon sorry support taking team thank thanks the there this thx "
    "time to touch trouble und understanding unterstützung up us verständnis very vielen "
    "voraus waiting week weekend welcome well wonderful work would you your yours".split()
)
_CONFIDENTIAL: Final = re.compile(
    r"confidential|vertraulich|intended recipient|addressee|empfänger|adressat", re.IGNORECASE
)


def above_signature(mail: Sequence[str]) -> Iterator[str]:
    """The lines of a mail above its closing, if a signature or nothing stands below that.

    All lines otherwise. The first line closes no mail.
    """
    for place, line in enumerate(mail):
        closing = line.strip()
        if place and CLOSING.match(closing):
            below = [*map(str.strip, mail[place + 1 : place + 2 + _MAX_SIGNATURE_LINES])]
            if _is_signature(below, is_formal=_MERE_THANKS.match(closing) is None):
                return
        yield line


def _is_signature(lines: Sequence[str], *, is_formal: bool) -> bool:
    """Whether lines are few and short, and each a person, a place, a number or a courtesy.

    Below a formal closing, and not mere thanks, only the first must be one: `Head of customer
    success` or `Registered in England` may stand below the name.
    """
    are_short = len(lines) <= _MAX_SIGNATURE_LINES and not any(map(_is_long_or_asks, lines))
    return are_short and all(
        _is_of_card(each) or is_only_courtesy(each) for each in (lines[:1] if is_formal else lines)
    )


def _is_long_or_asks(line: str) -> bool:
    is_long = len(line) > _MAX_SIGNATURE_LINE_CHARS
    return is_long or "?" in line or _POSTSCRIPT.match(line) is not None


def _is_of_card(line: str) -> bool:
    """Whether a line may be a person, a place or a number: no sentence, no list entry."""
    given = line.split()
    plain = [each for each in given if len(each) > 1 and each.isalpha() and each.islower()]
    is_sentence = len(given) >= _MIN_SENTENCE_WORDS and line[-1:] in ".!"
    return len(plain) < _MIN_SENTENCE_WORDS and not is_sentence and _POINT.match(line) is None


def is_courtesy(sentence: str) -> bool:
    """Whether a sentence begins like a courtesy, is short, and neither asks nor says "but"."""
    is_short = len(sentence) <= _MAX_COURTESY_CHARS and "?" not in sentence
    return is_short and _COURTESY.match(sentence) is not None and not _THOUGH.search(sentence)


def is_only_courtesy(sentence: str) -> bool:
    """Whether a courtesy has no word of its own, or says that a mail is confidential."""
    if not is_courtesy(sentence):
        return False
    own = set(re.findall(r"\w+", sentence.casefold())) - _COURTESY_WORDS
    return not own or _CONFIDENTIAL.search(sentence) is not None
