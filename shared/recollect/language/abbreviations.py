"""Whether a full stop ends a sentence, by the word before it and what follows."""

import re

from recollect.language.accents import without_accents

# Always followed by more: a name, a thing, an example.
_OPEN = frozenset(
    """
    e.g eg i.e ie mr mrs ms mx dr prof rev hon gen sen capt st vs cf viz ca bzgl bzw evtl ggf
    inkl exkl insb sog vgl zzgl z.b zb d.h dh u.a z.t i.d.r o.g s.o s.u a.k.a fr dipl e.v resp
    incl excl esp prev orig hrn sra srta avda ul tzw zob núm aprox
    """.split()
)
# Followed by more where that is a number: "No. 5", but "The answer is no."
_BEFORE_NUMBER = frozenset(
    """
    no nos nr nrn num art abs abb fig figs tab p pp s vol ch chap sec sect para eq ver v rev rel
    ext tel max min jan feb mar apr jun jul aug sep sept oct nov dec okt dez
    """.split()
)
# Followed by more unless that looks like a beginning: "Acme Inc. sells", "Acme Inc. It sells".
_EITHER = frozenset(
    """
    etc inc ltd co corp plc llc bros al approx appr est dept div govt univ assn ave blvd rd jr
    sr ph.d a.m p.m am pm u.s u.k e.u usw usf mio mrd tsd min mins max sec secs hr hrs ft avg
    std misc addr attn env np pkt tj
    """.split()
)
# What stands before a number that counts in German: die 2. Mahnung, im 1. Quartal; not what
# begins a sentence behind it: bis zum 15. Danach …
_COUNTED = frozenset("der die das dem den des im zum zur vom beim".split())
_BEGINS = frozenset("bitte danach dann das der die er es ich ihr man sie sonst wir".split())
# Before a day in small letters: am 3. des Monats, od 5. grudnia.
_BEFORE_DAY = _COUNTED | frozenset("am ab bis seit vor nach jeden jeder od do".split())
# The parts of what is short for several words: z. B., i. d. R., p. ex., EE. UU.
_PART = re.compile(r"(?:[^\W\d_]|ex|ej|EE|UU)\.")
_SMALL = re.compile("[a-z]+")
_VOWEL = re.compile("[aeiouy]")
# What stands before "Sr." where that is no part of a name.
_BEFORE_TITLE = frozenset(("", *"el al del con de para por un y".split()))
_MONTHS = ("jan", "feb", "mär", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_DAY = re.compile(r"[0-3]?\d")


def ends_after(word: str, following: str, earlier: str = "") -> bool:
    """Whether a full stop after `word` ends a sentence that goes on, or not, with `following`.

    `earlier` is the word before it.
    """
    if not following:
        return True
    folded = word.casefold()
    if folded in _EITHER and not _is_spanish_title(folded, earlier):
        return following[0].isupper()
    goes_on = (
        folded in _OPEN
        or (folded in _BEFORE_NUMBER and following[0].isdigit())
        or (following[0].islower() and earlier.isdigit() and _is_without_vowel(word))
        or (_DAY.fullmatch(word) is not None and _is_counted(following, earlier))
        or _is_part(f"{word}.", following, earlier)
    )
    return not (goes_on or _is_spanish_title(folded, earlier) or _is_initial(word))


def _is_part(word: str, following: str, earlier: str) -> bool:
    """Whether it is one of several that are short for as many words."""
    parts = _PART.match(following), _PART.fullmatch(earlier.lstrip("("))
    return _PART.fullmatch(word) is not None and any(parts)


def _is_counted(following: str, earlier: str) -> bool:
    """Whether the number before is one of a row: am 3. Mai, am 3. des Monats, die 2. Mahnung."""
    if following.casefold().startswith(_MONTHS):
        return True
    if following[0].islower():
        return earlier.casefold() in _BEFORE_DAY
    begins = following.partition(" ")[0].casefold().rstrip(",") in _BEGINS
    return earlier.casefold() in _COUNTED and not begins


def _is_without_vowel(word: str) -> bool:
    """Whether it is short for a longer one in Latin letters: 12 ff., 2026 r.; not DNS."""
    plain = without_accents(word)
    return _SMALL.fullmatch(plain) is not None and _VOWEL.search(plain) is None and word.islower()


def _is_initial(word: str) -> bool:
    """J. Smith, J.R. Smith; a letter in lower case, or I, ends a sentence like any word."""
    is_letter = len(word) == 1 and word.isupper() and word != "I"
    return is_letter or _DOTTED.fullmatch(word) is not None


def _is_spanish_title(word: str, earlier: str) -> bool:
    """El Sr. Núñez; John Smith Sr. is one behind a name."""
    return word == "sr" and earlier.casefold() in _BEFORE_TITLE
