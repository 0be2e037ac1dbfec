"""Finds why a sentence that speaks of a change leaves what was: a proviso, a denial, trouble.

"If it is not registered, the warranty is no longer 2 years" changes the warranty of what is not
registered. "The limit was not raised to 25 MB" changes nothing, and "the portal has been down since
Monday" says nothing of how the portal is used.
"""

import re
from typing import Final

from recollect.language.calendar_names import FULL_WEEKDAY
from recollect.language.terms import terms, without_stop_words
from recollect.settlement.phrases import A_WHILE, CONDITION, ELSEWHERE, GONE, MOVED, RESIZED, any_of

# Elsewhere than in English only at the beginning of a sentence: "se" and "als" have other uses.
_CONDITION_ELSEWHERE: Final = (
    rf"^\W*(?=(?:als|caso|se|si|{any_of(CONDITION, languages=ELSEWHERE)})\b)"
)
# "Once a week" counts.
_ONCE: Final = (
    r"once(?! (?:again|every|more|per|an? (?:day|hour|month|night|quarter|shift|week|year))\b)"
)
# "When a ticket is closed it is no longer …" changes what has these words and the "when". So does
# "nobody knows if it is no longer …", which hardly anything has.
_CONDITION_WITHIN = re.compile(
    rf"(?:\b(?=(?:falls|if|{_ONCE}|unless|when|whether)\b)|{_CONDITION_ELSEWHERE})"
    r"(\w+)([^,;:!?(]*)$",
    re.IGNORECASE,
)
# "When we moved to Leeds" tells when it changed, and "where possible" limits nothing.
_NOT_PAST: Final = (
    r"(?! (?:(?!(?:are|be|has|have|is)\b)[^\s,;:!?]+ ){0,8}"
    r"(?:began|came|did|found|had|left|took|was|went|were|[a-z]+[^\We]ed)\b)"
)
_NOT_VAGUE: Final = (
    r"(?! (?:(?:not )?otherwise|applicable|available|necessary|needed|possible|required)\b)"
)
# "While the other stays with Kone" contrasts.
_WHILE: Final = r"while(?! [^,]*\b(?:continues?|keeps?|remains?|stays?|still)\b)"
# "Even if" is no condition, and "check if" asks.
_CONDITION: Final = (
    r"(?:(?<!as )(?<!ask )(?<!check )(?<!even )(?<!know )(?<!see )if|unless|as long as|assuming"
    rf"|in (?:case|the event)|(?:until|{_WHILE})(?= [^,]*\b(?:are|has|have|is|[a-z]+[^\Ws]s)\b)"
    r"|provided (?:that|you)|should(?= (?:an?|any|the|your?)\b)|for [a-z]+ (?:who|whose)"
    rf"|(?:as soon as|{_ONCE}|when(?:ever)?|where){_NOT_PAST}){_NOT_VAGUE}\b((?:(?! but\b)[^,])*)"
)
# "On public holidays the desk …", which have an hour of their own.
_AT_TIMES: Final = (
    r"(?:at|in|on|over)(?= (?:[^\W\d]+ ){0,2}?(?:autumn|christmas|easter|emergenc(?:y|ies)"
    rf"|holidays?|new year\S*|nights?|spring|summer|weekends?|winter|{FULL_WEEKDAY}s)\b)"
)
# What is kept until something is kept that long: this is the new value, and no condition.
_LASTS: Final = "".join(
    rf"(?!(?<= {verb}) until\b)" for verb in "held kept lasts paid retained stored valid".split()
)
# "It is now 5 days, if asked for" has it behind, "if asked for, it is now 5 days" before. "To York,
# where …" tells of York, "and you can call if …" of the call, "but when …" is what is new, and
# "unless …" an exception.
_CONDITION_BEFORE = re.compile(
    rf"(?:^|, (?:and|but|so) )\W*(?:{_CONDITION}|(?:during{_NOT_PAST}|{_AT_TIMES})\b([^,]*)"
    r"|for (?![^,]*\b(?:example|instance|now|reasons?|safety)\b)([^,]+)(?=,))",
    re.IGNORECASE,
)
_CONDITION_BEHIND = re.compile(
    r"(?:(?! and (?:call|can|it|may|must|please|should|they|we|you)\b)[^,])*?(?<! but)"
    rf"(?:,(?! (?:when|where|while)\b))?(?! unless\b){_LASTS} {_CONDITION}",
    re.IGNORECASE,
)
_PART_ENDS = re.compile(r"[;!?(]|:(?=\s)|\bnote that\b")
# What is said of a thing on the side says nothing of the change: "whose router is down", "that are
# not moved", "with no change", "because it was slow".
_ASIDE: Final = (
    r"(\b(?:(?:that|which|who)(?: (?:are|can|did|do|does|had|has|have|is|was|were|will))?"
    r"(?! (?:no|nobody|nothing)\b)|with"
    r"|(?:as soon as|if|once|unless|until|when(?:ever)?|while|whose)(?: [^\s,;]+){1,4}?"
    r"|(?:as(?! of\b)|because)(?: [^\s,;]+){1,6}?"
    r"(?= (?:still|was|were|(?:are|is) (?:overloaded|slow))\b)) )?"
)
# A sentence that adds something, holds on a condition or for a while, or says that nothing changed:
# "ab sofort auch per Chat", "si el cliente paga tarde, ya no …". "Se aceptan desde hoy" and "als
# Kontakt gilt jetzt" are no conditions.
_LEAVES_WHAT_WAS = re.compile(
    rf"{_CONDITION_ELSEWHERE}[^,]*,"
    r"|\b(?:auch|zusätzlich|también|además|aussi|également|anche|inoltre|também|ook|eveneens"
    rf"|{any_of(CONDITION, A_WHILE, languages=ELSEWHERE)}|caso [oa]s?|(?:em|en|in) caso? d[ei]"
    r"|als (?:de|een|er|het|je|u)|se (?:gli|i|il|não|non|os?|um|una?)"
    r"|si (?:el|la|las|le|les|los|no|une?|usted|vous)"
    # "On demande que le plafond passe à 80 Go".
    r"|que [^.;!?,]{1,80} passe(?:nt)?"
    r"|(?:n(?:icht|iet|on?|ão)|pas)(?: [^\s.!?;,]{1,12}){0,3}? (?:angehoben|ba(?:ja|jado|ixou)"
    r"|cambiado|cambiat[aeio]|changée?s?|erhöht|ge(?:ändert|senkt|wijzigd)|mudou|pasa(?:do)?|pasó"
    r"|pass(?:a(?:t[aeio])?|e|ée?s?|ou)"
    r"|portat[aeio]|sub(?:e|ido|iu)|ver(?:anderd|hoogd|kort|kürzt|laagd|längert|lengd)))(?!\w)"
    r"|\b(?:en cas d|lorsqu|s[ei] l|s(?=['\u2019]ils?\b))['\u2019]",
    re.IGNORECASE,
)
# The same of a while in English, or of a fault that is being mended.
_IS_FOR_A_WHILE = re.compile(
    rf"{_ASIDE}\b(?:{any_of(A_WHILE, languages='en')}"
    r"|(?:are|being|is) (?:investigat(?:ed|ing)|looking into|on (?:his|her|the|their) way"
    r"|working on (?:a (?:fix|solution)|it|this)))\b",
    re.IGNORECASE,
)
# "Must not be changed" and "can't be moved" are rules, and so is "not changed any more".
_NOTHING_CHANGED = re.compile(
    rf"{_ASIDE}"
    r"(?:\b(?<!can )(?<!may )(?<!must )(?<!should )not(?! (?:just|merely|only)\b)|\b(?:never|no"
    r"|nobody|nothing)|(?<!ca)n['\u2019]t)(?: [^\s.!?;,]{1,12}){0,3}?"
    rf" (?:{any_of(RESIZED, MOVED, GONE)}|changes?|changing|mov(?:e|ing)|switch(?:ing)?|migrate"
    r"|replaced?|superseded|renamed|raise|increase|reduce|turned off|shifted|stopped|handed over"
    r"|go(?:ne)? (?:down|up))"
    r"\b(?! [^.;!?]{0,40}any ?more\b)",
    re.IGNORECASE,
)
# What a thing suffers from, was called off, or is still so.
_IS_NO_RULE = re.compile(
    rf"{_ASIDE}(?:\b(?:are|is|(?:ha[ds]|have) been|was|were)"
    r"(?: (?!not\b)[a-z]+)? (?:broken|crashing|degraded|down(?! (?:by|from|to)\b)|failing|hanging"
    r"|jammed|offline|out of (?:order|service)|overloaded|slow|stuck|timing out"
    r"|un(?:available|reachable|responsive))\b"
    r"|\b(?:ha[ds]|have) (?:crashed|failed|(?:had )?(?:errors|problems|trouble)|hung)\b"
    r"|\b(?:are|is|been) not (?:responding|working)\b|\bstill\b"
    r"|\b(?:change|increase|migration|move|reduction|switch(?= (?:from|over|to)\b))\b.{0,60}"
    r" (?:called off|cancell?ed|postponed|re(?:jected|versed)|rolled back|withdrawn)\b)"
    r"|((?:and|but)(?: [^\s,;]+){0,5} still\b)",
    re.IGNORECASE,
)
_SINCE_WHEN = re.compile(r"(?:as of|from|since|starting)\b", re.IGNORECASE)


