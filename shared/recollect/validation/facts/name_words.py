"""The words of an answer that name somebody: people, teams and companies.

A name stands behind or before a word that tells of them, as `assigned to`, and begins with a
capital, or is how results call somebody.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import ENGLISH, lexicon
from recollect.validation.grammar.moments import NEAR_DAYS
from recollect.validation.grammar.words import Word
from recollect.validation.known.values import TITLES, same_person

_MOST_WORDS: Final = 5
_PARTICLES: Final = frozenset("van von de der den da di del la le al el dos bin ter ten du".split())
_OF: Final = frozenset({"of", "for", "from", "in", "at"})
_OF_RECORD: Final = _OF | {"von", "fur", "de", "del", "di", "por", "pour", "van", "voor"}
"""What stands between a label and the record that it is of."""

_GRAMMAR: Final = frozenset("case be it label:status label:priority nobody determiner not".split())
_JOINTS: Final = frozenset(" -'’.*_")
_SERVICES: Final = "services"
"""What teams are called that are called nothing else: Database Services."""

_SPLIT: Final = re.compile(r"[- ]")
_DIGIT: Final = re.compile(r"\d")


def name_behind(
    context: ClauseContext, words: Sequence[Word], at: int, *, labelled: bool
) -> list[Word]:
    """The name that begins here: capitalised words, behind articles and titles."""
    while (
        at < len(words)
        and (
            words[at].text in {":", "="}
            or words[at].text in TITLES
            or words[at].says("determiner", "adverb", "be", "been", "share")
        )
        and not _is_name_word(context, words[at])
    ):
        at += 1
    name: list[Word] = []
    while at < len(words) and len(name) < _MOST_WORDS:
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
    if len(name) == 1 and (name[0].of("status:") or NEAR_DAYS.fullmatch(name[0].text)):
        return []  # `without an owner are still New`, `what counts for the customer is Thursday`
    return name


def name_before(context: ClauseContext, words: Sequence[Word], at: int) -> list[Word]:
    """The name that ends before a place: capitalised words, and small ones between them."""
    name: list[Word] = []
    for place in range(at - 1, max(-1, at - 1 - _MOST_WORDS), -1):
        word = words[place]
        if name and word.text in _OF and (person := name_before(context, words, place)):
            return person  # Ann Lee of Network Engineering
        if _is_name_word(context, word) or (name and word.text in _PARTICLES):
            name.insert(0, word)
        elif not name and (word.says("adverb") or word.form == "mark"):
            continue
        else:
            break
    if not name or (len(name) == 1 and name[0].says("team")):
        return []
    return name


def behind_label(words: Sequence[Word], at: int) -> int:
    """Where a name may begin behind a label: behind the `is` of `the owner of the UPS is Ann`."""
    if at + 1 >= len(words) or words[at + 1].text not in _OF_RECORD:
        return at + 1
    verbs = (place for place in range(at + 2, len(words)) if words[place].says("be"))
    return next(verbs, at) + 1


def _is_name_word(context: ClauseContext, word: Word) -> bool:
    """Whether a capitalised word may be of a name: no word of grammar, and no label or state."""
    if word.form != "word" or not context.answer[word.start].isupper():
        return False
    if word.text in context.index.text.words:
        return not word.says(*_GRAMMAR)
    return not word.means or word.says("team", "item") or bool(word.of("month:"))


def _continues(context: ClauseContext, words: Sequence[Word], at: int, name: list[Word]) -> bool:
    """Whether a small word goes on with a name: `de` in Ana de Souza, `team` in Network team."""
    word = words[at]
    if not name:
        return False
    if word.says("team"):
        return True
    if word.text not in _PARTICLES or at + 1 >= len(words):
        return False
    behind = words[at + 1]
    owners = context.index.owners.by_word.get(behind.text, ())
    is_of_team = any(owner.kind == "group" for owner in owners)  # `Ann Lee van Network Operations`
    return not is_of_team and _is_name_word(context, behind)


def _is_user(context: ClauseContext, word: Word) -> bool:
    """Whether a word is how a result calls somebody: `jsmith`."""
    return (
        any(
            same_person(word.text, known.text)
            for record in context.index.records.all
            for known in record.values("assignee")
        )
        or word.text in context.index.journal.authors
    )


def says_team(words: Iterable[str]) -> bool:
    """Whether one of some words is one for a team."""
    meaning = lexicon(ENGLISH).meaning
    return any("team" in meaning(word) for word in words)


def names_team(name: str) -> bool:
    """Whether a name has a word for a team, and is more than that."""
    if is_one_word(name):
        return False
    words = _SPLIT.split(folded(name))
    return _SERVICES in words or says_team(words)


def is_one_word(name: str) -> bool:
    """Whether a name is one word, which may be that of a place, or has a digit."""
    return len(_SPLIT.split(name)) == 1 or bool(_DIGIT.search(name))
