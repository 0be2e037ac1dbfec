"""Check what an answer says of a priority: `Priority: 2 - High`, `high priority`, `P2`."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.answer_sentences import names_record
from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import record_findings
from recollect.validation.facts.findings.verdicts import FactFinding, ValueComparison, same_if
from recollect.validation.grammar.lexicons.particles import HAVING, OR
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import (
    LEVEL,
    Word,
    any_among,
    any_means,
    is_denied,
    is_nothing,
    word_set,
)
from recollect.validation.known.record_models import ResultValue
from recollect.validation.known.values import levels_in

_LEVEL: Final = re.compile(r"[1-5]")
_RATED: Final = word_set("rated ranked classed eingestuft classe clasificado")
"""Words before a level among values: `open, rated critical, with Ann`."""

_PLURALS: Final = word_set("casi incidenti falle fallen vorfalle vorfallen zaken")
"""Words for several cases that do not end in s."""

_BEFORE_ONE_OF: Final = word_set("among including darunter dont incluido fra tra")
"""Words before one of several cases: `Ann has two, among them the P1`."""

_RAISING: Final = word_set("""
    raise raising lower lowering upgrade upgrading downgrade downgrading escalate escalating bump
    bumping change changing hochstufen hochzustufen herabstufen herabzustufen anheben anzuheben
    erhohen senken passer relever augmenter baisser subir elevar bajar aumentar alzare elevare
    verhogen verlagen
""")
"""Verbs for a change of priority that is asked for or possible: `raise it to P1`."""

_FOR: Final = word_set("for fur pour para per voor")
_THAN: Final = word_set("than")
"""Words before a level that another record has: `less severe than a P1`."""

_MAX_WORDS_TO_THAN: Final = 3
_MAX_WORDS_TO_DENIAL: Final = 3
_MAX_VALUE_WORDS: Final = 9
_ENDS: Final = frozenset({",", ";", ".", "\n", "|", "!"})
_LABEL_WINDOW: Final = 2


def priority_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on priorities in a clause: on codes such as P2, labels and words for a level."""
    clause = context.clause
    is_heading = context.sentence.is_heading and context.index.records.main is None
    if not clause.asserts_now or clause.is_event or context.quantity is not None or is_heading:
        return
    if context.is_own_plan or any(is_nothing(word) for word in clause.words):
        return  # I'd start at P3; nothing in the list is P1
    if not _RAISING.isdisjoint(clause.texts):
        return
    denied_places = (at for at, word in enumerate(clause.words) if word.means_any("none", "nobody"))
    denied_from = next(denied_places, len(clause.words))
    for at, word in enumerate(clause.words):
        near = clause.words[max(0, at - _MAX_WORDS_TO_THAN) : at]
        if any_among(near, _THAN) and all(each.form != "mark" for each in near):
            continue
        if LEVEL.fullmatch(word.text) and not _is_choice(clause.words, at):
            level = frozenset({int(word.text[1])})
            before = clause.words[max(0, at - 2) : at]
            # Somebody who `has a P1` has such a case among others: no record is said to be P1.
            is_other = any_among(before[-2:-1], HAVING)
            is_other = (
                is_other or _is_counted(before) or (bool(before) and before[-1].means_any("from"))
            )
            is_other = is_other or (len(before) == 1 and before[0].text in _FOR)  # `For P1, …`
            is_other = is_other or not _BEFORE_ONE_OF.isdisjoint(clause.texts)
            if not is_other and at <= denied_from:
                denied = is_denied(clause.words[max(0, at - _MAX_WORDS_TO_DENIAL) : at])
                yield from _level_findings(context, (word,), level, denied=denied)
        elif word.means_any("label:priority"):
            yield from _labelled_findings(context, at)
        elif word.means_some("priority:") and (_is_only_claim(context, at) or _is_in_list(context)):
            denied = is_denied(clause.words[max(0, at - _MAX_WORDS_TO_DENIAL) : at])
            yield from _level_findings(context, (word,), _levels(word), denied=denied)


def _is_counted(before: Sequence[Word]) -> bool:
    """Whether a number before a level counts records: `one is P1, two are P2`."""
    is_article = bool(before[-2:-1]) and before[-2].means_any("be")  # `ist ein P1`
    if before and number_of(before[-1]) is not None and not is_article:
        return True  # `one P1, SCS0012345, and one P2`
    is_verb = before[-1:] and before[-1].means_any("be")
    return bool(is_verb) and any(number_of(word) is not None for word in before[-2:-1])


def _is_choice(words: Sequence[Word], at: int) -> bool:
    """Whether the level at `at` is one of several: `P1 or P2`, `pools P1 and P2`."""
    near = words[max(0, at - 1) : at + 2]
    levels = [word for word in words[max(0, at - 2) : at + 3] if LEVEL.fullmatch(word.text)]
    is_joined = len(levels) > 1 and any_means(near, "and")
    return is_joined or any_among(near, OR)


