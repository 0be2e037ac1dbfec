"""Texts that tell where money is to go from now on: a new account for payments.

The fraud called business mail compromise asks for that. An honest text may say the same, and nobody
can tell the two apart by reading them: only the owner of the account can.
"""

import re
from collections.abc import Sequence
from typing import Final

from recollect.detection.injection_words import normal
from recollect.language.sentences import split_sentences
from recollect.language.wrapping import unwrapped

_TOGETHER: Final = 3
"""Within so many sentences stand the number, the payment, and that something is new."""

_ACCOUNT: Final = (
    r"(?:(?:bank ?)?accounts?|acct|a/c|ibans?|bankverbindung|konto(?:nummer|verbindung)?|comptes?"
    r"|cuentas?|conto|contas?|rekening(?:nummer)?)"
)
# A number behind a word for an account, a whole IBAN without such a word, or what masks one.
_NUMBER: Final = re.compile(
    rf"\b{_ACCOUNT}(?: (?:bancaria|bancario|bancaire|no|nr|number|numero))?\W{{1,3}}"
    r"(?:[a-z]{2}\d{2}[a-z0-9 ]{6,}|\d[\d -]{5,}\d)"
    r"|\b[a-z]{2}\d{2}(?: ?[a-z]{4})?(?: ?\d{4}){3,}|\[redacted:iban\]"
)
_PAYMENT: Final = re.compile(
    r"\b(?:bank|banks|bankverbindung|banque|bancaires?|banco|bancari[ao]s?|banca|sort code"
    r"|pay|pays|paid|paying|payments?|payable|remit\w*|remittances?|wire|invoices?|salary"
    r"|zahl\w*|uberweis\w*|rechnung\w*|gehalt\w*|paye[rz]?|paiements?|regler|virements?|virer"
    r"|factures?|pag\w{2,8}|facturas?|transferencias?|bonific\w*|fattur[ae]|faturas?"
    r"|betaal\w*|betal\w*|overmak\w*|factu(?:ur|ren))\b"
)
_NEW: Final = re.compile(
    r"\b(?:new|chang(?:e|ed|es|ing)|moved|replace[sd]?|instead|rather than|no longer|from today"
    r"|from now on|neu(?:e[mnrs]?)?|geander\w*|statt|ab heute|ab sofort|nouve(?:l|au|lles?)"
    r"|chang(?:er|ent)|nuev[ao]s?|cambi\w{1,6}|nuov[aoie]|cambiat\w|nov[ao]s?|mud(?:ou|amos)"
    r"|nieuwe?|gewijzigd)\b"
)


def names_new_account(text: str) -> bool:
    """Whether a text has the number of an account, and says that payments go there from now on."""
    sentences = [normal(each) for each in split_sentences(unwrapped(text))]
    if not _has_all(sentences):  # as hardly any text does
        return False
    return any(_has_all(sentences[at : at + _TOGETHER]) for at in range(len(sentences)))


def _has_all(sentences: Sequence[str]) -> bool:
    """Whether they have the number, the payment, and that something is new."""
    together = " ".join(sentences)
    return all(each.search(together) for each in (_NEW, _PAYMENT, _NUMBER))
