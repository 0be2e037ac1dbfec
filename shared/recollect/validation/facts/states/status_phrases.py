"""How a clause gives a status: behind its label, standing alone, leading a line, behind a verb.

`Status: Closed`, `SCS0012345 (Open)`, `In progress, P4`, `it is not resolved`.
"""

from collections.abc import Sequence
from typing import Final, Literal

from recollect.validation.facts.context.answer_sentences import names_record
from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.grammar.words import Word, any_means
from recollect.validation.known.values import FAMILIES, RUNNING

# With `was` or `wurde`, these are states of the past; all other statuses are what came of it.
_ADJECTIVES: Final = RUNNING | {status for status, family in FAMILIES.items() if family != "case"}
_VERB_LAST_LANGUAGES: Final = frozenset({"german", "dutch"})
_WINDOW: Final = 6
_SUBJECT_WORDS: Final = 3
_MAX_WORDS_BEFORE: Final = 40
_MAX_SHORT_ANSWER: Final = 80
StatusForm = Literal["field", "exactly", "roughly"]
"""How a clause gives a status: as its field's value, standing alone, or within a sentence."""

_COLONS: Final = frozenset({":", "=", "->", "\u2192"})


def form_behind_label(words: Sequence[Word], at: int) -> StatusForm | None:
    """How the status at `at` is given behind `Status:` or `the status is`; None without a label."""
    is_field = False
    for place in range(at - 1, max(0, at - _WINDOW) - 1, -1):
        word = words[place]
        if word.means_any("label:status"):
            is_of_level = any_means(words[max(0, place - 1) : place], "label:sla")
            return None if is_of_level else "field" if is_field else "roughly"
        if word.form == "mark":
            is_field = is_field or word.text in _COLONS
        elif not (
            word.means_any("be", "been", "adverb", "determiner", "case", "not", "item", "share")
            or word.form in {"name", "number"}
        ):
            return None
    return None


def place_behind_colon(words: Sequence[Word], at: int) -> int:
    """The place of the colon before a status label: `it isn't closed: status Resolved`; else 0."""
    label = next((one for one in range(at, -1, -1) if words[one].means_any("label:status")), at)
    return next((one for one in range(label, -1, -1) if words[one].text == ":"), 0)


def stands_alone(context: ClauseContext, at: int) -> bool:
    """Whether the status at `at` stands alone: in brackets after a case, or as the whole answer."""
    clause = context.clause
    words = clause.words
    before = clause.sentence[clause.at - 1] if clause.at else None
    leads = [
        word
        for word in words[max(0, at - _MAX_WORDS_BEFORE) : at]
        if (word.means_any("be") or not word.means_any("adverb", "determiner", "not"))
        and word.form != "mark"
    ]
    if any(word.form not in {"name", "number"} and not word.means_any("case") for word in leads):
        return False
    after = words[at + 1] if at + 1 < len(words) else None
    if after is not None and after.form != "mark" and not after.means_any("and", "adverb", "when"):
        return False
    if any_means(words[:at], "not"):
        return False
    if before is not None and before.text == "(":
        return _names_record(context, clause.at)
    if _names_record(context, clause.at + at):
        return True
    is_label = after is not None and after.text == ":"
    return (
        clause.is_first and len(context.answer) < _MAX_SHORT_ANSWER and not leads and not is_label
    )


def leads_line(context: ClauseContext, at: int) -> bool:
    """Whether a status begins a line about the only ticket: `In progress, P4, with the desk`."""
    words = context.clause.words
    behind = words[at + 1 : at + 2]
    if not context.clause.is_first or context.index.records.main is None:
        return False
    if any(word.form != "mark" and not word.means_any("adverb") for word in words[:at]):
        return False
    if behind and (behind[0].form != "mark" or behind[0].text == ":"):
        return False  # `Open: the report for the auditors`, a label of its own
    start = words[0].start
    line = context.answer[context.answer.rfind("\n", 0, start) + 1 : start]
    # In `| New | nobody looked at it |` the status is in a column of a table.
    return "|" not in line and not any(map(str.isalnum, line))


def _names_record(context: ClauseContext, before: int) -> bool:
    """Whether a record is named in the sentence before place `before`."""
    line = context.clause.sentence
    end = line[before].start if before < len(line) else line[-1].end
    named = (word for word, record in context.sentence.records if record is not None)
    first = next(named, None)
    return first is not None and first.end <= end


def verb_before(context: ClauseContext, at: int) -> int | None:
    """The place of the verb that gives the status at `at` to a record; None if there is none."""
    words = context.clause.words
    before = words[max(0, at - _MAX_WORDS_BEFORE) : at]
    if context.clause.subject == "" and not context.referents.describes_one(before):
        return None
    names = [word for word in before if word.form == "name"]
    if not names and context.clause.subject == "item":
        names = [
            each for each in context.sentence.names_with_previous if each.end <= words[at].start
        ]
    if names and not any(names_record(context.index.records, word) for word in names):
        return None  # rooms C7 and C8 are still waiting
    far = _WINDOW if context.lexicon.language in _VERB_LAST_LANGUAGES else 0
    for place in range(at - 1, max(-1, at - 1 - _MAX_WORDS_BEFORE), -1):
        word = words[place]
        if word.means_any("be", "been", "was"):
            is_status = _describes_nothing(context, at) and not _has_other_subject(words, place)
            return place if is_status else None
        if word.means_any("adverb", "not", "determiner", "and", "share") or word.means_some(
            "status:"
        ):
            continue
        far -= 1
        if far < 0 or word.form == "mark":
            return None
    return None


def _has_other_subject(words: Sequence[Word], verb: int) -> bool:
    """Whether a verb has another subject: `its cause is known and the fix is waiting`."""
    before = words[max(0, verb - _SUBJECT_WORDS) : verb]
    return (
        len(before) == _SUBJECT_WORDS
        and before[0].means_any("and")
        and before[1].means_any("determiner")
        and before[2].is_unknown
    )


def _describes_nothing(context: ClauseContext, at: int) -> bool:
    """Whether the status at `at` does not describe the next word, as in `is an open question`."""
    words = context.clause.words
    if at + 1 >= len(words):
        return True
    after = words[at + 1]
    if after.form == "word" and words[at].text == "neu":
        return False  # `neu gestartet`: once more
    return bool(
        after.form != "word"
        or after.means
        or after.text in context.lexicon.common
        or context.lexicon.is_foreign
    )


def fits_verb(verb: Word, statuses: frozenset[str]) -> bool:
    """Whether a verb gives a present status: `is`, or any verb for what came of something."""
    return verb.means_any("be") or statuses.isdisjoint(_ADJECTIVES)
