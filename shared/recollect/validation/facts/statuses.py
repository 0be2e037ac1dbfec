"""What an answer says of a status: `Status: Closed`, `it is not resolved`, `(Open, …)`."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from recollect.validation.facts.answer_sentences import names_record
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.judging import record_findings
from recollect.validation.facts.verdicts import FactFinding, ValueComparison
from recollect.validation.grammar.lexicon import ENGLISH
from recollect.validation.grammar.lexicons.organisations import VENDORS
from recollect.validation.grammar.quantifiers import is_quantified
from recollect.validation.grammar.words import Word
from recollect.validation.known.records import Record, ResultValue
from recollect.validation.known.values import (
    FAMILIES,
    OVER,
    negation_disagrees,
    status_agrees,
    statuses_in,
)

_ENDED: Final = frozenset({"resolved", "closed"})
"""What stands for each other: the incident was closed that is resolved."""

_WITHIN: Final = frozenset(
    "in within after innerhalb nach en dans apres tras entro dopo na".split()
)
"""Behind a status that tells how long something took: `SCS0012345, solved in an hour`."""

_ASKING: Final = frozenset(["how", "why", "whether", "wie", "warum", "como", "comment", "perche"])
_NARROWING: Final = frozenset(["number", "not", "not_be", "not_all", "some", "most", "half"])
"""Cues that a clause may be of some, of which a bracket tells: `62 % of the pods are healthy`."""

_PARTLY: Final = frozenset(
    """
    half partly partially halb teilweise moitie partiellement medias parcialmente meio meta
    parzialmente deels gedeeltelijk
    """.split()
)
"""Before a status that something has in part alone."""

_SINCE: Final = re.compile(r"\s+(?:(?P<day>since|seit|depuis|desde|da|sinds)|for)\b")
"""What stands behind `open` where it tells how long something has not been over."""

# Said with `was` or `wurde`, these are of the past; the others are what came of it.
_ADJECTIVES: Final = frozenset({"new", "open", "pending", "in_progress"}) | {
    status for status, family in FAMILIES.items() if family != "case"
}
_VERB_LAST: Final = frozenset({"german", "dutch"})
_FAR: Final = 6
_NEAR: Final = 4
_CLOSE: Final = 3
_CAUSES: Final = frozenset(["crashing", "degraded"])
"""States of pods that tell why, of which there are others."""

_OF_ALL_PODS: Final = re.compile(r"\d of \d+ pods")
_QUEUED: Final = frozenset("in im dans en na no nella nel with bei beim chez con bij".split())
"""Behind `waiting` the place where what nobody has yet is waiting: `waiting with Field Support`."""
_AWAITS: Final = "awaits"
"""A status that is its own verb."""
_ANEW: Final = "neu"
"""Said of what is done once more, as in `neu gestartet`."""
_MOST_BEFORE: Final = 40
_SHORT: Final = 80
_How = Literal["field", "exactly", "roughly"]
"""How a status is meant: as the value of its field, standing for itself, or in a sentence."""

_ASSIGNING: Final = frozenset({":", "=", "->", "\u2192"})


def status_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on statuses in a clause."""
    clause = context.clause
    if not clause.states or clause.is_event or is_quantified(clause) or context.sentence.is_heading:
        return
    if not _ASKING.isdisjoint(clause.texts) or context.sentence.has_exception:
        return  # nothing says how it was solved; all are up except one
    if _is_of_vendor(context):
        return
    for at, word in [(at, word) for at, word in enumerate(clause.words) if word.means]:
        statuses = word.of("status:")
        is_over = "resolves" in word.means or not OVER.isdisjoint(statuses)
        if is_over and _is_act(context, at):
            yield from _over(context, word, OVER)
        elif not statuses and "label:closed" in word.means:
            yield from _of_day(context, at, word)
        elif statuses and not _is_in_part(clause.words[max(0, at - _FAR) : at]):
            yield from _of_word(context, at, word)


def _of_day(context: ClauseContext, at: int, word: Word) -> Iterator[FactFinding]:
    """The finding on a ticket that is said to be over since a time: `was resolved at 13:20`."""
    behind = context.clause.words[at + 1 : at + _FAR]
    if any(each.form == "date" for each in behind) and (verb := _verb(context, at)) is not None:
        denied = _is_denied(context, max(0, verb - 1), at)
        yield from _over(context, word, OVER, denied=denied)


def _is_in_part(before: Sequence[Word]) -> bool:
    """Whether what has a status has it in part: `half of it is solved`."""
    return any(word.text in _PARTLY or word.says("half") for word in before)


def _is_of_vendor(context: ClauseContext) -> bool:
    """Whether a clause is of a case that somebody else has: `the vendor case is open`, `it is`."""
    is_it = context.clause.words[0].says("it")
    before = [word.text for word in context.sentence.before] if is_it else []
    return not VENDORS.isdisjoint((*context.clause.texts, *before))


