"""Tells whether a clause claims that its object is in a state."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from recollect.validation.fields.claims.claims import Claim, is_denial
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.words import vocabulary
from recollect.validation.fields.words.terms import term, term_set, terms
from recollect.validation.grammar.lexicons.particles import SINCE
from recollect.validation.grammar.moments import moments_in
from recollect.validation.grammar.words import Word, any_among, any_means, word_set

THINGS: Final = term_set(vocabulary.THINGS)
"""Nouns for things that have states."""

_LEADING: Final = word_set("only the der die das el la le il lo o a de het :")
_ENDS: Final = frozenset(".;!\n")
_WORDS_BEHIND: Final = 3
_BETWEEN: Final = frozenset({":", "(", "-", "\u2013", "\u2014"})
"""Marks between an object and its state: `db-2 \u2013 active`."""

_MARK_AND_NAME: Final = 2


def is_claimed(words: Sequence[Word], claim: Claim, names: frozenset[str]) -> bool:
    """Whether a state is stated of the object itself: no other meaningful word stands between."""
    lead = claim.words[: bisect_right(claim.words, words[0].start, key=lambda word: word.end)]
    if any(each.is_share and each.end <= words[0].start for each in claim.amounts):
        return False  # `93 of 96 tests passed`
    if not lead:
        return False  # `pending orders` only says which ones are meant
    if not claim.named and not (lead[0].means_any("be", "been", "it")):
        return False
    things = THINGS | (claim.row.kind if claim.row is not None else frozenset())
    name_places = [at for at, word in enumerate(lead) if not names.isdisjoint(terms(word.text))]
    between = lead[_start_of_predicate(lead, name_places[-1] + 1) :] if name_places else lead
    return all(
        word.form != "word"
        or bool(word.means)
        or is_denial(word)
        or len(term(word.text)) <= 1
        or term(word.text) in things
        for word in between
    ) and not any_among(between, vocabulary.MODAL)


def _start_of_predicate(words: Sequence[Word], begin: int) -> int:
    """Where the last predicate behind a name begins: at `has been` of `was sent and has been`."""
    joints = (
        at
        for at in range(len(words) - 1, begin - 1, -1)
        if words[at].means_any("and") and any_means(words[at + 1 : at + 3], "be", "been")
    )
    return next(joints, begin)


def is_stated_of_object(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a clause puts its object in a state: `db-2 is still active`.

    Not `the active db-2`, `the room beside db-2 is open`, `db-2 is open for discussion`, `I think
    db-2 is active`, nor `db-2 is active on Monday`.
    """
    before = claim.words[: claim.words.index(words[0])]
    if before and before[-1].means_any("adverb"):
        before = before[:-1]
    return (
        bool(before)
        and before[-1].means_any("be")
        and all(_may_be_in_subject(word, claim) for word in before[:-1])
        and _is_end(words, claim)
        and _follows_statement(claim)
        and not claim.is_denied(words[0].start)
    )


def stands_behind_name(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a state is all that stands behind its object's name: `db-2: active`, `db-2 (active)`.

    Not `db-2, active since Monday`.
    """
    before = (*claim.lead, *claim.words[: claim.words.index(words[0])])[-_MARK_AND_NAME:]
    behind = claim.behind(words, 1)
    return (
        len(before) == _MARK_AND_NAME
        and before[1].text in _BETWEEN
        and claim.row is not None
        and _is_in_name(before[0], claim.row)
        and (not behind or behind[0].text in _ENDS or behind[0].text == ")")
    )


def ends_sentence(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a state stands behind an `are` at the end of a sentence: not `are open or closed`."""
    before = claim.words[: claim.words.index(words[0])]
    return before[-1].means_any("be") and all(
        word.text in _ENDS for word in claim.behind(words, _WORDS_BEHIND)
    )


def is_role(words: Sequence[Word], claim: Claim, row: ResultRow) -> bool:
    """Whether a clause calls an object the one in a state: `the active node is db-2`."""
    at = claim.words.index(words[0])
    before, behind = claim.words[:at], claim.words[at + len(words) :]
    verb = next((place for place, word in enumerate(behind) if word.means_any("be")), 0)
    name = [word for word in behind[verb + 1 :] if word.text not in _ENDS]
    return (
        bool(before)
        and all(word.text in _LEADING for word in before)
        and verb > 0
        and all(_is_in_name(word, row) for word in behind[:verb])
        and bool(name)
        and all(_is_in_name(word, row) for word in name)
    )


def _may_be_in_subject(word: Word, claim: Claim) -> bool:
    """Whether a word may be in the subject: in the object's name, an article, `:`, `it`, `and`."""
    return (
        word.text in _LEADING
        or word.means_any("it", "and")
        or (claim.row is not None and _is_in_name(word, claim.row))
    )


def _follows_statement(claim: Claim) -> bool:
    """Whether only another statement, with an `is`, stands before the claim in its sentence."""
    return not claim.lead or (
        (claim.lead[-1].form == "mark" or claim.lead[-1].means_any("and"))
        and any_means(claim.lead, "be", "been")
    )


def _is_end(words: Sequence[Word], claim: Claim) -> bool:
    """Whether a state ends its statement, or only the time since when it holds follows."""
    behind = claim.behind(words, _WORDS_BEHIND)
    if not behind or behind[0].text in SINCE:
        return True
    is_end = behind[0].text in _ENDS or behind[0].means_any("and")
    return is_end and next(moments_in(claim.context.sentence_text), None) is None


def _is_in_name(word: Word, row: ResultRow) -> bool:
    """Whether a word is part of the name of an object, or of its kind."""
    word_terms = terms(word.text)
    return bool(word_terms) and (row.name_terms | row.kind).issuperset(word_terms)
