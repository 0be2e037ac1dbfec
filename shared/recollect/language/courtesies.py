"""What belongs to the form of a letter: greetings, thanks, closings, what leads to
another mail. English and German.
"""

import re
from collections.abc import Sequence
from typing import Final

THANKS: Final = (
    r"(?:(?:many |much |vielen |herzlichen )?(?:thanks|thank you|thx|cheers|danke|dank)"
    r"(?: (?:a lot|a million|so much|very much|again|in advance|for (?:your|any|the) help|im voraus"
    r"|schon mal|(?:and|und) [a-z]+)){0,3})"
)
"""Of a regular expression, without regard to capitals: what thanks."""
LEADS_TO_A_MAIL: Final = (
    r"(?:-{2,} ?(?:original|forwarded|ursprüngliche|weitergeleitete)"
    r"|(?:on|am) [^\n]{4,100}(?:wrote|schrieb[^\n]{0,60}):\s*$)"
)
"""The same: the line over a mail that is forwarded or answered."""
CLOSING: Final = re.compile(
    rf"(?:{THANKS}(?: (?:and|und)(?: \w{{3,12}}){{1,2}} (?:regards|wishes|grüßen?))?"
    r"|(?:(?:best|kind|kindest|warm|with (?:best|kind)) )?(?:regards|wishes)|sincerely"
    r"|yours (?:sincerely|truly|faithfully)|br|mfg|lg|vg"
    r"|mit (?:freundlichen|besten|lieben) grüßen|(?:viele|liebe|beste|freundliche) grüße"
    r")(?:[,.!]+[^\n]{0,30})?\s*$|-- ?$",
    re.IGNORECASE,
)
"""A line that closes a letter; a signature may stand below it."""
_POSTSCRIPT: Final = re.compile(r"p\.? ?s\b", re.IGNORECASE)
_MOST_LINES_OF_A_SIGNATURE: Final = 10
_LONGEST_LINE_OF_A_SIGNATURE: Final = 160
_POINT: Final = re.compile(r"(?:\d{1,2}[.)]|[-*•]) ")
# "Sent from my phone", "Head of IT" have fewer words that are no names.
_FEWEST_TOLD: Final = 3
_WHO: Final = (
    r"(?: (?:all|team|there|everyone|everybody|folks|guys|support|colleagues|zusammen|und|sir|or"
    r"|madam|(?:mr|mrs|ms|dr|herr|frau)\.?|(?-i:[A-Z\xc4\xd6\xdc][\w'-]{0,30}))){0,4}"
)
GREETING: Final = (
    r"(?:hi|hey|hello|hallo|moin|servus|dear|greetings|good (?:morning|afternoon|evening|day)"
    rf"|guten (?:morgen|tag|abend)|liebe[rs]?|sehr geehrte[rs]?){_WHO}(?: ?[,.!:;]+|\s*$| - )"
)
"""Of a regular expression, without regard to capitals: what a letter begins with."""
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
# Behind it is told what it is about: "thanks, but the VPN still drops".
_THOUGH: Final = re.compile(r"\b(?:but|however|still|aber|jedoch)\b", re.IGNORECASE)
_LONGEST_COURTESY: Final = 160
# A sentence of these words alone says nothing else; any other word may be what it is about.
_OF_COURTESIES: Final = frozenset(
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


def is_signature(lines: Sequence[str]) -> bool:
    """Whether the lines below a closing are a signature: few short ones, none of which asks."""
    return len(lines) <= _MOST_LINES_OF_A_SIGNATURE and not any(
        "?" in each or len(each) > _LONGEST_LINE_OF_A_SIGNATURE or _POSTSCRIPT.match(each)
        for each in lines
    )


def is_courtesy(sentence: str) -> bool:
    """Whether a sentence says nothing but what is said out of courtesy."""
    is_short = len(sentence) <= _LONGEST_COURTESY and "?" not in sentence
    return is_short and _COURTESY.match(sentence) is not None and not _THOUGH.search(sentence)


def says_nothing_else(courtesy: str) -> bool:
    """Whether a courtesy has no word of its own, or tells that a mail is confidential."""
    said = set(re.findall(r"\w+", courtesy.casefold()))
    return said <= _OF_COURTESIES or _CONFIDENTIAL.search(courtesy) is not None


def is_of_a_card(line: str) -> bool:
    """Whether a line of a signature is somebody, a place, a number: no sentence, no point."""
    given = line.split()
    plain = [each for each in given if len(each) > 1 and each.isalpha() and each.islower()]
    is_sentence = len(given) >= _FEWEST_TOLD and line[-1:] in ".!"
    return len(plain) < _FEWEST_TOLD and not is_sentence and _POINT.match(line) is None
