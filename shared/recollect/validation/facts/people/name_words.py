"""Find the words of an answer that name a person, a team or a company.

A name follows or precedes a word such as `assigned to`. It begins with a capital, or the results
call somebody by it: `jsmith`. The owners of records are found by the names that results give them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import ENGLISH, lexicon
from recollect.validation.grammar.moments import NEAR_DAYS
from recollect.validation.grammar.words import Word, place_at, word_set
from recollect.validation.known.owner_index import OwnerKind, OwnerName
from recollect.validation.known.values import TITLES, begins_name
from recollect.validation.models import FactKind

KIND_OF: Final[Mapping[OwnerKind, FactKind]] = {
    "group": "group",
    "customer": "customer",
    "assignee": "assignee",
    "contact": "person",
    "place": "host",
}
"""The kind of the finding on each kind of owner."""

_MAX_NAME_WORDS: Final = 5
_PARTICLES: Final = word_set("van von de der den da di del la le al el dos bin ter ten du")
_BEFORE_TEAM: Final = frozenset({"of", "for", "from", "in", "at"})
_OF_RECORD: Final = _BEFORE_TEAM | {"von", "fur", "de", "del", "di", "por", "pour", "van", "voor"}
"""Words between a label and the record that has the field: `the owner of the UPS`."""

_TO_BE_TOLD: Final = frozenset({"tbd", "tba"})
_GRAMMAR_MEANINGS: Final = word_set("case be it label:status label:priority nobody determiner not")
_JOINTS: Final = frozenset(" -'’.*_")
_WORD_BREAK: Final = re.compile(r"[- ]")
_DIGIT: Final = re.compile(r"\d")
_BEHIND_TITLE: Final = re.compile(r"\.(?:-\w{1,4}\.)? ([^\W\d_]+)")
_MAX_TITLE_LENGTH: Final = 4


def name_behind(
    context: ClauseContext, words: Sequence[Word], at: int, *, labelled: bool
) -> list[Word]:
    """The words of the name that begins at place `at`, without articles and titles before it.

    A name is up to five capitalised words with particles between, and has all words that it has in
    the results: `Group 1 Automotive`. With `labelled`, a word in small letters is one, too, if
    results call somebody so: `jsmith`. Empty where no name begins.
    """
    while (
        at < len(words)
        and not _known_name(context, words, at)
        and (
            words[at].text in {":", "="}
            or words[at].text in TITLES
            or words[at].means_any("determiner", "adverb", "be", "been", "share")
        )
        and not _is_name_word(context, words[at])
    ):
        at += 1
    name = _known_name(context, words, at)
    is_known = bool(name)
    at = place_at(words, name[-1].end) if name else at
    while at < len(words) and len(name) < _MAX_NAME_WORDS:
        word = words[at]
        joined = not name or set(context.answer[name[-1].end : word.start]) <= _JOINTS
        if joined and (_is_name_word(context, word) or _continues(context, words, at, name)):
            name.append(word)
        elif not (name and word.text == "." and len(name[-1].text) == 1):
            break
        at += 1
    if not name and labelled and at < len(words):
        word = words[at]
        if word.form in {"word", "name"} and _is_user(context, word):
            return [word]
    pair = words[at : at + 2]
    if not name and len(pair) > 1 and context.is_author(pair):
        name = [*pair]  # `t.brandt`
    is_one = len(name) == 1 and not is_known
    return [] if is_one and (_is_no_name(name[0]) or is_title(context, name[0])) else name


def _known_name(context: ClauseContext, words: Sequence[Word], at: int) -> list[Word]:
    """The words of the longest name of an owner of records that begins at place `at`."""
    owners = context.index.owners.by_word.get(words[at].text, ()) if at < len(words) else ()
    end = max((_end_of(owner, words[at], context) for owner in owners), default=0)
    if end > words[-1].end:
        return []
    return [each for each in words[at : place_at(words, end)] if each.form != "mark"]


def is_title(context: ClauseContext, word: Word) -> bool:
    """Whether a short word ends in a point before somebody of the results: `Eng. John Smith`."""
    behind = _BEHIND_TITLE.match(context.fold, word.end)
    is_short = len(word.text) <= _MAX_TITLE_LENGTH
    return is_short and behind is not None and behind[1] in context.index.people.words


def _is_no_name(word: Word) -> bool:
    """Whether a word by itself names nobody: a state, a day, `TBD`, or a title or initial alone.

    `Without an owner are still New`, `what counts for the customer is Thursday`, `Hr. Weber`.
    """
    is_day = NEAR_DAYS.fullmatch(word.text) is not None
    is_no_word = word.text in _TO_BE_TOLD or begins_name(word.text)
    return is_day or is_no_word or word.means_some("status:")


def name_before(context: ClauseContext, words: Sequence[Word], at: int) -> list[Word]:
    """The words of the name that ends before place `at`: capitalised ones and particles between.

    Empty where no name ends there, or only a word for a team does.
    """
    name: list[Word] = []
    for place in range(at - 1, max(-1, at - 1 - _MAX_NAME_WORDS), -1):
        word = words[place]
        if name and word.text in _BEFORE_TEAM and (person := name_before(context, words, place)):
            return person  # Ann Lee of Network Engineering
        if _is_name_word(context, word) or (name and word.text in _PARTICLES):
            name.insert(0, word)
        elif not name and (word.means_any("adverb") or word.form == "mark"):
            continue
        else:
            break
    if name:
        name = [*_beginning_of(context, words, name[0]), *name]
    if not name or (len(name) == 1 and name[0].means_any("team")):
        return []
    return name


def _beginning_of(context: ClauseContext, words: Sequence[Word], word: Word) -> Sequence[Word]:
    """The words before `word` of a name of the results that goes on with it: `Tier 3` of Support.

    Empty where no such name began before it.
    """
    at = place_at(words, word.start)
    for place in range(max(0, at - _MAX_NAME_WORDS), at):
        if word in _known_name(context, words, place):
            return words[place:at]
    return ()


def behind_label(words: Sequence[Word], at: int) -> int:
    """The place after the label at `at` where a name may begin.

    In `the owner of the UPS is Ann` that is after `is`, else right after the label.
    """
    if at + 1 >= len(words) or words[at + 1].text not in _OF_RECORD:
        return at + 1
    verbs = (place for place in range(at + 2, len(words)) if words[place].means_any("be"))
    return next(verbs, at) + 1


def _is_name_word(context: ClauseContext, word: Word) -> bool:
    """Whether a word may be part of a name: it has a capital, and is no label, state or grammar."""
    if word.form != "word" or not context.is_capitalised(word):
        return False
    if word.text in context.index.text.words:
        return not word.means_any(*_GRAMMAR_MEANINGS)
    return not word.means or word.means_any("team", "item") or word.means_some("month:")


def _continues(context: ClauseContext, words: Sequence[Word], at: int, name: list[Word]) -> bool:
    """Whether a word in small letters continues a name: `de` in Ana de Souza, `team`."""
    word = words[at]
    if not name:
        return False
    if word.means_any("team"):
        return True
    if word.text not in _PARTICLES or at + 1 >= len(words):
        return False
    behind = words[at + 1]
    owners = context.index.owners.by_word.get(behind.text, ())
    is_of_team = any(owner.kind == "group" for owner in owners)  # `Ann Lee van Network Operations`
    return not is_of_team and _is_name_word(context, behind)


def _is_user(context: ClauseContext, word: Word) -> bool:
    """Whether a word is a user name in the results: `jsmith`."""
    index = context.index
    is_assignee = any(each.has_person(word.text, "assignee") for each in index.records.all)
    return is_assignee or word.text in index.journal.authors


def has_team_word(words: Iterable[str]) -> bool:
    """Whether any of the words is a word for a team."""
    meaning = lexicon(ENGLISH).meaning
    return any("team" in meaning(word) for word in words)


def is_team_name(name: str) -> bool:
    """Whether a name of several words, without a digit, has a word for a team."""
    if is_one_word(name):
        return False
    words = _WORD_BREAK.split(folded(name))
    return "services" in words or has_team_word(words)


def is_one_word(name: str) -> bool:
    """Whether a name has a digit or is a single word, which may be the name of a place."""
    return len(_WORD_BREAK.split(name)) == 1 or bool(_DIGIT.search(name))


def may_be_translated(context: ClauseContext, text: str) -> bool:
    """Whether a name may be the translation of a team's name in the results, which are English."""
    return context.lexicon.is_foreign and not has_team_word(text.split())


@dataclass(eq=False, slots=True)  # quicker to make and to read than a named tuple
class NamedOwner:
    """An owner of records that a clause names, with the first word and the offsets of the name."""

    owner: OwnerName
    word: Word
    end: int

    @property
    def start(self) -> int:
        """The offset of the first character of the name."""
        return self.word.start


def named_owners(context: ClauseContext) -> Iterator[NamedOwner]:
    """The owners that a clause names."""
    for word in context.clause.words:
        for owner in context.index.owners.by_word.get(word.text, ()):
            if end := _end_of(owner, word, context):
                yield NamedOwner(owner, word, end)


def _end_of(owner: OwnerName, word: Word, context: ClauseContext) -> int:
    """The end offset of an owner's name that begins at `word` with a capital; 0 if it does not."""
    for name in (owner.whole, owner.text):
        end = word.start + len(name)
        is_name = context.fold.startswith(name, word.start) and context.is_capitalised(word)
        if is_name and not context.fold[end : end + 1].isalnum():
            return end
    return 0
