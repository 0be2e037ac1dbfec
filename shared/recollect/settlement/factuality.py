"""Whether a text says what is so: not what is asked, proposed, heard or hoped, or was once so."""

import re
from typing import Final

from recollect.language.sentences import split_sentences
from recollect.settlement.phrases import NOT_NOW, UNDECIDED, any_of

# A sentence that proposes, hopes for, heard of or waits for something that may never happen.
_UNDECIDED: Final = re.compile(
    r"^\W*(?:(?:(?:an?|my|one|our) )?(?:draft(?: for [a-z]+)?|idea|plan|proposal|suggestion"
    r"|proposed|suggested|idee|vorschlag|entwurf|propuesta|proposition|proposta|voorstel) ?:"
    rf"|(?:ideally|imagine|suppose)\b)|\b(?:{any_of(UNDECIDED)})\b"
    r"|^\W*if [^.;!?]{1,40}?\b(?:accepts?|agrees?|approves?|is approved|signs?)\b",
    re.IGNORECASE,
)
# What may happen to others, or is the reason, leaves the sentence decided: "customers who might
# leave", "since long queries might fail".
_MAY_BE_ON_THE_SIDE: Final = re.compile(
    r"\b(?:that|which|who|(?:if|and) you|you(?= would)"
    r"|(?<=\S )(?:although|as(?! of\b)|because|since|so that)(?: (?!we\b)[^\s,;]+){1,4}?)"
    r" (?:might|would (?:like|prefer))\b",
    re.IGNORECASE,
)
# Reports of one event, and what somebody felt about it.
_NOT_NOW: Final = re.compile(
    r"^\W*(?:(?:(?:accident|damage|delay|fault) report|incident|near miss)"
    r"(?:,? (?-i:[A-Z\d]|at |in |on )[^.:]{0,30})?:"
    r"|(?:client|customer|guest|passenger|patient|user)(?:['\u2019]s)? "
    r"(?:comment|complaint|e-?mail|feedback|letter|review)s?:|personally\b)"
    rf"|\b(?:{any_of(NOT_NOW)})\b|\?\s*$",
    re.IGNORECASE,
)


def is_current_fact(text: str) -> bool:
    """Whether a text has no word of an idea, a rumour, an exception or the past, nor ends asking.

    A question that the text goes on to answer may stand before: "Lost your card? A new one costs".
    """
    return not (_NOT_NOW.search(text) or _UNDECIDED.search(text))


def is_undecided(sentence: str) -> bool:
    """Whether a sentence asks, proposes, or speaks of what may never happen."""
    if sentence.rstrip().endswith("?"):
        return True
    return _UNDECIDED.search(_MAY_BE_ON_THE_SIDE.sub("", sentence)) is not None


def decided_part(text: str) -> str:
    """A text without the sentences that ask, propose, or speak of what may never happen."""
    sentences = [*split_sentences(text)]
    decided = [each for each in sentences if not is_undecided(each)]
    return text if len(decided) == len(sentences) else " ".join(decided)
