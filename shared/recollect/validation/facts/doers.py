"""Who is said to have done what a line of a journal tells of another.

By the time of that line, or by most of its words; nobody is named in the sentence who did it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.authors import is_known, may_be, mentions, people_named, verb_behind
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.dates import tells_now
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.grammar.clauses import MOST_WORDS
from recollect.validation.grammar.words import Word, place_at
from recollect.validation.known.passages import Entry

_FEWEST, _MOST = 2, 3
_MUCH: Final = 3
_SHARE: Final = 0.5
_SURE: Final = 4
_FOR: Final = frozenset(["for", "to", "tell", "fur", "an", "para", "per", "pour", "voor", "aan"])
_AGENT: Final = frozenset(["by", "von", "por", "par", "da", "door", "was"])
"""Before who did something: `closed by Ann`, `it was Ann who`."""

_REFERRING: Final = frozenset(
    """
    after before since to the from until nach vor seit auf despues desde apres depuis dopo dal dalle
    depois sinds na
    """.split()
)
"""Before a time that is not that of what is told: `since 14:10`, `the 09:20 entry`."""


def doer_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on people said to have done what a line of a journal tells of another.

    The sentence gives the time of that line, or says much of what it says, and more of that than
    of what they did; and it names nobody who did.
    """
    line = context.clause.line
    if len(line) > MOST_WORDS or context.supposes or context.line.denies:
        return
    names = list(people_named(context))
    named = [name for name in names if _is_of_journal(context, name)]
    if not named:
        return
    told = [context.written(each) for each in names]
    said = context.own_stems - context.index.people.stems
    sharing = [each for each in context.index.journal.sharing(said) if each[1].who]
    timed = _at_its_time(context)
    for name in named[:_MOST]:
        text = context.written(name)
        is_then = bool(timed) and not any(_is_theirs(each, name, text) for each in timed)
        found = _then_told(timed, said) if is_then else _best_told(sharing, name, text, said)
        if found is None or not found.is_own or not is_known(context, text):
            continue
        is_named = any(may_be(each, found.who) for each in told)
        if not is_named and (is_then or _acts(context, name)):
            yield FoundFact(name[0].start, name[-1].end, "person", "contradicted", found.known)


def _at_its_time(context: ClauseContext) -> Sequence[Entry]:
    """The entries of the only time that a sentence gives, unless it is told from then, or as of."""
    line = context.clause.line
    dates = [at for at, word in enumerate(line) if word.form == "date"]
    if any(tells_now(line, at) or (at and line[at - 1].text in _REFERRING) for at in dates):
        return ()
    clocks = [each for each in context.line.moments if each.clock is not None]
    if len(clocks) != 1:
        return ()
    return [each for each in context.index.journal.entries if clocks[0].agrees(each.moment)]


def _then_told(timed: Sequence[Entry], said: frozenset[str]) -> Entry | None:
    """The entry of a time that shares most with what is said, and two words at least."""
    best = max(timed, key=lambda each: len(said & each.stems))
    return best if len(said & best.stems) >= _FEWEST else None


def _best_told(
    sharing: Sequence[tuple[int, Entry]], name: Sequence[Word], text: str, said: frozenset[str]
) -> Entry | None:
    """The entry of another that shares half of what is said, and much more than those of one."""
    if not sharing or sharing[0][0] < max(_SURE, _SHARE * len(said)):
        return None
    shared, best = sharing[0]
    own = (each for each, entry in sharing if _is_theirs(entry, name, text))
    return best if shared - next(own, 0) >= _MUCH else None


def _is_theirs(entry: Entry, name: Sequence[Word], text: str) -> bool:
    """Whether an entry is somebody's, or names them."""
    return may_be(text, entry.who) or mentions(entry, name)


def _acts(context: ClauseContext, name: Sequence[Word]) -> bool:
    """Whether somebody does what a clause tells: it begins with them, or they stand behind `by`."""
    words = context.clause.words
    at = place_at(words, name[0].start)
    return (at > 0 and words[at - 1].text in _AGENT) or verb_behind(context, name) is not None


def _is_of_journal(context: ClauseContext, name: Sequence[Word]) -> bool:
    """Whether a name is a full one, or a user's, of somebody who has a record or wrote of one.

    Not where something is told of what is theirs, or to them: `Ann Lee's users`, `for Ann Lee: …`.
    """
    at = place_at(context.clause.words, name[0].start)
    is_told = at > 0 and context.clause.words[at - 1].text in _FOR
    if is_told or context.fold[name[-1].end : name[-1].end + 1] in {"'", "\u2019", ":", ","}:
        return False
    if context.is_author(name):
        return True
    people = context.index.people.words
    return _FEWEST <= len(name) <= _MOST and all(word.text in people for word in name)
