"""Addresses of people and their devices: disguised e-mail, postal and MAC addresses."""

import re

from recollect.detection.rules import DIGITS, Rule, hints_of

_MIN_DISTINCT_DIGITS = 3
_LABEL = r"[A-Za-z0-9][\w-]{0,40}"
# Words before "at example dot com" with which it is prose, and not the address of a mailbox.
_NOT_A_MAILBOX = frozenset(
    (
        "hosted live lives is are was be it us me him her them online run running runs found find "
        "look looking page site website docs portal available works working reach meet see server "
        "service api here signed sign registered register published report reports and or "
        "support info help sales admin contact security"
    ).split()
)


def _is_mailbox(match: re.Match[str]) -> bool:
    return match["local"].casefold() not in _NOT_A_MAILBOX


def _in_brackets(sign: str) -> str:
    return rf"[ \t]?[(\[{{<][ \t]?(?:{sign})[ \t]?[)\]}}>][ \t]?"


def _disguised(at: str, dot: str, hints: str) -> Rule:
    """A rule for e-mail addresses that spell out `@` or the dot: jane (at) example dot org.

    The words `at` and `dot` may stand in brackets. Behind a dot in brackets, a top-level domain may
    be long; behind a bare "dot" a long word may be prose.
    """
    point_in_brackets = _in_brackets(rf"{dot}|\.")
    between, point = (
        rf"(?:{_in_brackets(each)}|[ \t](?:{each})[ \t])" for each in (f"{at}|@", rf"{dot}|\.")
    )
    return Rule(
        "email",
        hints_of(hints, ","),
        rf"(?<![\w.@-])(?P<value>(?P<local>{_LABEL}(?:(?:{point}"
        rf"|\.){_LABEL}){{0,4}}){between}{_LABEL}"
        rf"(?:{point}{_LABEL}){{0,3}}(?:{point}[A-Za-z]{{2,6}}"
        rf"|{point_in_brackets}[A-Za-z]{{7,24}}))(?![\w@])(?!{between})",
        _is_mailbox,
        loose=True,
    )


def _is_device(match: re.Match[str]) -> bool:
    pairs = re.sub(r"[^0-9a-f]", "", match["value"].lower())
    is_multicast = int(pairs[1], 16) % 2 == 1  # or broadcast
    return (
        len(set(pairs)) >= _MIN_DISTINCT_DIGITS
        and not is_multicast
        and (any(map(str.isalpha, pairs)) or ":" in match["value"])
    )


_STREETS_EN = (
    r"(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Close|Drive|Dr|Way|Court|Ct|Place|Pl|Crescent"
    r"|Terrace|Gardens|"
    r"Square|Grove|Hill|Boulevard|Blvd|Parkway|Pkwy|Mews|Row|Walk|Park|View|Rise|Highway|Circle"
    r"|Trail)"
)
_NAMES = r"(?:[A-ZÀ-Þ][\w'’.-]{0,30}[ ]){1,4}"
_POSTCODE = r"(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|(?:[A-Z]{2,3}[ ])?\d{4,5}(?:-\d{4})?)"
_TOWN = r"(?:,? ?(?:[A-ZÀ-Þ][\w'’.-]{0,30}[ ,]{1,2}){1,6})"

