"""Tells what each clause of an answer is about, by the words that it begins with.

Clauses with `it` or without a subject keep the subject of the clause before. The subject is "" if
it is nothing known here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, Literal

from recollect.validation.grammar.lexicon import KINDS, Kind, Lexicon
from recollect.validation.grammar.words import Word, WordForm, any_means, word_set

Subject = Kind | Literal["all", "", "same"]
"""What a clause is about; `all` stands for several things behind a quantifier."""

_Role = Subject | Literal["passes", "goes on", "other"]
_PASSES: Final = "passes"
_GOES_ON: Final = "goes on"
_OTHER: Final = "other"
_BEING: Final = ("be", "been")
DOING: Final = (*_BEING, "assigned", "handles")
"""Meanings of verbs that make a statement about a record."""

_SPEAKERS: Final = word_set("i we you ich wir sie je j nous vous he hemos ho ik")
"""Pronouns for writers and readers of an answer, which `it` in the next sentence never means."""

_ARTICLES: Final = word_set("the den dem der die das le la el il o a")
_PARTS: Final = word_set("""
    of in behind from to inside von vom im hinter de du des del della dello di da do van bij
""")
"""Prepositions before the ticket or item that something is a part of."""

_VERBS: Final = frozenset({"be", "been", "which", "it"})
_PASSING: Final = frozenset(
    {
        *("every", "none", "both", "half", "most", "some", "not_all", "share", "total"),
        *("determiner", "adverb", "about", "over", "under", "and", "assigned", "not", "but"),
        "nobody",
    }
)
_OF_VALUES: Final = ("status:", "priority:", "label:", "cause:", "number:")
_HAS: Final = word_set("hat tiene tem heeft")
_GENITIVE: Final = "s"
QUANTIFIERS: Final = ("not_all", "every", "none", "both", "half", "most", "some")
"""The meanings of words for how many; a phrase for `not all` may have the meaning of `all`, too."""

_MAX_DESCRIBING: Final = 4


@dataclass(slots=True)
class ClauseSubjects:
    """Finds the subjects of the clauses of a sentence, one after the other.

    `it` is the subject that a later `it` refers to.
    """

    words: Sequence[Word]
    it: Subject
    _names: int = 0
    _has_verb: bool = False
    _counts: bool = False
    """Whether an earlier clause counts its subject: `4 pods out of 15 (27 %)`."""
    _is_called: bool = False
    """Whether the clause before is the first, and only a name: `SCS0012345, the printer, is up`."""
    _is_aside: bool = False

    def next(
        self, at: int, part: Sequence[Word], cues: frozenset[str], texts: frozenset[str]
    ) -> Subject:
        """The subject of the next clause, whose first word has the index `at`.

        `cues` are the meanings and forms of its words, `texts` the words themselves.
        """
        own = self._next_subject(at, part, cues, texts)
        names = sum(word.form == "name" for word in part) if "name" in cues else 0
        mark = self.words[at - 1].text if at else ")"
        self._is_aside = mark == "(" or (self._is_aside and mark != ")")
        self._is_called = at == 0 and len(part) == names == 1
        self._names += names
        self._has_verb = self._has_verb or not cues.isdisjoint(_BEING)
        may_count = "number" in cues and not cues.isdisjoint(KINDS)
        self._counts = self._counts or (may_count and _is_counted(part))
        if self._is_aside:
            return own
        if part[0].text not in _SPEAKERS:
            self.it = own
        elif names == 1:
            name = next(at for at, word in enumerate(part) if word.form == "name")
            self.it = (
                "item" if _is_subject_itself(part, name) else ""
            )  # `I checked SCS0012345. It …`
        return own

    def _next_subject(
        self, at: int, part: Sequence[Word], cues: frozenset[str], texts: frozenset[str]
    ) -> Subject:
        first = part[0].means
        if "which" in first:
            return "item" if at > 1 and self.words[at - 2].form == "name" else ""
        is_verb = not first.isdisjoint(_BEING)
        is_denied = "not" in first and any_means(part[1:2], *_BEING)
        if self._counts and (is_verb or is_denied):
            return ""
        is_aside = at > 0 and self.words[at - 1].form == "mark"
        if is_verb and is_aside and self._names == 1 and not self._has_verb:
            return "item"  # `the audio problem (SCS0012345) is solved`
        is_apposition = self._is_called and _is_apposition(part)
        goes_on = is_aside and "assigned" in first  # `X is open, assigned to Ann. It is …`
        return self.it if is_apposition or goes_on else _subject(part, self.it, cues, texts)


def passing_subject(found: Sequence[str], lexicon: Lexicon) -> Subject:
    """The rough subject of a sentence that is skipped: the first ticket or item noun in it."""
    nouns = lexicon.nouns
    kind = next((nouns[word] for word in found if word in nouns), "")
    return "case" if kind == "case" else "item" if kind else ""


def ends_in_number(words: Sequence[Word]) -> bool:
    """Whether words end in a number: `four similar cases`."""
    return bool(words) and (words[-1].form == "number" or words[-1].means_some("number:"))


def _is_counted(part: Sequence[Word]) -> bool:
    """Whether a clause counts its subject: `4 pods out of 15`."""
    return any(
        ends_in_number((word,)) and after.means_any(*KINDS) for word, after in pairwise(part)
    )


def _is_apposition(part: Sequence[Word]) -> bool:
    """Whether a clause only describes a name before it: `SCS0012345, the printer, is up`."""
    return part[0].means_any("determiner") and not any(
        word.means_any(*DOING) or word.means_some("status:") for word in part
    )


def _subject(
    part: Sequence[Word], before: Subject, cues: frozenset[str], texts: frozenset[str]
) -> Subject:
    """The subject of a clause, by its first word that is more than an article or an adverb.

    `cues` are the meanings and forms of the words of the clause, `texts` the words themselves.
    """
    for place, word in enumerate(part):
        role = _role(word.means, word.form)
        if role == _PASSES:
            continue
        if role == _GOES_ON or word.text in _HAS:
            return before
        if role != _OTHER:
            return role
        if "name" in cues and _names_before_verb(part[place:]):
            return "item"
        if ":" in texts and (colon := _colon(part, place)) is not None:
            return _subject(part[colon + 1 :], _subject_of_lead(part[:colon], before), cues, texts)
        is_described = place or (len(part) > 1 and part[1].text == _GENITIVE)
        described = _described(part[place:]) if is_described else ""
        return "" if described and any_means(part[:place], *QUANTIFIERS) else described
    return before


def _colon(part: Sequence[Word], place: int) -> int | None:
    """The index of the last colon that something follows: `Good news on X: it`."""
    places = range(len(part) - 2, place, -1)
    return next((at for at in places if part[at].text == ":"), None)


def _subject_of_lead(lead: Sequence[Word], before: Subject) -> Subject:
    """What `it` means behind a lead and its colon: the last name in the lead, else as before."""
    names = [at for at, word in enumerate(lead) if word.form == "name"]
    if not names:
        return before
    return "item" if _is_subject_itself(lead, names[-1]) else ""


def _is_subject_itself(words: Sequence[Word], name: int) -> bool:
    """Whether a name is the subject itself, unlike in `the alarm of SCS0012345`."""
    before = (word for word in reversed(words[:name]) if not word.means_any("case"))
    near = next((word for word in before if word.text not in _ARTICLES), None)
    return near is None or near.text not in _PARTS


def _names_before_verb(words: Sequence[Word]) -> bool:
    """Whether a name by itself stands right before the first verb: `good news: X is up`."""
    at = next((at for at, word in enumerate(words) if word.means_any(*_BEING)), 0)
    is_named = at > 1 and words[at - 1].form == "name"
    if not is_named:
        return False
    lead = words[at - 2]
    return lead.form == "mark" or not lead.means or lead.means_any("case")


def _described(words: Sequence[Word]) -> Subject:
    """The ticket that unknown words describe, or "": `the vault sensor case`."""
    for word in words[:_MAX_DESCRIBING]:
        if word.form != "word":
            return ""
        if "case" in word.means:
            return "case"
        if word.means and word.text != _GENITIVE:
            return ""
    return ""


@cache
def _role(means: frozenset[str], form: WordForm) -> _Role:
    """The role of a word at the beginning of a clause: its subject, or a word before that."""
    for kind in KINDS:
        if kind in means:
            return kind
    if form in {"name", "ip"}:
        return "item"
    if not means.isdisjoint(_VERBS):
        return _GOES_ON
    # As in `the two high-priority cases`.
    passes = any(meaning in _PASSING or meaning.startswith(_OF_VALUES) for meaning in means)
    return _PASSES if passes or form in {"mark", "date", "number"} else _OTHER
