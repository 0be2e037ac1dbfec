"""Describe a case without anything that identifies the case, its customer or its people (ADR 0026).

Left out are: everything that the detectors mask; identifiers, hosts, numbers and shares; the names
in the case's record; and capitalised words after a word that announces a name, such as "for" or
"user".
"""

import re
from collections.abc import Collection

from recollect.detection.mask import MARK, masked
from recollect.language.terms import STOP_WORDS
from recollect.relevance.identifiers import identifiers
from recollect.tools.summaries.phrases import DASH
from recollect.tools.summaries.root_causes import root_causes

# A longer text is no title, and its end would be cut anyway.
_MAX_READ = 400
_GAP = "\x00"
_GAP_WORD = f" {_GAP} "
_PARTS = re.compile(rf"\s[-{DASH}—|]\s")
_BRACKETED = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")
_ASCII_WORD = re.compile(r"[A-Za-z0-9](?:[!#-'*+./0-9:=?@A-Z\\_a-z~-]*[A-Za-z0-9_])?|\\\\[!-~]+")
# "Stuck at 64 %" is what one case measured; "at 100 %" is said of any.
_SHARE = re.compile(
    r"(?<![\w.,])(?!100\s*[%p])\d[\d.,\u2013-]*\s*(?:%|(?:percent|prozent)\b)", re.IGNORECASE
)
_EDGES = f" ,;:.-{DASH}—|/"
_MIN_WORDS = 2
_MIN_DIGITS = 4
_YEAR = re.compile(r"20[0-3]\d")
# Products and terms that mix letters and digits as identifiers do.
_TERMS = frozenset(
    "2fa 3g 4g 5g d365 ipv4 ipv6 l2tp m365 o365 office365 p2p s3 win10 win11 x64 x86".split()
)
# A capitalised word after one of these is mostly somebody, or somewhere.
_ANNOUNCING = frozenset(
    (
        "at between by for from near caller client contact customer employee user dr mr mrs ms "
        "bei für von herr frau kunde"
    ).split()
)
# Words before the places of a problem, whose names no rule can know.
_BETWEEN = frozenset("between zwischen".split())
_ARTICLES = frozenset("a an the der die das dem den".split())


def anonymous(text: str, names: Collection[str]) -> str:
    """The text without anything that identifies the case; may be "".

    `names` are those of the customer and the people in the record of the case.
    """
    known = {_bare(word) for name in names for word in name.split()} - STOP_WORDS
    given = _first_part(_with_gaps(text)).split()
    kept = _without_names(given, known)
    if kept[-1:] != given[-1:]:
        _drop_loose_end(kept)
    shown = " ".join(kept).strip(_EDGES)
    return shown[:1].upper() + shown[1:] if shown.partition(" ")[0].islower() else shown


def _with_gaps(text: str) -> str:
    """The text with a gap in place of each identifier and each masked part."""
    shown = _BRACKETED.sub(" ", MARK.sub(_GAP_WORD, masked(text[:_MAX_READ])))
    shown = _SHARE.sub(_GAP_WORD, shown)
    return _ASCII_WORD.sub(
        lambda word: _GAP_WORD if _identifies(word.group()) else word.group(), shown
    )


def _identifies(word: str) -> bool:
    """Whether a word is an identifier, a number of many digits, a host or an address."""
    if word.casefold() in _TERMS or _YEAR.fullmatch(word):
        return False
    digits = sum(map(str.isdigit, word))
    return (
        any(mark in word for mark in "@\\_=~")
        or "://" in word
        or digits >= _MIN_DIGITS
        or (digits > 0 and any(map(str.isalpha, word)))
        or (digits > 0 and any(mark in word for mark in ".:-"))
        or bool(identifiers(word))
        or ("." in word and word.count(".") < len(word) // 2)
        or ("-" in word and word.isupper())
    )


def _first_part(text: str) -> str:
    """The first part with a word in small letters: the second of "Contoso - Mail is down"."""
    parts = [part for part in _PARTS.split(text) if part.strip(f"{_GAP} ")]
    return next((part for part in parts if not _is_capitalised(part)), parts[0] if parts else "")


def _is_capitalised(part: str) -> bool:
    own = part.replace(_GAP, " ").split()
    return all(word[0].isupper() or not word[0].isalpha() for word in own)


def _without_names(given: list[str], names: Collection[str]) -> list[str]:
    kept: list[str] = []
    in_name = False
    for word in given:
        if _bare(word) in _BETWEEN and len(kept) >= _MIN_WORDS:
            break
        in_name = (word[0].isupper() and _bare(word) in names) or (
            _may_be_name(word) and (in_name or _announces_name(kept))
        )
        if in_name or _is_gap(word):
            _drop_loose_end(kept)
        else:
            kept.append(word)
    return kept


def _drop_loose_end(kept: list[str]) -> None:
    """Remove the stop words at the end, which need another word behind them."""
    while kept and _bare(kept[-1]) in STOP_WORDS:
        kept.pop()


def _is_gap(word: str) -> bool:
    return _GAP in word or "@" in word or word.casefold().endswith(("'s", "’s"))


def _may_be_name(word: str) -> bool:
    return word[0].isupper() and not any(root_causes(word))


def _announces_name(kept: list[str]) -> bool:
    """Whether a name may follow: after "for" or "user", and after "at the" in "at the Lubbock"."""
    before = [word for word in map(_bare, kept[-2:]) if word not in _ARTICLES]
    return bool(before) and before[-1] in _ANNOUNCING


def _bare(word: str) -> str:
    return word.casefold().strip(".,:;")
