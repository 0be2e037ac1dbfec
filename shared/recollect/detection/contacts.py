"""Where people and their devices are reached: addresses in disguise, in the street, of hardware."""

import re

from recollect.detection.rules import Rule, words

_AT = (
    r"(?:[ \t]?[(\[{<][ \t]?(?:at|@|ät|arroba|arobase|chiocciola|klammeraffe|æt)[ \t]?[)\]}>][ \t]?"
    r"|[ \t](?:at|AT|arroba|arobase|chiocciola|klammeraffe)[ \t])"
)
_DOT = (
    r"(?:[ \t]?[(\[{<][ \t]?(?:dot|\.|punkt|punto|point|ponto)[ \t]?[)\]}>][ \t]?"
    r"|[ \t](?:dot|DOT|punkt|punto|point|ponto)[ \t])"
)
_LABEL = r"[A-Za-z0-9][\w-]{0,40}"
# What stands before "at example dot com" where no mailbox is meant.
_NO_MAILBOX = frozenset(
    words(
        "hosted live lives is are was be it us me him her them online run running runs found find look "
        "looking page site website docs portal available works working reach meet see server service "
        "api here signed sign registered register published report reports and or support info help "
        "sales admin contact security"
    )
)


def _is_mailbox(match: re.Match[str]) -> bool:
    return match["local"].casefold() not in _NO_MAILBOX


def _is_device(match: re.Match[str]) -> bool:
    pairs = re.sub(r"[^0-9a-f]", "", match["value"].lower())
    return len(set(pairs)) > 2 and (any(map(str.isalpha, pairs)) or ":" in match["value"])


_STREETS_EN = (
    r"(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Close|Drive|Dr|Way|Court|Ct|Place|Pl|Crescent|Terrace|Gardens|"
    r"Square|Grove|Hill|Boulevard|Blvd|Parkway|Pkwy|Mews|Row|Walk|Park|View|Rise|Highway|Circle|Trail)"
)
_NAMES = r"(?:[A-ZÀ-Þ][\w'’.-]{0,30}[ ]){1,4}"
_POSTCODE = r"(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|(?:[A-Z]{2,3}[ ])?\d{4,5}(?:-\d{4})?)"
_TOWN = r"(?:,? ?(?:[A-ZÀ-Þ][\w'’.-]{0,30}[ ,]{1,2}){1,6})"

CONTACT_RULES = (
    Rule(
        "email",
        words("at arroba arobase chiocciola klammeraffe @ ät æt"),
        rf"(?<![\w.@-])(?P<value>(?P<local>{_LABEL}(?:(?:{_DOT}|\.){_LABEL}){{0,4}}){_AT}{_LABEL}"
        rf"(?:{_DOT}{_LABEL}){{0,3}}{_DOT}[A-Za-z]{{2,6}})(?![\w@])(?!{_AT})",
        _is_mailbox,
        loose=True,
    ),
    Rule(
        "email",
        ("@", "at"),
        rf"(?<![\w.@-])(?P<value>(?P<local>{_LABEL}(?:\.{_LABEL}){{0,4}})"
        rf"[ \t]?[(\[{{<][ \t]?(?:at|@|ät|AT)[ \t]?[)\]}}>][ \t]?{_LABEL}(?:\.{_LABEL}){{1,4}})(?![\w@])",
        _is_mailbox,
        loose=True,
    ),
    Rule(
        "mac_address",
        (":", "-"),
        r"(?<![\w:.-])(?P<value>[0-9A-Fa-f]{2}(?P<sign>[:-])(?:[0-9A-Fa-f]{2}(?P=sign)){4}[0-9A-Fa-f]{2})(?![\w]|[:-]\w)",
        _is_device,
        loose=True,
    ),
    Rule(
        "mac_address",
        words("mac cisco arp vlan port interface dynamic ether hwaddr"),
        r"(?i:mac|cisco|arp|vlan|port|interface|dynamic|ether|hwaddr)[^\n]{0,60}?(?<![\w.])(?P<value>[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4})(?![\w.]\w?)",
        _is_device,
    ),
    Rule(
        "address",
        words("street st road rd avenue ave lane ln close drive dr way court ct place pl crescent terrace "
        "gardens square grove hill boulevard blvd parkway pkwy mews row walk park view rise highway circle trail"),
        rf"(?<![\w.-])(?P<value>\d{{1,5}}[A-Za-z]?[ ]{_NAMES}{_STREETS_EN}\.?(?:,? (?:Flat|Apt|Apartment|Unit|Suite|#)\.? ?\w{{1,5}})?"
        rf"{_TOWN}{_POSTCODE})(?!\w)",
        loose=True,
    ),
    Rule(
        "address",
        words("straße strasse str. weg allee platz gasse ring ufer damm straat laan plein kade"),
        r"(?<![\w-])(?P<value>[A-ZÄÖÜ][\w.’'-]{0,30}(?:[ -][A-ZÄÖÜ][\w.’'-]{0,30}){0,3}?(?:straße|strasse|str\.|weg|allee|platz|gasse|ring|ufer|damm|straat|laan|plein|kade)"
        r"[ ]\d{1,4}[ ]?[a-z]?,? ?(?:in )?(?:[A-Z]{1,2}-)?\d{4,5}(?: ?[A-Z]{2}(?= ))?[ ][A-ZÄÖÜ][\w.’'-]{1,30})(?!\w)",
        loose=True,
    ),
    Rule(
        "address",
        words("rue,avenue,boulevard,place,chemin,allée,impasse,calle,via,viale,rua,avenida,piazza,quai", ","),
        r"(?<![\w-])(?P<value>(?:\d{1,4}(?: ?(?:bis|ter))?,? )?(?i:rue|avenue|boulevard|place|chemin|allée|impasse|quai|calle|via|viale|rua|avenida|piazza)[ ]"
        r"[^\n,;]{2,60}?(?:,? \d{1,4})?,? \d{4,5}(?:-\d{3})?[ ][A-ZÀ-Þ][\w'’-]{1,30})(?!\w)",
        loose=True,
    ),
)
