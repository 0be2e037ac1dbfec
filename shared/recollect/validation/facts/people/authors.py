"""People in an answer, who are wrong where a journal says that somebody else did the same.

`Ann Lee rebooted it`, where Bo Li did. People whom no result names are in `unknown_people`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.facts.people.journal_lines import entry_at_stated_time
from recollect.validation.facts.people.name_words import is_team_name
from recollect.validation.facts.people.unknown_people import unknown_person_findings
from recollect.validation.grammar.folding import folded, stands_in
from recollect.validation.grammar.lexicons.particles import AT
from recollect.validation.grammar.words import Word, any_among, any_means, place_at, word_set
from recollect.validation.known.passages import JournalLine, stems_of
from recollect.validation.known.record_models import ResultValue
from recollect.validation.known.values import TITLES, same_person

_BY: Final = word_set("by from von por par da door")
_DONE_BY: Final = _BY - {"from", "von", "da"}
_TIMES: Final = word_set("utc today yesterday")
"""Words between a time and the person who did something then."""

_NOTES: Final = word_set("note notes entry entries comment comments notiz eintrag nota note")
_MIN_STEMS: Final = 2
_MIN_STEM_SHARE: Final = 0.5
"""The stems that the words of an act and a line of a journal share at least, and their share."""

_STEM_CHARACTERS: Final = 5
_WRITING: Final = word_set("""
    noted wrote writes says said reports reported asks asked notes found told tells mentioned
    confirmed
""")
_WEEKDAY_ENDINGS: Final = ("day", "tag", "woch", "feira", "edi")
"""The endings of the days of a week."""

_MAX_GAP: Final = 3
"""Characters between two words of a name at most."""


def author_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on people in a clause: contradicted by a journal, or not in the results."""
    clause = context.clause
    if not clause.asserts_now:
        return
    has_journal = bool(context.index.journal.entries)
    for name in _people_named(context, clause.words):
        if _is_team(context, name) or any_among(name, _NOTES):
            continue
        text = context.original_text(name)
        is_name = has_journal and (len(name) > 1 or _may_name(name[0], context))
        contradicting = (
            _entry_meant(context, name, text) or _entry_of_same_act(context, name, text)
            if is_name
            else None
        )
        if contradicting is not None:
            yield contradiction(name, "person", contradicting)
        else:
            yield from unknown_person_findings(context, name)


def timed_author_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The finding on the only person of a sentence, where a journal names another for that time."""
    words = context.clause.sentence
    date = next(word for word in words if word.form == "date")
    entry = (
        entry_at_stated_time(context)
        if context.clause.asserts_now and date in context.clause.words
        else None
    )
    if entry is None or not entry.is_own:
        return
    people = [
        each
        for each in _people_named(context, words)
        if (len(each) > 1 or each[0].text in context.index.people.words)
        and _is_known(context, each)
    ]
    if len({context.folded_text(name) for name in people}) != 1:
        return
    name = people[0]
    is_other = not _may_be(context.original_text(name), entry.who) and not _mentions(entry, name)
    if is_other and _is_agent(words, name, date):
        yield contradiction(name, "person", entry.result_value)


def _is_agent(words: Sequence[Word], name: Sequence[Word], date: Word) -> bool:
    """Whether the person does what the sentence tells of that time: `cordoned by Ann Lee at 10:12`.

    Also `it was Ann Lee who saw it`, but not `we told Ann Lee`, nor `Ann Lee left, and at 10:12 …`.
    """
    at, last, then = (place_at(words, word.start) for word in (name[0], name[-1], date))
    before = next((each for each in reversed(words[:at]) if not each.means_any("adverb")), None)
    behind = next(iter(words[last + 1 :]), None)
    between = words[min(at, then) : max(at, then)]
    if any_means(between, "and", "but"):
        return False
    if before is not None and (before.text in _DONE_BY or before.means_any("be", "was")):
        return True
    begins = before is None or before.form in {"mark", "date"} or before.text in _TIMES
    if not begins or behind is None or behind.means_any("be", "been", "was"):
        return False
    return behind.form == "word" or behind.text == ":"


def _may_name(word: Word, context: ClauseContext) -> bool:
    """Whether a single word may be a name: a known person's, or any but a first word or weekday."""
    if word.text in context.index.people.words:
        return True
    return word is not context.clause.words[0] and not word.text.endswith(_WEEKDAY_ENDINGS)


def _is_team(context: ClauseContext, name: Sequence[Word]) -> bool:
    """Whether a name is that of a team: the second one of `Ann Lee of Network Services`."""
    text = context.folded_text(name)
    return is_team_name(text) or context.index.owners.has_team(text)