def _is_only_claim(context: ClauseContext, at: int) -> bool:
    """Whether a clause says only this level of a record that it names: `SCS0012345 is critical`.

    `The database incident is rated critical` names the only record that there is.
    """
    words = context.clause.words
    behind = [word for word in words[at + 1 :] if word.form != "mark"]
    if behind and not (
        len(behind) == 1 and (behind[0].text == "one" or behind[0].means_any("case"))
    ):
        return False  # `SCS0012345 is the critical one`
    rest = [word for word in words[:at] if word.form != "mark"]
    records = context.index.records
    is_only = context.clause.subject == "case" and records.main is not None
    is_only = is_only and not _names_cases(rest)
    named = (
        names_record(records, word) or (is_only and word.means_any("case", "it")) for word in rest
    )
    ends = (place for place, is_name in enumerate(named, 1) if is_name and (is_only or place == 1))
    behind = rest[next(ends, len(rest)) :]
    return bool(behind) and all(
        word.means_any("be", "adverb", "determiner") or word.text in _RATED for word in behind
    )


def _is_in_list(context: ClauseContext) -> bool:
    """Whether the clause is one of a record's listed values: `SCS0012345: open, critical, Ann`."""
    line = context.clause.sentence
    before = [word for word in line[: context.clause.at] if word.form == "word"][-1:]
    return (
        not any_means(before, "label:other")  # `urgency 1 - High`
        and all(
            word.text in _RATED or word.means_some("priority:") for word in context.clause.words
        )
        and any(names_record(context.index.records, word) for word in line)
        and not any_means(line, "label:priority")
    )


def _labelled_findings(context: ClauseContext, at: int) -> Iterator[FactFinding]:
    """The finding on the level behind or before the label at `at`."""
    clause = context.clause
    before_it = (*context.referents.before_bracket, *clause.words[:at])
    sentence = context.sentence
    is_of_one = sentence.named_between(sentence.words[0].start, clause.words[at].start)
    is_of_several = _names_cases(before_it) and not is_of_one
    counts = any(
        number_of(word) is not None for word in clause.words[max(0, at - _LABEL_WINDOW) : at - 1]
    )
    if is_of_several or counts or any_means(before_it, "none"):
        return  # none of the four had priority 1; a search for some of it; two with priority 2
    value = _value(clause.sentence[clause.at + at + 1 :][:_MAX_VALUE_WORDS])
    before = clause.words[max(0, at - _LABEL_WINDOW) : at]
    if not value:
        value = [word for word in before if word.means_some("priority:")][-1:]
    levels = frozenset(level for word in value for level in _levels(word))
    if levels:
        near = clause.words[at : at + _LABEL_WINDOW + 1]
        # The ticket may be named between them: "the priority of SCS0001234 is not P4".
        before_value = [word for word in clause.words[at:] if word.start < value[0].start]
        denied = is_denied(clause.words[max(0, at - 4) : at]) or any_means(
            (*near, *before_value), "not", "not_be"
        )
        yield from _level_findings(context, value, levels, denied=denied)


def _names_cases(words: Sequence[Word]) -> bool:
    """Whether words name several cases: `non risultano casi aperti`."""
    return any(
        word.means_any("case") and (word.text.endswith("s") or word.text in _PLURALS)
        for word in words
    )


def _value(words: Sequence[Word]) -> list[Word]:
    """The words for a level behind its label, with those in brackets or behind a dash."""
    value: list[Word] = []
    for word in words:
        if (word.form == "mark" and word.text in _ENDS) or (
            word.means_some("label:") and not value
        ):
            break
        if word.means_any("to"):
            value = []
        elif _levels(word) and not word.means_some("unit:"):
            value.append(word)
        elif (value and word.form != "mark") or (
            word.form != "mark"
            and not (
                word.means_any("be", "been", "adverb", "determiner", "not", "case", "from", "share")
                or word.form == "name"
            )
        ):
            break
    return value


def _levels(word: Word) -> frozenset[int]:
    """The levels that a word means: a digit from 1 to 5, a code such as P2, or a word."""
    if word.form == "number":
        return frozenset({int(word.text)}) if _LEVEL.fullmatch(word.text) else frozenset()
    if code := LEVEL.fullmatch(word.text):
        return frozenset({int(code[1])})
    return frozenset(map(int, word.meanings_with("priority:")))


def _level_findings(
    context: ClauseContext, words: Sequence[Word], levels: frozenset[int], *, denied: bool
) -> Iterator[FactFinding]:
    """The finding on words that say, or deny, that the records of a clause have one of `levels`."""

    def judge(known: ResultValue) -> ValueComparison:
        has = levels_in(known.text)
        return same_if(not levels.isdisjoint(has)) if has else "unclear"

    yield from record_findings(context, "priority", words, ("priority",), judge, denied=denied)
