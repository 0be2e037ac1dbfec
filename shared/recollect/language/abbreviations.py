"""Whether a full stop ends a sentence, by the word before it and what follows."""

import re

# Always followed by more: a name, a thing, an example.
_OPEN = frozenset(
    """
    e.g eg i.e ie mr mrs ms mx dr prof rev hon gen sen capt st vs cf viz ca bzgl bzw evtl ggf
    inkl exkl insb sog vgl zzgl z.b zb d.h dh u.a z.t i.d.r o.g s.o s.u a.k.a fr dipl e.v resp
    incl excl esp prev orig
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
    std misc addr attn
    """.split()
)
_MONTHS = ("jan", "feb", "mär", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_DAY = re.compile(r"[0-3]?\d")


def ends_after(word: str, following: str) -> bool:
    """Whether a full stop after `word` ends a sentence that goes on, or not, with `following`."""
    if not following:
        return True
    folded = word.casefold()
    if folded in _OPEN:
        return False
    if folded in _BEFORE_NUMBER and following[0].isdigit():
        return False
    if folded in _EITHER:
        return following[0].isupper()
    if _DAY.fullmatch(word) and following.casefold().startswith(_MONTHS):
        return False  # am 3. Mai
    return not (_is_initial(word) or _DOTTED.fullmatch(word))


def _is_initial(word: str) -> bool:
    """J. Smith; a letter alone in lower case, or I, ends a sentence like any word."""
    return len(word) == 1 and word.isupper() and word != "I"