def _people_named(context: ClauseContext, words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """The people that may be named: adjacent capitalised words with no other meaning, no titles.

    The first may be an initial with its point (`J. Smith`). Also the two words by which a journal
    calls an author: `j.smith`.
    """
    most = len(words) - 1 if context.index.journal.authors else 0
    pairs = (words[at : at + 2] for at in range(most))
    yield from filter(context.is_author, pairs)
    answer = context.answer
    name: list[Word] = []
    for word in words:
        if (
            word.is_unknown
            and context.is_capitalised(word)
            and word.text not in TITLES
            and not (len(word.text) > 1 and answer[word.start : word.end].isupper())  # LTE
            and (not name or word.start - name[-1].end <= _MAX_GAP)
        ):
            name.append(word)
            continue
        if word.text == "." and len(name) == 1 and len(name[0].text) == 1:
            continue
        if name:
            yield name
        name = []
    if name:
        yield name


def _entry_meant(context: ClauseContext, name: Sequence[Word], text: str) -> ResultValue | None:
    """The entry of somebody else that the sentence means by its time, or any if it says `note`.

    None if one of the entries that may be meant is by the person, or mentions them.
    """
    words = context.clause.words
    entries = context.index.journal.entries
    at = place_at(words, name[0].start)
    if not entries or not at or words[at - 1].text not in _BY:
        return None
    fitting = [
        entry
        for entry in entries
        if any(
            each.clock is not None and each.agrees(entry.moment)
            for each in context.sentence.moments
        )
    ]
    if not fitting and any_among(context.clause.sentence, _NOTES):
        fitting = list(entries)
    if not fitting or any(_may_be(text, entry.who) or _mentions(entry, name) for entry in fitting):
        return None
    return fitting[0].result_value


def _may_be(name: str, user: str) -> bool:
    """Whether a name may be a user's; a single name must only have the initial: John, `jsmith`."""
    if same_person(name, user):
        return True
    return " " not in name and " " not in user and folded(name)[:1] == folded(user)[:1]


def _mentions(entry: JournalLine, name: Sequence[Word]) -> bool:
    """Whether a line has any word of a name, if the first name alone: `Gloria confirms it`."""
    return any(stands_in(word.text, folded(entry.result_value.text)) for word in name)


def _is_known(context: ClauseContext, words: Sequence[Word]) -> bool:
    """Whether a person wrote a line of a journal, or is the assignee or contact of a record."""
    name = context.original_text(words)
    is_author = any(same_person(name, each.who) for each in context.index.journal.entries)
    records = context.index.records.all
    return is_author or any(each.has_person(name, "assignee", "contact") for each in records)


def _verb_behind(context: ClauseContext, name: Sequence[Word]) -> Word | None:
    """The word behind a name at the beginning of a clause, which may be the verb; else None."""
    words = context.clause.words
    at = place_at(words, name[0].start)
    last = place_at(words, name[-1].start)
    behind = words[last + 1 : last + 2]
    if not behind or behind[0].form != "word" or behind[0].means_any("be", "been", "was", "and"):
        return None
    leading = (word for word in words[:at] if not word.means_any("adverb", "determiner"))
    telling = (word for word in leading if word.form not in {"date", "mark"})
    return (
        None if any(len(word.text) > 1 and word.text not in AT for word in telling) else behind[0]
    )


def _entry_of_same_act(
    context: ClauseContext, name: Sequence[Word], text: str
) -> ResultValue | None:
    """The entry by another author that tells what the person is said to have written or done."""
    verb = _verb_behind(context, name)
    if verb is None or not _is_act(verb.text) or not _is_known(context, name):
        return None
    stated_stems = stems_of(context.fold[verb.start : context.clause.words[-1].end])
    if verb.text in _WRITING:
        stated_stems -= {verb.text[:_STEM_CHARACTERS]}
    fitting = [
        entry
        for entry in context.index.journal.entries
        if len(stated_stems & entry.stems) >= max(_MIN_STEMS, _MIN_STEM_SHARE * len(stated_stems))
    ]
    own = [entry for entry in context.index.journal.entries if _may_be(text, entry.who)]
    if not fitting or any(not entry.is_own or _mentions(entry, name) for entry in fitting):
        return None
    best = max(len(stated_stems & entry.stems) for entry in fitting) if verb.text in _WRITING else 1
    return (
        None
        if any(len(stated_stems & entry.stems) >= best for entry in own)
        else fitting[0].result_value
    )


def _is_act(word: str) -> bool:
    return word in _WRITING or word.endswith("ed")
