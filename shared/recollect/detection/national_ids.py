"""National numbers of people: recognized by form and check digits, or by the word before them."""

import re
from collections.abc import Callable

from recollect.detection.checksums import (
    is_ahv_number,
    is_cpf,
    is_german_vat_number,
    is_nhs_number,
    is_nir,
    is_tfn,
)
from recollect.detection.phones import is_other_number
from recollect.detection.rules import DIGITS, Rule, hints_of

_START, _END = r"(?<![\w/.-])", r"(?![\w/]|[-.]\w)"
_TO = r"[^\n\d]{0,30}?"


def _with_check(has_check: Callable[[str], bool]) -> Callable[[re.Match[str]], bool]:
    def accepts(match: re.Match[str]) -> bool:
        return has_check(re.sub(r"[^0-9A-Za-z]", "", match["value"]))

    return accepts


def _is_not_other_number(match: re.Match[str]) -> bool:
    return not is_other_number(match.string, match.start())


def _is_vat_number(match: re.Match[str]) -> bool:
    return is_german_vat_number(re.sub(r"\D", "", match["value"]))


NATIONAL_IDS = (
    Rule(
        "nhs_number",
        hints_of("nhs,chi n,patient,health and care", ","),
        rf"(?i:nhs|chi n|patient|health and care){_TO}(?P<value>(?<!\d)\d{{3}}("
        rf"[ -]?)\d{{3}}\2\d{{4}}){_END}",
        _with_check(is_nhs_number),
    ),
    Rule(
        "nino",
        DIGITS,
        r"(?P<value>[A-CEGHJ-PR-TW-Z](?<![\w/.-].)(?<!(?=BG|GB|NK|KN|TN|NT|ZZ).)[A-CEGHJ-NPR-TW-Z]"
        rf" ?\d\d ?\d\d ?\d\d ?[A-D]){_END}",
        _is_not_other_number,
        loose=True,
    ),
    Rule(
        "nir",
        hints_of("1 2"),
        r"(?<![\w/.,-])(?P<value>[12] ?\d\d ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d\d|2"
        r"[ABab]) ?\d{3} ?\d{3}"
        rf" ?/?\d\d){_END}",
        _with_check(is_nir),
    ),
    Rule(
        "ahv_number",
        ("756",),
        rf"{_START}(?P<value>756([. ]?)\d{{4}}\2\d{{4}}\2\d\d){_END}",
        _with_check(is_ahv_number),
    ),
    Rule(
        "tfn",
        hints_of("tfn,tax file", ","),
        rf"(?i:tfn|tax file){_TO}(?P<value>(?<!\d)\d{{3}} ?\d{{3}} ?\d{{3}}){_END}",
        _with_check(is_tfn),
    ),
    Rule(
        "pan",
        DIGITS,
        rf"(?P<value>[A-Z](?<![\w/.-].)[A-Z]{{2}}[ABCFGHJLPT][A-Z]\d{{4}}[A-Z]){_END}",
        _is_not_other_number,
        loose=True,
    ),
    Rule(
        "vat_number",
        ("de",),
        rf"{_START}(?P<value>DE ?\d{{3}} ?\d{{3}} ?\d{{3}}){_END}",
        _is_vat_number,
    ),
    Rule(
        "vat_number",
        hints_of("vat,ust,uid,tva,iva,btw,moms,umsatzsteuer", ","),
        r"(?<![^\W_])(?i:vat|ust-?id\w{0,20}|uid|tva|p\.? ?iva|iva|btw|moms"
        r"|umsatzsteuer-?\w{0,30})(?i:[^\w\n]|n[or°º]|number|nummer|id|reg|intracommunautaire){0,5}"
        rf"(?P<value>(?:AT ?U|BE|BG|CY|CZ|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT"
        rf"|RO|SE|SI|SK|XI|CHE) ?(?=\w{{0,3}}\d)[0-9A-Z][0-9A-Z. -]{{6,14}}[0-9A-Z]){_END}",
    ),
    Rule(
        "codice_fiscale",
        DIGITS,
        rf"(?P<value>[A-Z](?<![\w/.-].)[A-Z]{{5}}\d\d[A-EHLMPR-T]\d\d[A-Z]\d{{3}}[A-Z]){_END}",
        loose=True,
    ),
    Rule(
        "cpf",
        DIGITS,
        r"(?<![\w/.-])(?P<value>\d{3}\.\d{3}\.\d{3}-\d\d)(?![\w/-])",
        _with_check(is_cpf),
    ),
)