DISGUISED_MAIL = (
    _disguised(
        "at|AT|ät|klammeraffe",
        "dot|DOT|punkt",
        " dot ,(dot,( dot,[dot,[ dot,{dot,{ dot,<dot, punkt ,(punkt,( punkt,[punkt,[ punkt,{punkt,"
        "\tdot\t,(.,[.,{.,( .,[ .",
    ),
    _disguised("arroba|arobase|chiocciola", "dot|punto|point|ponto", "arroba,arobase,chiocciola"),
    Rule(
        "email",
        hints_of("(at [at {at <at (@ [@ (ät [ät"),
        rf"(?<![\w.@-])(?P<value>(?P<local>{_LABEL}(?:\.{_LABEL}){{0,4}})"
        rf"[ \t]?[(\[{{<][ \t]?(?:at|@|ät|AT)[ \t]?[)\]}}>][ \t]?{_LABEL}(?:\.{_LABEL}){{1,4}})"
        rf"(?![\w@])",
        _is_mailbox,
        loose=True,
    ),
)
# A prefecture, then its town and quarter, up to the numbers of the house. With a particle between
# them, or a counter behind the number, it is a sentence that names a place (横浜市の2号店).
_OF_PLACE = r"(?:[^\s、。,\dはをで]|は(?=市))"  # うきは市 is a town
JAPANESE_ADDRESS = Rule(
    "address",
    hints_of("東京都 北海道 京都府 大阪府 県"),
    r"(?:〒? ?\d{3}-\d{4}\s{0,2})?(?:東京都|北海道|京都府|大阪府|[\u4e00-\u9fff]{2,3}県)"
    rf"(?={_OF_PLACE}{{1,20}}[市区町村郡]){_OF_PLACE}{{2,41}}+(?<!の)\d{{1,4}}"
    r"(?:(?:丁目|番地?|号|の|[-\u2010-\u2015\u2212ー])\d{0,4}){1,4}(?![\d店目組時件人個年月日台社])",
    loose=True,
)
NUMBERED_CONTACT_RULES = (
    Rule(
        "mac_address",
        (":", "-"),
        r"(?P<value>[0-9A-Fa-f](?<![\w:.-].)[0-9A-Fa-f](?P<sign>[:-])(?:[0-9A-Fa-f]{2}(?P=sign)){4}"
        r"[0-9A-Fa-f]{2})(?![\w]|[:-]\w)",
        _is_device,
        loose=True,
    ),
    Rule(
        "mac_address",
        hints_of("mac cisco arp vlan port interface dynamic ether hwaddr"),
        r"(?i:mac|cisco|arp|vlan|port|interface|dynamic|ether|hwaddr)[^\n]{0,60}?(?<![\w.])"
        r"(?P<value>[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4})(?![\w.]\w?)",
        _is_device,
    ),
    Rule(
        "address",
        hints_of("flat apt apartment unit suite"),
        r"(?i:flat|apt|apartment|unit|suite)\.? \w{1,5},? \d{1,5}[A-Za-z]?[ ]"
        rf"{_NAMES}{_STREETS_EN}\.?{_TOWN}{_POSTCODE}(?!\w)",
    ),
    Rule(
        "address",
        hints_of(
            "gatan ,vägen ,stigen ,gränd ,gränden ,torget ,backen ,gade ,vej ,veien ,gata ", ","
        ),
        r"(?<![\w-])(?P<value>[A-ZÅÄÖÆØ][\w.-]{0,30}(?:[ ][A-ZÅÄÖÆØ][\w.-]{0,30}){0,2}"
        "?(?:gatan|vägen|stigen|gränd|gränden"
        r"|torget|backen|gade|vej|veien|gata)[ ]\d{1,4}[ ]?[A-Za-z]?,? (?:[A-Z]{1,2}-)"
        r"?\d{3} ?\d{1,2}[ ][A-ZÅÄÖÆØ][\w-]{1,30})(?!\w)",
        loose=True,
    ),
    Rule(
        "address",
        DIGITS,
        rf"(?P<value>\d(?<![\w.-].)\d{{0,4}}[A-Za-z]?[ ]{_NAMES}{_STREETS_EN}\.?(?:,? (?:Flat|Apt"
        rf"|Apartment|Unit|Suite|#)\.? ?\w{{1,5}})?"
        rf"{_TOWN}{_POSTCODE})(?!\w)",
        loose=True,
    ),
    Rule(
        "address",
        hints_of(
            "straße ,strasse ,str. ,weg ,allee ,platz ,gasse ,ufer ,damm ,straat ,laan ,"
            "plein ,kade ",
            ",",
        ),
        r"(?<![\w-])(?P<value>[A-ZÄÖÜ][\w.’'-]{0,30}(?:[ -][A-ZÄÖÜ][\w.’'-]{0,30}){0,3}?"
        r"(?i:straße|strasse|str\.|weg|allee|platz|gasse|ufer|damm|straat|laan|plein|kade)"
        r"[ ]\d{1,4}(?:-\d{1,3})?[ ]?[a-z]?,? ?(?:in )?(?:[A-Z]{1,2}-)?\d{4,5}(?: ?[A-"
        "Z]{2}(?= ))?[ ][A-ZÄÖÜ]"
        r"[\w.’'-]{1,30})(?!\w)",
        loose=True,
    ),
    Rule(
        "address",
        hints_of(
            "rue ,avenue ,boulevard ,place ,chemin ,allée ,impasse ,calle ,via ,viale ,rua ,"
            "avenida ,piazza ,quai ",
            ",",
        ),
        r"(?<![\w-])(?P<value>(?:\d{1,4}(?: ?(?:bis|ter))?,? )?(?i:rue|avenue|boulevard|place"
        r"|chemin|allée|impasse|quai|calle|via|viale|rua|avenida|piazza)[ ]"
        r"[^\n,;]{2,60}?(?:,? \d{1,4})?,? \d{4,5}(?:-\d{3})?[ ][A-ZÀ-Þ][\w'’-]{1,30})(?!\w)",
        loose=True,
    ),
    Rule(
        "address",
        hints_of("c/ ,c/.,avda ,avda.,avd. ", ","),
        r"(?<![\w-])(?P<value>(?i:c/|avda?\b)\.? ?(?:de(?:l| las?| los)? )?[A-ZÀ-Þ]"
        r"[^\n;:!?\d]{1,60}\d{1,4}[^\n;]{0,20}?,? \d{5}"
        r"[ ][A-ZÀ-Þ][\w'’-]{1,30})(?!\w)",
        loose=True,
    ),
    Rule(
        "address",
        hints_of("ul. ,ulica ,ulicy ,al. ,aleja ,alei ,aleje ,os. ,osiedle ,pl. ,plac ", ","),
        r"(?<![\w-])(?P<value>(?i:ul\.|ulic[ay]|al\.|alej[aei]|os\.|osiedle|pl\.|plac) "
        r"(?:[a-zà-ž]{1,4}\. )?[A-ZÀ-ÞĄĆĘŁŃŚŹŻ][^\n,;:!?]{1,60}? \d{1,4}[A-Za-z]?"
        r"(?:/\d{1,4})?(?: (?:m|lok)\. ?\d{1,4})?,? "
        r"\d\d-\d{3} [A-ZÀ-ÞĄĆĘŁŃŚŹŻ][\w'’-]{1,30})(?!\w)",
        loose=True,
    ),
)
