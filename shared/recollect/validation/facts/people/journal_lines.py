"""Lines of an answer that repeat a line of a journal: `15:30 - jsmith: Escalated`."""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, finding, verdict_if
from recollect.validation.grammar.clauses import MAX_SENTENCE_WORDS
from recollect.validation.grammar.words import Word
from recollect.validation.known.passages import JournalLine
from recollect.validation.known.values import same_person

_MIN_SHARED_STEMS: Final = 2
_MIN_STEM_SHARE: Final = 0.6
_MAX_NAME_CHARACTERS: Final = 60
_MAX_NAME_WORDS: Final = 3


def writer_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The finding on the author of a line such as `15:30 - jsmith: Escalated`.

    The journal's line with the same text tells who wrote it.
    """
    clause = context.clause
    if not (clause.is_first and clause.is_event) or len(clause.words) > MAX_SENTENCE_WORDS:
        return
    name = _writer(clause.sentence)
    entry = repeated_entry(context) if name else None
    if entry is None or not entry.who:
        return
    is_same = same_person(context.original_text(name), entry.who)
    yield finding(name, "person", verdict_if(is_same), entry.result_value)


def repeated_entry(context: ClauseContext) -> JournalLine | None:
    """The only line of a journal that a sentence repeats, the names of people apart; else None."""
    stems = context.stems - context.index.people.stems
    fitting = [
        (shared, entry)
        for shared, entry in context.index.journal.with_any_of(stems)
        if shared >= max(_MIN_SHARED_STEMS, _MIN_STEM_SHARE * len(entry.stems))
    ]
    if not fitting:
        return None
    best = max(count for count, _ in fitting)
    found = [entry for count, entry in fitting if count == best]
    return found[0] if len({entry.result_value.text for entry in found}) == 1 else None


def entry_at_stated_time(context: ClauseContext) -> JournalLine | None:
    """The line of a journal at the sentence's only time of day, if both share enough stems.

    None if the sentence has several times, or the journal several lines at that time.
    """
    clocks = {moment for moment in context.sentence.moments if moment.clock is not None}
    fitting = [each for moment in clocks for each in context.index.journal.at(moment)]
    is_same = (
        len(clocks) == len(fitting) == 1
        and len(context.stems & fitting[0].stems) >= _MIN_SHARED_STEMS
    )
    return fitting[0] if is_same else None


def _writer(line: Sequence[Word]) -> list[Word]:
    """The name of the author: the words between the first dash and the colon; else empty."""
    begin = next(
        (at for at, word in enumerate(line) if word.text.strip() in {"\u2013", "\u2014", "-"}), None
    )
    if begin is None:
        return []
    end = next((at for at in range(begin, len(line)) if line[at].text == ":"), None)
    name = list(line[begin + 1 : end]) if end is not None else []
    is_short = 0 < len(name) <= _MAX_NAME_WORDS
    return name if is_short and name[-1].end - name[0].start <= _MAX_NAME_CHARACTERS else []
