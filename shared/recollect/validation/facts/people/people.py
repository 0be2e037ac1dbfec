"""Check who and which team has a ticket, and whose it is, by the verb or label beside the name.

`Assigned to John Smith`, `Customer: Contoso`.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Final, Literal

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import record_findings
from recollect.validation.facts.findings.verdicts import FactFinding, ValueComparison
from recollect.validation.facts.people.contacts import contact_findings
from recollect.validation.facts.people.holders import holder_findings, nobody_findings, says_holder
from recollect.validation.facts.people.name_words import (
    behind_label,
    may_be_translated,
    name_before,
    name_behind,
)
from recollect.validation.facts.people.teams import team_findings
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicons.particles import THAT, WITHOUT
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import Word, any_among, any_means, is_denied, word_set
from recollect.validation.known.record_models import ResultValue, values_of
from recollect.validation.known.values import are_halves, same_customer, same_group, same_person

_WORDS_BEFORE: Final = 2
"""Words before a cue that say what it is about."""

_NAMING: Final = frozenset(
    (
        "nobody",
        "assigned",
        "handles",
        "label:assignee",
        "label:group",
        "label:customer",
        "label:contact",
    )
)
"""The meanings of words next to which somebody is named who has a ticket, or whose it is."""

_CLIENT: Final = word_set("client cliente")
_AWAITED: Final = word_set("""
    ball step steps move turn decision question questions answer reply approval confirmation
    feedback ahead schritt zug entscheidung frage fragen antwort freigabe bestatigung balle etape
    reponse validation pelota paso pregunta respuesta aprobacion confirmacion palla passo decisione
    domanda risposta conferma bola decisao pergunta resposta aprovacao confirmacao bal stap besluit
    vraag antwoord goedkeuring bevestiging
""")
"""Words for what is with somebody whom a ticket waits for, and who does not have it."""

_BEFORE_NOBODY: Final = _AWAITED | WITHOUT
"""Words before somebody who does not have a ticket: `without an owner`, `the ball is with`."""

_BEFORE_LIMIT: Final = word_set("in im of at from von de du di en van bei beim")
"""Words between `nobody` and the people or team that it limits: `nobody in Network`."""

_ELSE: Final = word_set("""
    else other sonst anders andere anderer anderem anderen mas autre mais outro altro altri
    outside ausserhalb au\u00dferhalb fuera dehors fuori fora buiten
""")
"""Words beside `nobody` where somebody has it: `nobody else works on it`, `nobody outside IT`."""

_TO: Final = word_set("to an a aan")


def people_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on assignees, groups and customers in a clause.

    A team that shares only half of its name with a group in the results is not supported by it:
    Network Operations may be another team than Network Engineering, or what people call it.
    """
    return (each for each in _unfiltered_findings(context) if not _has_half_a_name(each, context))


def _has_half_a_name(finding: FactFinding, context: ClauseContext) -> bool:
    if finding.kind != "group" or finding.verdict != "supported" or finding.denied:
        return False
    name = context.answer[finding.start : finding.end]
    records = context.index.records.all
    groups = [known.text for known in values_of(records, "group")]
    return bool(groups) and all(are_halves(name, each) for each in groups)


def _unfiltered_findings(context: ClauseContext) -> Iterator[FactFinding]:
    clause = context.clause
    if not clause.asserts_now or clause.is_event:
        return
    words = clause.words
    cues = [at for at, word in enumerate(words) if not word.means.isdisjoint(_NAMING)]
    for at in cues:
        if words[at].means_any("nobody"):
            yield from _unassigned_findings(context, at)
        elif (found := _findings_beside(context, at)) is not None:
            yield from found
            return


def _unassigned_findings(context: ClauseContext, at: int) -> Iterator[FactFinding]:
    """The findings on `nobody` at `at`: that nobody has it, or not the one named behind."""
    words = context.clause.words
    if _is_value(context, words[at]):
        return
    beside = (*words[max(0, at - 1) : at], *words[at + 1 : at + 3])
    if context.sentence.has_exception or any_among(beside, _ELSE):
        return
    is_inside = any_among(words[at + 1 : at + 2], _BEFORE_LIMIT)
    if is_inside and _is_of_others(context, name_behind(context, words, at + 2, labelled=False)):
        return
    name = () if is_inside else name_behind(context, words, at + 1, labelled=False)
    if name:
        yield from holder_findings(context, name, denied=True, surely=True)
    elif not any_among(words[at + 1 : at + 2], _TO):  # `not assigned to the person who asks`
        yield from nobody_findings(context, at)


def _is_value(context: ClauseContext, word: Word) -> bool:
    """Whether a word is the name of a team or a state: of one that is called Unassigned."""
    text = context.fold[word.start : word.end]
    values = values_of(context.index.records.all, "group", "status")
    return any(folded(each.text) == text for each in values)


def _is_of_others(context: ClauseContext, name: Sequence[Word]) -> bool:
    """Whether a name is of no team that has the records: `nobody in Finance has it`."""
    groups = values_of(context.about(name[0].start), "group") if name else ()
    text = context.original_text(name) if name else ""
    return bool(groups) and not any(same_group(text, each.text) for each in groups)