def leaves_what_was(sentence: str) -> bool:
    """Whether a sentence adds something, holds for a while, or tells of a fault being mended.

    In other languages than English also whether it has a condition, or says that nothing changed.
    """
    return _LEAVES_WHAT_WAS.search(sentence) is not None or _says(_IS_FOR_A_WHILE, sentence)


def changes_nothing(before: str, phrase: str, behind: str) -> bool:
    """Whether the clause of a phrase of change tells of trouble, or denies the change.

    Trouble before a verb is no trouble with the change: "what is broken now goes to Hull".
    """
    least = 0 if _SINCE_WHEN.match(phrase) else len(before)
    return _says(_NOTHING_CHANGED, before + phrase) or _says(
        _IS_NO_RULE, before + phrase + behind, least
    )


def _says(pattern: re.Pattern[str], text: str, least: int = 0) -> bool:
    """Whether a text has the pattern where it is not said on the side, and it ends behind `least`.

    What is said on the side is in a group of the pattern.
    """
    return any(each.lastindex is None and each.end() > least for each in pattern.finditer(text))


def condition_words(before: str, behind: str) -> frozenset[str]:
    """The words of the condition of what stands in a sentence between two parts; often none."""
    before, behind = _PART_ENDS.split(before)[-1], _PART_ENDS.split(behind)[0]
    found = _CONDITION_BEFORE.search(before) or _CONDITION_BEHIND.match(behind)
    said = next(filter(None, found.groups()), "") if found else ""
    within = _CONDITION_WITHIN.search(before)
    when, what = within.groups() if within else ("", "")
    return without_stop_words(terms(f"{said} {what}")) | terms(when)
