"""What a case is about without what tells which case it is, or whose."""

import re
from collections.abc import Collection

from recollect.detection.mask import masked
from recollect.detection.rules import words
from recollect.relevance.identifiers import identifiers
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
# "at the Lubbock clinic" is a place without its name too, "at the Lubbock" is none.
_PLACES = frozenset(
    words(
        "bank branch building campus clinic depot hospital hotel house office plant room school "
        "server site staff store system team users ward warehouse yard"
    )
)
_BETWEEN = frozenset(words("between zwischen"))
# What begins so is no clause that stands by itself.
_OPENINGS = _LINKS - _ARTICLES | frozenset(
    words("after als because before during if nach seit since weil wenn when while")
)
_FEWEST_WORDS = 2
_LONGEST_ABBREVIATION = 4
# With one of these a text goes on; it ends so only where it is cut.
_UNFINISHED = frozenset(
    words(
        "about above across after again against all along also always any are around ask asks be "
        "because been before behind below between both can cannot cause causes could did do does "
        "during each even every find finds for get gets give gives had has have her his hold holds "
        "how if inside into is its just keep keeps let lets lose loses make makes many may might "
        "more most must my near need needs never new no not often only onto or other our "
        "outside over own per print prints put puts reach reaches receive receives say says see "
        "sees send sends should show shows since so some still such take takes tell tells than "
        "that their then these this those through too toward towards under until upon use uses "
        "very via want wants was we were what when where which while who whose will within "
        "without would you your one two three four five six "
        "als alle auch bis dass durch ein eine einem einen einer hat haben ist kann kein keine "
        "nach nicht noch nur oder ohne seit sehr sich sind um unter vor war weil wenn wird zum zur"
    )
)


def anonymous(text: str, company: str = "") -> str:
    """The text without identifiers, addresses and names, nor what hung on them; may be "".

    Names are those of the company, and others are known by where they stand: before a dash, after
    "for", "at", "user" and the like.
    """
    shown = _BRACKETED.sub(" ", masked(text[:_MOST_READ]).replace(_MASK, _GAP_WORD))
    marked = _ASCII.sub(lambda word: _GAP_WORD if _tells(word.group()) else word.group(), shown)
    names = frozenset(map(_bare, company.split())) - _LINKS
    source = _clause(_of_parts(marked).split())
    kept = _without_names(source, names)
    # Where its own last word is left, a text ends as it was meant to.
    ends = kept[-1:] == source[-1:]
    said = " ".join(kept).strip(_EDGES) if ends else without_loose_end(" ".join(kept))
    return said[:1].upper() + said[1:] if said.partition(" ")[0].islower() else said


def without_loose_end(text: str) -> str:
    """The text up to its last word that says something by itself."""
    kept = text.strip(_EDGES).split()
    while kept and ((last := _bare(kept[-1])) in _LINKS or last in _UNFINISHED):
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


def _clause(said: list[str]) -> list[str]:
    """The first clause that tells something, without what it happens between."""
    told: list[str] = []
    for place, word in enumerate(said):
        if len(told) >= _FEWEST_WORDS and _bare(word) in _BETWEEN:
            return without_loose_end(" ".join(said[:place])).split()
        if _GAP not in word:
            told.append(word)
        if _ends_clause(word) and _stands_alone(told):
            return said[: place + 1]
    return said


def _ends_clause(word: str) -> bool:
    return word[-1] in ",;:" or (word[-1] == "." and len(word) > _LONGEST_ABBREVIATION)


def _stands_alone(told: list[str]) -> bool:
    if len(told) < _FEWEST_WORDS or _bare(told[0]) in _OPENINGS:
        return False
    return not _is_name(" ".join(told))


def _is_name(part: str) -> bool:
    said = part.replace(_GAP, " ").split()
    return len(said) <= _MOST_NAME_WORDS and all(map(_is_capitalised, said))


def _is_capitalised(word: str) -> bool:
    return word[0].isupper() or not word[0].isalpha()


def _without_names(said: list[str], company: Collection[str]) -> list[str]:
    kept: list[str] = []
    in_name = False
    for word in said:
        was_name = in_name
        if _GAP in word or "@" in word or word.casefold().endswith(("'s", "’s")):
            in_name = False
            _drop_links(kept)
        elif _bare(word) in company:
            in_name = True
        else:
            in_name = _may_be_name(word) and (in_name or _announces_name(kept))
            if not in_name:
                if was_name and kept[-1:] and _bare(kept[-1]) in _ARTICLES and not _is_place(word):
                    _drop_links(kept)
                kept.append(word)
            elif kept[-1:] and kept[-1].casefold() not in _ARTICLES:
                _drop_links(kept)
    return kept


def _is_place(word: str) -> bool:
    return word[0].islower() and _bare(word) in _PLACES


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
