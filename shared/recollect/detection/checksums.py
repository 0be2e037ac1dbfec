"""Numbers with check digits: payment cards, IBANs and the national numbers of people."""

import re
from collections.abc import Iterable

# The beginnings of card numbers, by their number of digits. Visa cards of 13 digits are left out:
# none has been issued for decades, and every German EAN begins with the same 4.
_CARDS = {
    14: r"3(?:0[0-5]|[689])",  # Diners Club
    15: r"3[47]",  # American Express
    16: (
        r"4|5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)"  # Visa, Mastercard
        r"|6(?:011|5|4[4-9]|2|304|759|76[1-3])"  # Discover, UnionPay, Maestro
        r"|35(?:2[89]|[3-8])|50(?:18|20|38)|5893"  # JCB, Maestro
    ),
    19: r"4|6(?:011|5|2|304|759|76[1-3])",
}
# ISO 13616: the length of an IBAN by country.
_IBAN_LENGTHS = {
    entry[:2]: int(entry[2:])
    for entry in (
        "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 "
        "EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 "
        "IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 "
        "NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 "
        "TL23 TN24 TR26 UA29 VA22 VG24 XK20"
    ).split()
}
IBAN_PATTERN = r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}"


def is_card(digits: str) -> bool:
    """Whether these digits have the length, the beginning and the check digit of a payment card."""
    beginning = _CARDS.get(len(digits))
    return beginning is not None and re.match(beginning, digits) is not None and _luhn(digits)


def iban_end(text: str, start: int) -> int | None:
    """The end of the IBAN that begins at `start`, or None if there is none.

    The text behind an IBAN may look like more of it, so its country decides how long it is.
    """
    length = _IBAN_LENGTHS.get(text[start : start + 2].upper(), 0)
    end, compact = start, ""
    while len(compact) < length and end < len(text):
        character = text[end]
        end += 1
        if character.isascii() and character.isalnum():
            compact += character.upper()
        elif character not in " -":
            return None
    whole_word = not text[end : end + 1].isalnum()
    return end if length and len(compact) == length and whole_word and _mod97(compact) else None


def is_nhs_number(digits: str) -> bool:
    """Whether this is a British NHS number: ten digits, the last a check digit (modulo 11)."""
    check = -_weighted(digits[:9], range(10, 1, -1)) % 11
    return _are_digits(10, digits) and digits[9] == str(check)


def is_nir(number: str) -> bool:
    """Whether this is a French NIR: 13 characters and a key of two (modulo 97).

    2A and 2B stand for Corsica.
    """
    digits = number.upper().replace("2A", "19").replace("2B", "18")
    return _are_digits(15, digits) and int(digits[13:]) == 97 - int(digits[:13]) % 97


def is_ahv_number(digits: str) -> bool:
    """Whether this is a Swiss AHV number: the country's 756, and the check digit of an EAN-13."""
    ours = _are_digits(13, digits) and digits.startswith("756")
    return ours and _weighted(digits[::-1], (1, 3) * 7) % 10 == 0


def is_tfn(digits: str) -> bool:
    """Whether this is an Australian tax file number of nine digits (modulo 11)."""
    return _are_digits(9, digits) and _weighted(digits, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0


def is_cpf(digits: str) -> bool:
    """Whether this is a Brazilian CPF: eleven digits, the last two of them check digits."""
    if not _are_digits(11, digits) or len(set(digits)) == 1:
        return False
    first = _weighted(digits[:9], range(10, 1, -1)) * 10 % 11 % 10
    second = _weighted(digits[:10], range(11, 1, -1)) * 10 % 11 % 10
    return digits[9:] == f"{first}{second}"


def is_german_vat_number(digits: str) -> bool:
    """Whether the last digit of a German VAT number, nine digits after DE, is its check digit.

    The check is ISO 7064, modulo 11 and 10. A German tax id, of eleven digits, has the same.
    """
    check = 10
    for digit in digits[:-1]:
        rest = (int(digit) + check) % 10 or 10
        check = 2 * rest % 11
    return int(digits[-1]) == (11 - check) % 10


def _are_digits(length: int, digits: str) -> bool:
    return len(digits) == length and digits.isdecimal()


def _weighted(digits: str, weights: Iterable[int]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


def _luhn(digits: str) -> bool:
    odd = sum(map(int, digits[-1::-2]))
    return (odd + sum(sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])) % 10 == 0


def _mod97(iban: str) -> bool:
    return int("".join(str(int(character, 36)) for character in iban[4:] + iban[:4])) % 97 == 1