def _of_word(context: ClauseContext, at: int, word: Word) -> Iterator[FactFinding]:
    """The finding on a status, by how it is said."""
    statuses = word.of("status:")
    behind = context.clause.words[at + 1 : at + _NEAR - 1]
    if "open" in statuses and any(each.form == "date" for each in behind):
        return  # `aberto a 4 de março`: when it was opened
    if "pending" in statuses and behind and behind[0].text in _QUEUED:
        return
    if "open" in statuses and (since := _SINCE.match(context.fold, word.end)):
        before = context.clause.words[max(0, at - _NEAR) : at]
        leads = [each for each in before if not each.says("adverb")]
        if since["day"] and leads and leads[-1].says("be"):
            yield from _over(context, word, OVER, denied=True)
    elif (labelled := _label(context.clause.words, at)) is not None:
        begin = _behind_colon(context.clause.words, at)
        yield from _found(context, word, statuses, labelled, denied=_is_denied(context, begin, at))
    elif word.text == _AWAITS and context.clause.subject:
        yield from _found(context, word, statuses, "roughly", denied=_is_denied(context, 0, at))
    elif _is_fragment(context, at):
        yield from _of_fragment(context, word, behind)
    elif _leads(context, at):
        yield from _found(context, word, statuses, "roughly", denied=False)
    elif (verb := _verb(context, at)) is not None:
        yield from _of_verb(context, at, word, verb)


def _of_fragment(
    context: ClauseContext, word: Word, behind: Sequence[Word]
) -> Iterator[FactFinding]:
    """The finding on a status that stands for itself; `solved in an hour` may be closed."""
    statuses = word.of("status:")
    if behind and behind[0].text in _WITHIN and not statuses.isdisjoint(_ENDED):
        yield from _over(context, word, _ENDED)
    else:
        yield from _found(context, word, statuses, "exactly", denied=False)


def _of_verb(context: ClauseContext, at: int, word: Word, verb: int) -> Iterator[FactFinding]:
    """The finding on a status behind a verb; what was closed may be resolved."""
    statuses = word.of("status:")
    said = context.clause.words[verb]
    denied = _is_denied(context, max(0, verb - 1), at)
    if said.says("was") and not statuses.isdisjoint(_ENDED):
        yield from _over(context, word, _ENDED, denied=denied)
    elif _fits_verb(said, statuses):
        yield from _found(context, word, statuses, "roughly", denied=denied)


def _found(
    context: ClauseContext, word: Word, statuses: frozenset[str], how: _How, *, denied: bool
) -> Iterator[FactFinding]:
    families = {FAMILIES[each] for each in statuses}
    # In other languages one word is said for several: `in Bearbeitung` for Open.
    is_literal = how == "field" and context.lexicon.language == ENGLISH
    is_narrow = "else" in context.sentence.texts or not _NARROWING.isdisjoint(context.clause.cues)
    is_whole = how == "field" or not is_narrow

    def judge(known: ResultValue) -> ValueComparison:
        # `Degraded (9 of 14 pods healthy)` is the field's one status.
        has = statuses_in(known.text.partition("(")[0] if is_whole else known.text)
        kinds = {FAMILIES[each] for each in has}
        # Of pods there is but this one status; a service of a ticket may have one of its own.
        if families.isdisjoint(kinds) and not (kinds == {"pod"} and how == "field"):
            return "unclear"
        # It isn't crashing, it's just not ready; of all pods, and not of the one that is named.
        is_cause = denied and word.text in _CAUSES
        if is_cause or (context.sentence.records and _OF_ALL_PODS.search(known.text)):
            return "unclear"
        if denied:
            return "same" if any(negation_disagrees(each, has) for each in statuses) else "other"
        if is_literal:
            return "other" if statuses.isdisjoint(has) else "same"
        if any(status_agrees(each, has, exactly=how != "roughly") for each in statuses):
            return "same"
        return "other"

    records: Sequence[Record] = context.about(word.start)
    yield from record_findings(
        context, "status", (word,), records, ("status",), judge, denied=denied
    )


def _is_act(context: ClauseContext, at: int) -> bool:
    """Whether a status is what somebody did to the ticket: `Ann closed the case`."""
    words = context.clause.words
    if not at or context.supposes:
        return False
    before = words[at - 1]
    behind = next((word for word in words[at + 1 :] if not word.says("adverb")), None)
    is_name = before.form == "word" and not before.means
    is_case = behind is not None and behind.says("case")
    is_told = is_name and context.answer[before.start].isupper() and is_case
    return is_told and not _is_denied(context, 0, at)


def _over(
    context: ClauseContext, word: Word, ends: frozenset[str], *, denied: bool = False
) -> Iterator[FactFinding]:
    """The finding on a ticket that is said to be over in one of several ways, or open since."""

    def judge(known: ResultValue) -> ValueComparison:
        has = statuses_in(known.text)
        if not has or all(FAMILIES[each] != "case" for each in has):
            return "unclear"
        return "other" if ends.isdisjoint(has) else "same"

    records = context.about(word.start)
    yield from record_findings(
        context, "status", (word,), records, ("status",), judge, denied=denied
    )


