"""Whether a text says what is so: not what is asked, proposed, heard or hoped, or was once so.

Each function looks for the phrases that people use for this, in English and partly in German;
proposals, rumours and denials also in Spanish, French, Italian, Portuguese and Dutch.
"""

import re

from recollect.language.calendar_names import MONTH, WEEKDAY
from recollect.language.sentences import split_sentences

# A sentence that proposes, hopes for, heard of or waits for something that may never happen.
_UNDECIDED = re.compile(
    r"^\W*(?:(?:(?:an?|my|one|our) )?(?:draft(?: for [a-z]+)?|idea|plan|proposal|suggestion"
    r"|proposed|suggested|idee|vorschlag|entwurf|propuesta|proposition|proposta|voorstel) ?:"
    r"|(?:ideally|imagine|suppose)\b)|\b(?:"
    r"it (?:is|was|has been) (?:proposed|suggested)"
    r"|(?:proposed|proposes?|suggested|suggests?) (?:that|to)|undecided|tb[cd]|maybe|perhaps"
    r"|apparently|rum(?:ou?rs?|ores|eurs?)|i heard|under discussion|what if"
    r"|should we|could we|we could(?! not)|might"
    r"|would (?:no longer|now|then)"
    r"|would (?:like|prefer)(?! to (?:announce|inform|let|point|remind|tell|thank)\b)"
    r"|there (?:are|has been|is|was|were) (?:an? |some )?(?:idea|plan|proposal|suggestion|talk)s?"
    r"|(?:are|being|is|still) (?:consider(?:ed|ing)|discuss(?:ed|ing)|evaluat(?:ed|ing))"
    r"|(?:idea|option|plan|proposal|wish) (?:is|was|would be) (?:that|to)"
    r"|thinking (?:about|of)|(?<!now )recommend(?:ed|s) that"
    r"|plan(?:s|ned|ning)? to"
    r"|(?:many|most|some) people want|hopes? (?:that|to)|thinks? [^.;!?]{1,60}? should"
    r"|(?:consultant|manufacturer|supplier|vendor)s? (?:advises?|recommends?|suggests?)"
    r"|(?:article|blog|newspaper|press)\b[^.;!?]{0,20}? (?:reports?|says|wrote)"
    r"|asked (?:if|whether)"
    r"|not (?:yet )?(?:been )?(?:agreed|approved|decided|final|true)|no (?:answer|decision) yet"
    r"|nobody has (?:agreed|approved)|to be (?:agreed|approved|decided)"
    r"|will (?:no longer|now|then)\b[^.;!?]{1,80}?\b(?:as soon as|once)"
    r"|schl(?:age|ägt|agen) [^.;!?]{0,40}?\bvor|vielleicht|(?:nicht wahr|stimmt nicht), dass"
    r"|(?:propon(?:e[mn]?|go|emos|ho|iamo|gono)|propomos|propose(?:nt)?|proposons|sugiere[mn]?"
    r"|suger(?:e|imos)|suggerisc\w{1,4}|suggère(?:nt)?) (?:que|che)"
    r"|stel(?:len|t)? [^.;!?]{0,40}?\bvoor|quizás?|tal vez|talvez|peut-être|forse|misschien"
    r"|n(?:o es|on è|ão é|['\u2019]est pas) (?:cierto|verdad|verdade|vero|vrai) (?:che|que)"
    r"|n(?:icht|iet|o (?:está|(?:se )?ha)|on (?:ha|è(?: stato)?)|ão(?: está| foi)?"
    r"|['\u2019](?:a|est) pas)"
    r"(?: ancora| encore)? (?:aprobado|approuvée?|approvato|aprovado|beschlossen|besloten"
    r"|decidido|decidiu|deciso|décidée?|entschieden|genehmigt|goedgekeurd)"
    r"|(?:klopt niet|niet waar) dat"
    r"|(?:d(?:etto|icho|isseram|it)|geh(?:oord|ört)),? (?:che|da(?:ss|t)|que)"
    r"|könnten?|po(?:dría|deria|trebbe|urrai)(?:m|n|ro|(?:en)?t)?"
    r"|zou(?:den)? [^.;!?]{0,60}?\bkunnen"
    r"|(?:prop|sug)(?:erido|gerito|géré|osto|osé|uesto) (?:che|de|di|que)"
    r"|e(?:st faux que|stá(?:n|mos)? (?:estudiando|planteando|valorando)|m estudo"
    r"|nvisage(?:nt|ons)?)|st(?:a|anno|iamo) valutando|(?:er|over)wogen|vo(?:orgesteld|rgeschlagen)"
    r"|angeblich|ger[uü]chte?n?|gira(?:no)? voc[ei]|boatos?)\b"
    r"|^\W*if [^.;!?]{1,40}?\b(?:accepts?|agrees?|approves?|is approved|signs?)\b",
    re.IGNORECASE,
)
# What may happen to others, or is the reason, leaves the sentence decided: "customers who might
# leave", "since long queries might fail".
_MAY_BE_ON_THE_SIDE = re.compile(
    r"\b(?:that|which|who|(?:if|and) you|you(?= would)"
    r"|(?<=\S )(?:although|as(?! of\b)|because|since|so that)(?: (?!we\b)[^\s,;]+){1,4}?)"
    r" (?:might|would (?:like|prefer))\b",
    re.IGNORECASE,
)
# What a sentence with one of these says may never hold, or holds no longer, or for a while only.
_NOT_A_CURRENT_FACT = re.compile(
    r"^\W*(?:(?:(?:accident|damage|delay|fault) report|incident|near miss)"
    r"(?:,? (?-i:[A-Z\d]|at |in |on )[^.:]{0,30})?:"
    r"|(?:client|customer|guest|passenger|patient|user)(?:['\u2019]s)? "
    r"(?:comment|complaint|e-?mail|feedback|letter|review)s?:|personally\b)"
    r"|\b(?:ideas?|drafts?|propos(?:als?|es?|ed)|suggest(?:s|ed|ions?)?|undecided|tb[cd]|maybe"
    r"|perhaps|considering|what if|should we|could we|under discussion|might|would|i think"
    r"|not (?:yet )?(?:decided|approved|final|sure)|plan(?:s|ned|ning)? to|used to|anyone|anybody"
    r"|do(?:n['\u2019]t| not) know|thanks|thank you|unlike|(?<!from )(?<!as of )(?:this|next) week"
    r"|(?:we|one) could(?! not)|(?:was|were) (?:not|down|off|out)\b"
    r"|(?:caller|customer|guest|patient|user)s? (?:sa(?:id|ys?)|claim(?:ed|s)?|report(?:ed|s)?)"
    r"|(?:today|tonight|tomorrow|one day) only|(?:just|only) (?:today|tonight|tomorrow"
    rf"|th(?:at|is) (?:{WEEKDAY}|day|month|once|time|week|weekend))"
    r"|back to (?:normal|usual)|offer (?:has ended|is over)"
    r"|if you ask me|imho|in my (?:experience|opinion|view)|my two (?:cents|pence)"
    r"|rumou?rs?|gossip|said to be|heard (?:in|that)|no idea if|nothing is (?:decided|signed)"
    r"|nobody knows|why (?:not|don['\u2019]t we|can['\u2019]t we)|how about|(?:for|just a) thought"
    r"|parked for now|to be discussed|don['\u2019]t quote this"
    r"|(?<!from )(?<!as of )tomorrow"
    r"|idee|vorschlag|entwurf"
    rf"|\d\d?(?:\. ?| )?(?:-|\u2013|and|or|to|till|until|und|bis) ?\d\d?\.? ?{MONTH}"
    rf"|(?:till|until) (?:the )?(?:\d\d?(?:th|st|nd|rd)? )?(?:{MONTH}|{WEEKDAY}))\b|\?\s*$",
    re.IGNORECASE,
)


def is_current_fact(text: str) -> bool:
    """Whether a text has no word of an idea, a rumour, an exception or the past, nor ends asking.

    A question that the text goes on to answer may stand before: "Lost your card? A new one costs".
    """
    return _NOT_A_CURRENT_FACT.search(text) is None


def is_undecided(text: str) -> bool:
    """Whether each sentence of a text asks, proposes, or speaks of what may never happen."""
    return all(map(_is_undecided, split_sentences(text)))


def decided_part(text: str) -> str:
    """A text without the sentences that ask, propose, or speak of what may never happen."""
    sentences = [*split_sentences(text)]
    decided = [each for each in sentences if not _is_undecided(each)]
    return text if len(decided) == len(sentences) else " ".join(decided)


def _is_undecided(sentence: str) -> bool:
    if sentence.rstrip().endswith("?"):
        return True
    return _UNDECIDED.search(_MAY_BE_ON_THE_SIDE.sub("", sentence)) is not None
