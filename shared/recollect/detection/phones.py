"""Phone numbers: recognized by their form, or in any form by the words before them."""

import re
from collections.abc import Iterator

from recollect.detection.rules import hints_of
from recollect.language.unspaced import UNSPACED

_SEPARATED = r"(?:[ .\-/()\u00a0]{0,3}\d)"
# Not \w: scripts without spaces between words may have a letter directly beside a number.
_LETTERS = "A-Za-z0-9_À-ɏЀ-ӿ"
_BEFORE = rf"(?<![{_LETTERS}#$€£/.+-])(?<!\d[:,])"
_AFTER = (
    rf"(?:\s?(?:x|ext\.?)\s?\d{{1,5}})?(?![{_LETTERS}%])(?![-./:,]\d)(?!-[{_LETTERS}])"
    r"(?! ?(?:[mnµu]?s|[kKMGT]i?B|bytes|rows|px|req|rpm|samples|packets|hits|h|min)\b)"
)
# The larger patterns are strings, compiled at the first text with a long number: compiling them at
# import would slow every cold start.
_INTERNATIONAL = (
    rf"(?<![{_LETTERS}+.])(?:\+ ?\(?[1-9]"
    rf"|(?<!\d )00 ?[1-9]\d{{0,2}}[ ./-]){_SEPARATED}{{6,14}}{_AFTER}"
)
_NATIONAL = (
    rf"{_BEFORE}(?:"
    r"(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d(?P<sign>[.-]))\d{3}[.-]\d{4}"  # (212) 555-0134
    r"|\(\d{2,5}\) ?\d{2,5}(?:[ -]\d{2,5}){1,3}"  # (11) 91234-5678
    # 030 1234567, 0171/2345678, 01 23 45 67 89; a longer row of such groups is a table.
    r"|(?<!\d )\(?0[1-9]\d{0,4}\)?(?:[ ./-]{1,3}\d{2,8}){1,4}(?! ?\d)"
    rf"){_AFTER}"
)
_ANY = rf"{_BEFORE}\(?\d{_SEPARATED}{{6,14}}{_AFTER}"
_DATE = re.compile(
    r"\(?(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)?\d\d(?!\1?\d)|(?:19|20)\d\d([./-])\d{1,2}\2\d{1,2}"
    r"|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d))"
)
# Five pairs of digits are a French number, or a part of a hex dump.
_PAIRS, _IN_DUMP = re.compile(r"\d\d(?:[ .]\d\d){4}$"), re.compile(r" [0-9a-f]{2}\b")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}$")
_GAP = (
    r"(?:[^\w\n]|\b(?:numbers?|num|no|nr|nummer|numéro|numero|número|is|ist|est|es|at|on|to"
    r"|me|us|him|her|le|pod|numer|"
    r"them|under|unter|au|al|lautet|directly|back|please|my|new|work|home|номер)\b|の|は|番号){0,8}"
    # Another number before it, in a list of two or three.
    r"(?:[+(]{0,2}\d[\d ().\-/]{5,16}(?:[,;/]|[ ](?:or|and|oder|und|ou|et|o|y|i|lub)[ ])[ ]?){0,2}$"
)
_PHONE_WORD = (
    r"(?i)"
    rf"(?<![^\W_{UNSPACED}])(?:(?:cell|mobile|tele)?phone|telephone|mobile|cell|tel|fax|whatsapp"
    r"|call(?:ed|ing)?|sms|ring"
    r"|dial|reach (?:me|us|him|her)|text me|hotline|telefon(?:nummer)?|handy(?:nummer)?"
    r"|mobil(?:nummer)?"
    r"|(?:rück)?rufnummer|téléphone|tél|portable|móvil|teléfono|telefone|celular|telefono|cellulare"
    r"|telefoon(?:nummer)?|телефону?|тел|appele[rz]|llám\w{1,8}|llam(?:e[nm]?|ar)\w{0,4}"
    r"|llama(?= al\b)|(?:za)?dzwo\w{1,6}|kom|電話|連絡先?|电话|手机|전화)" + _GAP
)
_PHONE_HINTS = hints_of(
    "phone tel tél mobil móvil cell cel fax whatsapp call sms ring dial reach text hotline handy "
    "rufnummer portable тел appele llam llám dzwo kom 電話 連絡 电话 手机 전화",
)
_OTHER_NUMBER = (
    r"(?i)(?:orders?|invoices?|tickets?|cases?|ref|references?|sku|parts?|serial|tracking"
    r"|accounts?|policy|claim|"
    r"builds?|version|po|rma|imei|isbn|ean|upc|gtin|vat|id|item|article|model|contract"
    r"|customer|batch|lot|"
    r"incident|request|transaction|timestamp|epoch|bytes|\w*bestell\w*|\w*rechnung\w*"
    r"|\w*auftrag\w*|vorgang\w*|"
    r"kunden\w*|vertrag\w*|commande|facture|pedido|factura|ordine|fattura|заказ\w*|zamówieni\w*|faktur\w*|kostenstelle"
    # Festnetznummer, Dienstnummer and other names of phone numbers must not match here.
    r"|(?:serien?|sendungs|artikel|material|inventar|geräte|teile|modell?|produkt|chargen|lizenz"
    r"|paket|trackings?|ticket|(?<!not)fall|referenz|beleg|buchungs?|konto|mitglieds|personal|matrikel"
    r"|policen|zähler|projekt|order|klant|factuur)nummern?"
    r"|(?:注文|受付|伝票|お?問い?合わ?せ)番号)"
    r"(?:[^\w\n]|\b(?:number|num|no|nr|nummer|numéro|numero|número|id|is|was)\b|は){0,6}$"
)
_LETTER = re.compile(r"[^\W\d_]")
_LOOK_BACK_CHARS, _MIN_DIGITS, _MAX_DIGITS = 40, 7, 15
_NATIONAL_DIGITS, _MAX_DOTS = range(9, 13), 2