def _findings_beside(context: ClauseContext, at: int) -> Iterable[FactFinding] | None:
    """The findings on who is named beside the verb or label at `at`; None where nobody is."""
    words = context.clause.words
    word = words[at]
    if _is_of_no_case(words, at):
        return None
    if word.means_any("assigned", "label:assignee") and (
        name := name_behind(context, words, behind_label(words, at), labelled=_has_colon(words, at))
    ):
        is_field = word.means_any("label:assignee") and word.text not in {"owner", "handled"}
        surely, denied = is_field or says_holder(context, word), _is_denied(words, at)
        holders = holder_findings(context, name, denied=denied, surely=surely)
        return chain(holders, team_findings(context, name))
    if (
        word.means_any("handles")
        and not _is_something_else(words[at + 1 :])
        and (name := name_before(context, words, at))
    ):
        is_behind = any_means(words[at + 1 : at + 5], "not")
        # `Hat den Fall nicht bearbeitet`, `nobody from Network owns it`
        is_of_nobody = any(
            one.means_any("nobody") and other.text in _BEFORE_LIMIT
            for one, other in pairwise(words[:at])
        )
        denied = is_behind or is_of_nobody or _is_denied(words, at)
        return holder_findings(context, name, denied=denied, surely=says_holder(context, word))
    return list(_labelled_findings(context, at)) or None


def _is_of_no_case(words: Sequence[Word], at: int) -> bool:
    """Whether the word at `at` does not say who has a case.

    `The vendor's engineer Jules Perrin`, `the only case without an owner is the CSV report`,
    `printer repairs are handled by Print Services`, `the ball is with Jules Perrin`.
    """
    word, before = words[at], words[max(0, at - _WORDS_BEFORE) : at]
    is_vendors = word.text == "engineer" and not _has_colon(words, at)
    is_of_things = word.text == "are" and any(each.is_unknown for each in before[-1:])
    return is_vendors or is_of_things or any_among(before, _BEFORE_NOBODY)


def _labelled_findings(context: ClauseContext, at: int) -> Iterator[FactFinding]:
    """The findings on the group, customer or contact behind the label at `at`."""
    words = context.clause.words
    word = words[at]
    if context.answer[word.end : word.end + 1] == "-":
        return  # a compound: the client-version
    if word.means_any("label:group") and _has_colon(words, at) and words[at - 1].text != "by":
        yield from _named_findings(context, words, at, "group")
    elif word.means_any("label:customer") and _may_name(words, at):
        before = words[max(0, at - 6) : at]  # `waiting for the customer: Ann asked them`
        is_asked = any_means(before, "label:contact", "status:pending", "assigned")
        if not is_asked and not _is_software(context, at):
            yield from _named_findings(context, words, at, "customer")
    elif word.means_any("label:contact"):
        yield from contact_findings(context, at)


def _is_software(context: ClauseContext, at: int) -> bool:
    """Whether a client is a program that the results name: `el cliente VPN`."""
    word, behind = context.clause.words[at : at + 2]
    text = context.answer[behind.start : behind.end]
    return word.text in _CLIENT and text.isupper() and behind.text in context.index.text.words


def _is_something_else(words: Sequence[Word]) -> bool:
    """Whether `words` behind a verb name no ticket: `works on two of them`, `takes care that …`."""
    if not words:
        return False
    behind = words[0]
    is_several = number_of(behind) is not None or behind.means_any("every", "both")
    return is_several or behind.text in THAT or behind.text.endswith("ing")


def _named_findings(
    context: ClauseContext, words: Sequence[Word], at: int, kind: Literal["group", "customer"]
) -> Iterator[FactFinding]:
    """The finding on the group or customer that is named behind its label at `at`."""
    name = name_behind(context, words, at + 1, labelled=True)
    if not name:
        return
    text = context.original_text(name)
    foreign = may_be_translated(context, text)

    def judge(known: ResultValue) -> ValueComparison:
        is_same = same_customer if kind == "customer" else same_group
        if is_same(text, known.text) or (kind == "group" and same_person(text, known.text)):
            return "same"
        is_asker = kind == "customer" and any(each.has_person(text, "contact") for each in records)
        return "unclear" if is_asker or (kind == "group" and foreign) else "other"

    records = context.about(name[0].start)
    fields = ("group", "assignee") if kind == "group" else ("customer",)
    denied = _is_denied(words, at)
    yield from record_findings(context, kind, name, fields, judge, records=records, denied=denied)


def _has_colon(words: Sequence[Word], at: int) -> bool:
    return at + 1 < len(words) and words[at + 1].text in {":", "=", "|"}


def _may_name(words: Sequence[Word], at: int) -> bool:
    """Whether a name may follow the label: `Customer: Contoso`, `the customer is Contoso`."""
    return _has_colon(words, at) or any(
        each.means_any("be") or each.is_unknown for each in words[at + 1 : at + 2]
    )


def _is_denied(words: Sequence[Word], at: int) -> bool:
    """Whether a word before the one at `at` denies it, or is nothing: `nothing here belongs to`."""
    return is_denied(words[max(0, at - 4) : at]) or any(
        word.text == "nothing" or word.means_any("none") for word in words[:at]
    )
