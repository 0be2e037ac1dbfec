"""Decides whether a full stop ends a sentence, by the word before it and what follows."""

import re

from recollect.language.accents import without_accents

# Never end a sentence: a name, a thing or an example follows.
_NEVER_END = frozenset(
    """
    e.g eg i.e ie mr mrs ms mx dr prof rev hon gen sen capt st vs cf viz ca bzgl bzw evtl ggf
    inkl exkl insb sog vgl zzgl z.b zb d.h dh u.a z.t i.d.r o.g s.o s.u a.k.a fr dipl e.v resp
    incl excl esp prev orig hrn sra srta avda ul tzw zob núm aprox
    """.split()
)
# Do not end a sentence before a number: "No. 5", but "The answer is no."
_BEFORE_NUMBER = frozenset(
    """
    no nos nr nrn num art abs abb fig figs tab p pp s vol ch chap sec sect para eq ver v rev rel
    ext tel max min jan feb mar apr jun jul aug sep sept oct nov dec okt dez
    """.split()
)
# End a sentence only before a capital: "Acme Inc. sells", "Acme Inc. It sells".
_END_BEFORE_CAPITAL = frozenset(
    """
    etc inc ltd co corp plc llc bros al approx appr est dept div govt univ assn ave blvd rd jr
    sr ph.d a.m p.m am pm u.s u.k e.u usw usf mio mrd tsd min mins max sec secs hr hrs ft avg
    std misc addr attn env np pkt tj
    """.split()
)
# German words before an ordinal number (die 2. Mahnung, im 1. Quartal), and words that begin a
# sentence behind it (bis zum 15. Danach …).
_BEFORE_ORDINAL = frozenset("der die das dem den des im zum zur vom beim".split())
_SENTENCE_BEGINNINGS = frozenset(
    "bitte danach dann das der die er es ich ihr man sie sonst wir".split()
)
# Words before a day that a small letter follows: am 3. des Monats, od 5. grudnia.
_BEFORE_DAY = _BEFORE_ORDINAL | frozenset("am ab bis seit vor nach jeden jeder od do".split())
# A part of an abbreviation of several words: z. B., i. d. R., p. ex., EE. UU.
_PART = re.compile(r"(?:[^\W\d_]|ex|ej|EE|UU)\.")
_SMALL = re.compile("[a-z]+")
_VOWEL = re.compile("[aeiouy]")
# Words before "Sr." where it is a title, and not the end of a name.
_BEFORE_TITLE = frozenset(("", *"el al del con de para por un y".split()))
_MONTHS = ("jan", "feb", "mär", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_DAY = re.compile(r"[0-3]?\d")


def ends_after(word: str, following: str, earlier: str) -> bool:
    """Whether a full stop after `word` ends a sentence, if `following` is the text behind it.

    `earlier` is the word before `word`.
    """
    if not following:
        return True
    folded = word.casefold()
    if folded in _END_BEFORE_CAPITAL and not _is_spanish_title(folded, earlier):
        return following[0].isupper()
    goes_on = (
        folded in _NEVER_END
        or (folded in _BEFORE_NUMBER and following[0].isdigit())
        or (following[0].islower() and earlier.isdigit() and _is_without_vowel(word))
        or (_DAY.fullmatch(word) is not None and _is_counted(following, earlier))
        or _is_part(f"{word}.", following, earlier)
    )
    return not (goes_on or _is_spanish_title(folded, earlier) or _is_initial(word))


def _is_part(word: str, following: str, earlier: str) -> bool:
    """Whether a word is part of an abbreviation of several words."""
    parts = _PART.match(following), _PART.fullmatch(earlier.lstrip("("))
    return _PART.fullmatch(word) is not None and any(parts)


def _is_counted(following: str, earlier: str) -> bool:
    """Whether the number before is an ordinal: am 3. Mai, am 3. des Monats, die 2. Mahnung."""
    if following.casefold().startswith(_MONTHS):
        return True
    if following[0].islower():
        return earlier.casefold() in _BEFORE_DAY
    begins = following.partition(" ")[0].casefold().rstrip(",") in _SENTENCE_BEGINNINGS
    return earlier.casefold() in _BEFORE_ORDINAL and not begins


def _is_without_vowel(word: str) -> bool:
    """Whether a word abbreviates a longer one in Latin letters: 12 ff., 2026 r.; not DNS."""
    plain = without_accents(word)
    return _SMALL.fullmatch(plain) is not None and _VOWEL.search(plain) is None and word.islower()


def _is_initial(word: str) -> bool:
    """Whether a word is an initial: J. Smith, J.R. Smith; not a small letter or I."""
    is_letter = len(word) == 1 and word.isupper() and word != "I"
    return is_letter or _DOTTED.fullmatch(word) is not None


def _is_spanish_title(word: str, earlier: str) -> bool:
    """Whether "Sr." is a title: El Sr. Núñez; in "John Smith Sr." it is not."""
    return word == "sr" and earlier.casefold() in _BEFORE_TITLE