def phones_in(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The spans of the phone numbers in `text[start:end]`, a run of digits and separators."""
    for match in re.compile(_INTERNATIONAL).finditer(text, start, end):
        clear = text[match.start()] == "+" or not is_other_number(text, match.start())
        if clear and _MIN_DIGITS < _digits(match) <= _MAX_DIGITS + 2:
            yield match.span()
    for match in re.compile(_NATIONAL).finditer(text, start, end):
        if _is_national(match) and not is_other_number(text, match.start()):
            yield match.span()
    for match in re.compile(_ANY).finditer(text, start, end):
        if (
            _MIN_DIGITS <= _digits(match) <= _MAX_DIGITS
            and _may_be_phone(match)
            and _has_phone_word(match)
        ):
            yield match.span()


def is_other_number(text: str, start: int) -> bool:
    """Whether the words before a number say that it numbers or counts something else."""
    before = text[max(0, start - _LOOK_BACK_CHARS) : start].rpartition("\n")[2]
    # Between numbers alone there are no words, and the pattern is slow.
    return _LETTER.search(before) is not None and bool(re.compile(_OTHER_NUMBER).search(before))


def _is_national(match: re.Match[str]) -> bool:
    if _digits(match) not in _NATIONAL_DIGITS or not _may_be_phone(match):
        return False
    if _PAIRS.match(match.group()):
        return not _IN_DUMP.match(match.string, match.end())
    return match.group().count(".") <= _MAX_DOTS  # a number with more dots is a version


def _may_be_phone(match: re.Match[str]) -> bool:
    return not _DATE.match(match.group()) and not _ADDRESS.match(match.group())


def _has_phone_word(match: re.Match[str]) -> bool:
    before = match.string[max(0, match.start() - _LOOK_BACK_CHARS) : match.start()].lower()
    return (
        any(hint in before for hint in _PHONE_HINTS)
        and re.compile(_PHONE_WORD).search(before) is not None
    )


def _digits(match: re.Match[str]) -> int:
    return sum(map(str.isdigit, match.group()))