def _label(words: Sequence[Word], at: int) -> _How | None:
    """How a status is meant behind `Status:`, or behind `the status is`; None where it is not."""
    is_field = False
    for word in reversed(words[max(0, at - _FAR) : at]):
        if word.says("label:status"):
            return "field" if is_field else "roughly"
        if word.form == "mark":
            is_field = is_field or word.text in _ASSIGNING
        elif not (
            word.says("be", "been", "adverb", "determiner", "case", "not", "item", "share")
            or word.form in {"name", "number"}
        ):
            return None
    return None


def _behind_colon(words: Sequence[Word], at: int) -> int:
    """Where what leads a label ends in a colon: `it isn't closed: status Resolved`."""
    label = next((one for one in range(at, -1, -1) if words[one].says("label:status")), at)
    return next((one for one in range(label, -1, -1) if words[one].text == ":"), 0)


def _is_fragment(context: ClauseContext, at: int) -> bool:
    """Whether a status stands for itself: in brackets behind a case, or as the whole answer."""
    clause = context.clause
    words = clause.words
    before = clause.sentence[clause.at - 1] if clause.at else None
    leads = [
        word
        for word in words[max(0, at - _MOST_BEFORE) : at]
        if (word.says("be") or not word.says("adverb", "determiner", "not")) and word.form != "mark"
    ]
    if any(word.form not in {"name", "number"} and not word.says("case") for word in leads):
        return False
    after = words[at + 1] if at + 1 < len(words) else None
    if after is not None and after.form != "mark" and not after.says("and", "adverb", "when"):
        return False
    if any(word.says("not") for word in words[:at]):
        return False
    if before is not None and before.text == "(":
        return _names_record(context, clause.at)
    if _names_record(context, clause.at + at):
        return True
    is_label = after is not None and after.text == ":"
    return clause.is_first and len(context.answer) < _SHORT and not leads and not is_label


def _leads(context: ClauseContext, at: int) -> bool:
    """Whether a status begins a line of its only ticket: `In progress, P4, with the desk`."""
    words = context.clause.words
    behind = words[at + 1 : at + 2]
    if not context.clause.is_first or context.index.records.main is None:
        return False
    if any(word.form != "mark" and not word.says("adverb") for word in words[:at]):
        return False
    if behind and (behind[0].form != "mark" or behind[0].text == ":"):
        return False  # `Open: the report for the auditors`, a label of its own
    start = words[0].start
    line = context.answer[context.answer.rfind("\n", 0, start) + 1 : start]
    # In `| New | nobody looked at it |` it is one of a column.
    return "|" not in line and not any(map(str.isalnum, line))


def _names_record(context: ClauseContext, before: int) -> bool:
    """Whether a word of the line names a record before a place of it."""
    line = context.clause.sentence
    end = line[before].start if before < len(line) else line[-1].end
    named = (word for word, record in context.sentence.records if record is not None)
    first = next(named, None)
    return first is not None and first.end <= end


def _verb(context: ClauseContext, at: int) -> int | None:
    """The place of the verb that says a status of a ticket, an item or what was spoken of."""
    words = context.clause.words
    before = words[max(0, at - _MOST_BEFORE) : at]
    if context.clause.subject == "" and not context.referents.describes_one(before):
        return None
    names = [word for word in before if word.form == "name"]
    if not names and context.clause.subject == "item":
        names = [each for each in context.sentence.names_spoken if each.end <= words[at].start]
    if names and not any(names_record(context.index.records, word) for word in names):
        return None  # rooms C7 and C8 are still waiting
    far = _FAR if context.lexicon.language in _VERB_LAST else 0
    for place in range(at - 1, max(-1, at - 1 - _MOST_BEFORE), -1):
        word = words[place]
        if word.says("be", "been", "was"):
            is_told = _ends(context, at) and not _is_of_else(words, place)
            return place if is_told else None
        if word.says("adverb", "not", "determiner", "and", "share") or word.of("status:"):
            continue
        far -= 1
        if far < 0 or word.form == "mark":
            return None
    return None


def _is_of_else(words: Sequence[Word], verb: int) -> bool:
    """Whether something else stands before a verb: `its cause is known and the fix is waiting`."""
    before = words[max(0, verb - _CLOSE) : verb]
    return (
        len(before) == _CLOSE
        and before[0].says("and")
        and before[1].says("determiner")
        and before[2].form == "word"
        and not before[2].means
    )


def _ends(context: ClauseContext, at: int) -> bool:
    """Whether a status is not what describes the next word, as in `is an open question`."""
    words = context.clause.words
    if at + 1 >= len(words):
        return True
    after = words[at + 1]
    if after.form == "word" and words[at].text == _ANEW:
        return False
    return bool(
        after.form != "word"
        or after.means
        or after.text in context.lexicon.common
        or context.lexicon.language != ENGLISH
    )


def _fits_verb(verb: Word, statuses: frozenset[str]) -> bool:
    return verb.says("be") or statuses.isdisjoint(_ADJECTIVES)


def _is_denied(context: ClauseContext, begin: int, at: int) -> bool:
    """Whether a word denies between two places."""
    denials = context.denials
    first = bisect_left(denials, begin)
    return first < len(denials) and denials[first] < at
