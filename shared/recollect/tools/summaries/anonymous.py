"""What a case is about without what tells which case it is, or whose."""

import re
from collections.abc import Collection

from recollect.detection.mask import masked
from recollect.detection.rules import words
from recollect.retrieval.identifiers import identifiers
from recollect.tools.summaries.phrases import DASH
from recollect.tools.summaries.root_causes import root_causes

# Longer titles are none; their end would be cut anyway.
_MOST_READ = 400
_GAP = "\x00"
_GAP_WORD = f" {_GAP} "
_MASK = "[REDACTED]"
_PARTS = re.compile(rf"\s[-{DASH}—|]\s")
_BRACKETED = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")
_ASCII = re.compile(r"[A-Za-z0-9](?:[!#-'*+./0-9:=?@A-Z\\_a-z~-]*[A-Za-z0-9_])?|\\\\[!-~]+")
_EDGES = f" ,;:.-{DASH}—|/"
_LONG_NUMBER = 4
_YEAR = re.compile(r"20[0-3]\d")
# Products and terms that mix letters and digits as identifiers do.
_TERMS = frozenset(
    words("2fa 3g 4g 5g d365 ipv4 ipv6 l2tp m365 o365 office365 p2p s3 win10 win11 x64 x86")
)
_LINKS = frozenset(
    words(
        "a an and are at as by for from has in into is of on or the to via was were with "
        "am auf aus bei der die das für im mit und von zu"
    )
)
_ARTICLES = frozenset(words("a an the der die das dem den"))
# A capitalised word after one of these is mostly somebody, or somewhere.
_BEFORE_NAMES = frozenset(
    words(
        "at between by for from near caller client contact customer employee user dr mr mrs ms "
        "bei für von herr frau kunde"
    )
)
_MOST_NAME_WORDS = 4


def anonymous(text: str, company: str = "") -> str:
    """The text without identifiers, addresses and names, nor what hung on them; may be "".

    Names are those of the company, and others are known by where they stand: before a dash, after
    "for", "at", "user" and the like.
    """
    shown = _BRACKETED.sub(" ", masked(text[:_MOST_READ]).replace(_MASK, _GAP_WORD))
    marked = _ASCII.sub(lambda word: _GAP_WORD if _tells(word.group()) else word.group(), shown)
    names = frozenset(map(_bare, company.split())) - _LINKS
    said = without_loose_end(" ".join(_without_names(_of_parts(marked).split(), names)))
    return said[:1].upper() + said[1:] if said.partition(" ")[0].islower() else said


def without_loose_end(text: str, loose: Collection[str] = ()) -> str:
    """The text up to its last word that says something by itself, and is not in `loose`."""
    kept = text.strip(_EDGES).split()
    while kept and ((last := _bare(kept[-1])) in _LINKS or last in loose):
        kept.pop()
    return " ".join(kept).rstrip(_EDGES)


def _tells(word: str) -> bool:
    """Whether a word is an identifier, a number of many digits, a host or an address."""
    if word.casefold() in _TERMS or _YEAR.fullmatch(word):
        return False
    digits = sum(map(str.isdigit, word))
    return (
        any(mark in word for mark in "@\\_=~")
        or "://" in word
        or digits >= _LONG_NUMBER
        or (digits > 0 and any(map(str.isalpha, word)))
        or (digits > 0 and any(mark in word for mark in ".:-"))
        or bool(identifiers(word))
        or ("." in word and word.count(".") < len(word) // 2)
        or ("-" in word and word.isupper())
    )


def _of_parts(text: str) -> str:
    """Of "Contoso - Mail is down" what is no name: the first part that is not all capitals."""
    parts = [part for part in _PARTS.split(text) if part.strip(f"{_GAP} ")]
    return next((part for part in parts if not _is_name(part)), parts[0] if parts else "")


def _is_name(part: str) -> bool:
    said = part.replace(_GAP, " ").split()
    return len(said) <= _MOST_NAME_WORDS and all(map(_is_capitalised, said))


def _is_capitalised(word: str) -> bool:
    return word[0].isupper() or not word[0].isalpha()


def _without_names(said: list[str], company: Collection[str]) -> list[str]:
    kept: list[str] = []
    in_name = False
    for word in said:
        if _GAP in word or "@" in word or word.casefold().endswith(("'s", "’s")):
            in_name = False
            _drop_links(kept)
        elif _bare(word) in company:
            in_name = True
        else:
            in_name = _may_be_name(word) and (in_name or _announces_name(kept))
            if not in_name:
                kept.append(word)
            elif kept[-1:] and kept[-1].casefold() not in _ARTICLES:
                _drop_links(kept)
    return kept


def _drop_links(kept: list[str]) -> None:
    while kept and kept[-1].casefold() in _LINKS:
        kept.pop()


def _bare(word: str) -> str:
    return word.casefold().strip(".,:;")


def _may_be_name(word: str) -> bool:
    return word[0].isupper() and not any(root_causes(word))


def _announces_name(kept: list[str]) -> bool:
    """Whether a name may follow: after "for" or "user", and of "at the Lubbock clinic"."""
    before = [word for word in map(_bare, kept[-2:]) if word not in _ARTICLES]
    return bool(before) and before[-1] in _BEFORE_NAMES
