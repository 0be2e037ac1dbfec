"""Which sentences of an item are only understood together.

"It was moved. The new port is 8443." means nothing without the sentence before it, and that one is
wrong without these two.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from recollect.context.sentences import NEGATIONS, Sentence
from recollect.language.terms import STOP_WORDS

# Under a heading with one of these words something holds no longer, not yet, or not for all.
_LIMITS = NEGATIONS | frozenset(
    """
    archived cancelled deprecated draft except former invalid legacy obsolete old only outdated
    planned proposed superseded unless until void alt entwurf früher nur ungültig veraltet
    """.split()
)
# A run of sentences that need each other has at most so many before and behind the main one.
_MAX_BEFORE = 2
_MAX_BEHIND = 2
# A notice has at most so many sentences, with its title.
_MAX_OF_NOTICE = 8
# The beginning of a sentence that refers to what the one before it named.
_BACKWARD_REFERENCE = re.compile(
    r"(?:it|its|they|their|them|this|that|these|those|he|she|him|her|both|neither|either"
    r"|but|however|so|then|otherwise|else|instead|also|therefore|hence|thus|because|except"
    r"|exceptions?|above (?:it|that)|over (?:it|that)|after (?:it|that)|below (?:it|that)"
    r"|das|er|sie|es|diese[rs]?|aber|sonst|dann|stattdessen)\b(?!-)",
    re.IGNORECASE,
)
# The beginning of a sentence that takes back or replaces what the one before it says.
_CORRECTS = re.compile(
    r"(?:correction|update|edit|erratum|actually|no longer|not any ?more|no,|nope|wrong\b"
    r"|but|however|instead|now\b|since then|meanwhile|the new\b|new:"
    r"|(?:it|this|that|they|these|those) (?:(?:has|have|had) (?:since )?(?:been )?|(?:is|are) "
    r"|(?:was|were) )"
    r"(?:now |since )?(?:no longer|not|wrong|false|outdated|obsolete|moved|changed|replaced|renamed"
    r"|raised|lowered|switched|retired|removed|gone|over)"
    r"|korrektur|nachtrag|aber|jetzt|inzwischen|seitdem)(?!\w)",
    re.IGNORECASE,
)
# The beginning of a turn in a chat; a turn mostly answers the one before it.
_TURN = re.compile(
    r"\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?(?:\](?: [\w.@-]{1,40}){1,3}|,? [\w.@-]{1,40}): ",
    re.IGNORECASE,
)


def run_of(sentence: Sentence, siblings: Sequence[Sentence]) -> Sequence[Sentence]:
    """The sentence with those of its item that it needs, in order.

    These are the sentence that it refers to, a question that it answers, corrections of it, the
    next turn of a chat, and the heading over it where that is needed.
    """
    at = siblings.index(sentence)
    first, last = at, at
    while first > 0 and at - first < _MAX_BEFORE and needs(siblings[first - 1], siblings[first]):
        first -= 1
    while (
        last + 1 < len(siblings)
        and last - at < _MAX_BEHIND
        and _goes_on(*siblings[last : last + 2])
    ):
        if not _follows(siblings[last], siblings[last + 1]):
            break
        last += 1
    over = (each for each in siblings[:first] if each.position == sentence.heading_position)
    heading = [each for each in over if _needs_heading(each, sentence)]
    return [*heading, *siblings[first : last + 1]]


def _needs_heading(heading: Sentence, sentence: Sentence) -> bool:
    """Whether a heading has terms of the question that the sentence lacks, and more; or limits it.

    A heading limits a sentence with a word such as "not", "draft" or "only".
    """
    for_it = (heading.terms & sentence.inherited_terms) - sentence.terms
    more = heading.terms - sentence.all_terms - STOP_WORDS
    return bool(for_it and more) or bool((heading.terms - sentence.terms) & _LIMITS)


def _goes_on(before: Sentence, sentence: Sentence) -> bool:
    """Whether a sentence needs the one before it, answers it in a chat, or continues a turn."""
    is_turn = _is_turn(sentence) or (_is_turn(before) and before.paragraph == sentence.paragraph)
    return _depends_on_previous(sentence) or is_turn


def _is_turn(sentence: Sentence) -> bool:
    return _TURN.match(sentence.text) is not None


def under_title(item: Sequence[Sentence], asked: Collection[str]) -> Sequence[Sentence]:
    """The sentences of an item, the first of which has the title's terms of the question, too.

    What a short notice says first is about its title; a longer page may begin with whom it is for.
    A line that ends without a full stop, such as a name or a date, only belongs to the title.
    `asked` are the terms of the question.
    """
    match item:
        case [title, first, *others] if (
            len(item) <= _MAX_OF_NOTICE and title.is_heading and _is_full_sentence(first)
        ):
            about = first.inherited_terms | title.terms.intersection(asked)
            return [title, replace(first, inherited_terms=about), *others]
        case _:
            return item


def _is_full_sentence(sentence: Sentence) -> bool:
    return not sentence.is_heading and sentence.text.endswith(".")


def beside(sentence: Sentence, siblings: Sequence[Sentence]) -> Sequence[Sentence]:
    """The sentence with its neighbours in its paragraph: one before it and two behind it."""
    return [
        each
        for each in siblings
        if each.paragraph == sentence.paragraph
        and -1 <= each.position - sentence.position <= _MAX_BEHIND
    ]


def needs(before: Sentence, sentence: Sentence) -> bool:
    """Whether a sentence is only understood after the one before it."""
    return _follows(before, sentence) and (_depends_on_previous(sentence) or before.is_question)


def _depends_on_previous(sentence: Sentence) -> bool:
    """Whether a sentence refers to the one before it, or takes it back."""
    text = sentence.text
    return _BACKWARD_REFERENCE.match(text) is not None or _CORRECTS.match(text) is not None


def _follows(before: Sentence, sentence: Sentence) -> bool:
    return sentence.position - before.position == 1
