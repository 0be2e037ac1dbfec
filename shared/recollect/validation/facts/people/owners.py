"""Check whose a record is said to be: it may be another record's owner, or one in no result.

`SCS0012001 belongs to Sandpiper Ferries` where that is the customer of another case, `Rashid
Banerjee of Network Engineering` where he is of Endpoint Services, `owned by Line Automation`.
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Final, Literal

from recollect.validation.facts.context.answer_sentences import count_records
from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.facts.people.belonging import (
    ARTICLE,
    CUE,
    OWNED,
    OWNING,
    belonging_findings,
)
from recollect.validation.facts.people.name_words import is_one_word, is_team_name, named_owners
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import denies_any, word_set
from recollect.validation.known.owner_index import OWNERS
from recollect.validation.known.record_models import values_of
from recollect.validation.known.values import same_customer, same_group
from recollect.validation.models import FactKind

_BELONGING: Final = re.compile(
    r"(?:belongs? to|gehort|appartient a|pertenece a|pertence a|appartiene a|hoort bij)\s" + ARTICLE
)
_BEFORE_GROUP: Final = re.compile(r"\b(?:grupo|groupe|gruppe|gruppo|groep)\s$")
_THEY_OWN: Final = re.compile(
    r"(?:(?:they|who|which) owns? (?:it|(?:the|this) (?:case|incident|ticket))"
    r"|(?:that|it|this)(?:['\u2019]s| is) the (?:group|team) (?:that (?:owns|has) it"
    r"|(?:\w+ ){1,4}(?:belongs to|is with)))(?=\s*(?:[.,;:!)\n]|$))"
)
"""Says that the team named right before has the record: `ask Server Operations, they own it`."""

_ASKING: Final = re.compile(r"^(?:Please |Do )?(?:Ask|Contact|Call|Inform|Try|Route|Bring in) ")
OWNING_WORDS: Final = word_set("own owns group team")
"""Words of which each of these phrases has one."""

_BEFORE_TEAM: Final = re.compile(
    r"(?:(?P<inside>\s?\(|,?\s(?:in|at)\s)"
    r"|,?\s(?:of|from|bei|beim|vom|von|aus dem|aus der|aus|de|du|del|da|di|van)\s)"
    r"(?:the |our |das |dem |der |team |gruppe |(?:de )?l['\u2019]equipe |equipe |equipo |groupe )*"
)
_NAME: Final = re.compile(
    r"[^\W\d_a-z][\w&'\u2019-]*(?: (?:(?:and|und|&|of|y|et|e) )?[^\W\d_a-z][\w&'\u2019-]*){0,4}"
)
"""Up to five capitalised words in a row, with an `and` or `of` between."""

_TEAM_ENDING: Final = re.compile(r"[- ]team$")
_IT: Final = (
    r"(?:it(?:['\u2019]s| is| was)|(?:the|this|your) (?:case|incident|ticket) (?:is|was)"
    r"|[*_`]*[^\W_]*\d[^\s*_`]*[*_`]* (?:is|was))(?: still| now)?"
)
_FROM: Final = re.compile(
    rf"{_IT} (?:(?:opened|raised|logged)\s(?:[\w.,:]+ ){{0,8}})?(?:for|from)\s(?:the )?"
)
_BY: Final = re.compile(rf"{_IT} (?:opened|raised|logged|reported|requested) by\s")
_ASKED: Final = re.compile(
    r"\s(?:opened|raised|reported|logged) (?:it|this|(?:the|this) (?:case|incident|ticket))\b"
)
"""Phrases that say whose a record is: `it's for Contoso`, `Ann Lee reported it`."""

_MAX_LEAD_LENGTH: Final = 240
"""Characters of a clause before the name of whom its record is from."""


def owner_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on teams, customers and people in a clause with capitals; one at each place."""
    if not context.clause.asserts_now or context.supposes:
        return
    starts: set[int] = set()
    for found in (
        *belonging_findings(context),
        *_team_findings(context),
        *_unknown_team_findings(context),
        *_stranger_findings(context),
    ):
        if found.start not in starts:
            starts.add(found.start)
            yield found


def _team_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on a team behind an assignee's name, where their records are of other teams."""
    for named in named_owners(context):
        is_person = named.owner.kind == "assignee"
        groups = context.index.owners.teams_of.get(named.owner.text, ()) if is_person else ()
        joint = _BEFORE_TEAM.match(context.fold, named.end) if groups else None
        team = _NAME.match(context.answer, joint.end()) if joint else None
        if joint is None or team is None or _is_in_results(team.group(), context):
            continue
        is_known = context.index.owners.has_team(folded(team.group()))
        is_team = is_known or is_team_name(team.group())
        is_team = is_team or not (joint["inside"] or is_one_word(team.group()))
        if is_team and not any(_is_same(team.group(), each.text) for each in groups):
            yield FactFinding(team.start(), team.end(), "group", "contradicted", groups[0])


def _stranger_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on people and companies in no result that are said to have opened a record."""
    words = context.clause.words
    begin, end = words[0].start, words[-1].end
    names = _NAME.finditer(context.answer, begin, end)
    for name in takewhile(lambda each: each.start() - begin <= _MAX_LEAD_LENGTH, names):
        before, behind = context.fold[begin : name.start()], context.fold[name.end() : end]
        is_from = _FROM.fullmatch(before) is not None
        is_asking = not before.strip() and _ASKED.match(behind) is not None
        is_by = is_asking or _BY.fullmatch(before) is not None
        is_claimed = (is_from or is_by) and not is_one_word(name.group())
        if is_claimed and not denies_any([word for word in words if word.end <= name.start()]):
            found = _unknown_owner(name, "customer" if is_from else "contact", context)
            yield from (found,) if found is not None else ()


def _unknown_team_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on teams and companies in no result that are said to have a clause's record."""
    words = context.clause.words
    last = _last_name(context)
    line = context.sentence.words
    is_of_else = line[0].text == "for" and not context.sentence.records  # `for the firmware ask …`
    if last is not None and not (is_of_else or is_one_word(last.group()) or denies_any(line)):
        yield from filter(None, (_unknown_owner(last, "group", context),))
    for name in _NAME.finditer(context.answer, words[0].start, words[-1].end):
        before = context.fold[max(0, name.start() - CUE) : name.start()]
        is_owner = OWNED.search(before) or OWNING.match(context.fold, name.end())
        is_team = is_team_name(name.group()) if is_owner else bool(_BEFORE_GROUP.search(before))
        is_other = bool(is_owner and not is_team and _BELONGING.search(before))
        if not (is_team or is_other) or is_one_word(name.group()) or denies_any(words):
            continue
        found = _unknown_owner(name, "customer" if is_other else "group", context)
        if found is not None:
            yield found


def _last_name(context: ClauseContext) -> re.Match[str] | None:
    """The name right before a clause such as `they own it`; None for another clause."""
    start = context.clause.words[0].start
    if _THEY_OWN.match(context.fold, start) is None:
        return None
    names = list(_NAME.finditer(context.answer, max(0, start - CUE), start))
    if not names or context.fold[names[-1].end() : start].strip(" ,;:.*"):
        return None
    asked = _ASKING.match(names[-1].group())  # `Ask` begins a sentence, and no name
    at = names[-1].start() + (asked.end() if asked else 0)
    return _NAME.match(context.answer, at, start)


def _unknown_owner(
    name: re.Match[str], kind: Literal["group", "customer", "contact"], context: ClauseContext
) -> FactFinding | None:
    """The finding on a name that is said to have a record, where results have another for it.

    None where the record is not certain, or results have the name elsewhere.
    """
    claimed = name.group()
    line = context.sentence
    if line.named_between(name.end(), context.clause.words[-1].end):
        return None  # `Ann has SCS0012345, Network Operations has SCS0012346`
    before = line.named_between(line.words[0].start, name.start())
    if count_records(before) > 1:
        return None  # `DB01, which depends on NAS01, is owned by Line Automation`
    named = before[-1][1] if before else None
    records = [named] if named is not None else context.about(name.start())
    own = values_of(records, kind, *OWNERS)
    is_known = (
        named is None and _TEAM_ENDING.sub("", folded(claimed)) in context.index.owners.by_text
    )
    if (
        len(records) != 1
        or not records[0].values(kind)
        or is_known
        or _is_in_results(claimed, context)
    ):
        return None
    is_same = same_customer if kind == "customer" else _is_same
    if any(is_same(claimed, each.text) for each in own):
        return None
    fact_kind: FactKind = "person" if kind == "contact" else kind
    return FactFinding(name.start(), name.end(), fact_kind, "contradicted", own[0])


def _is_same(one: str, other: str) -> bool:
    """Whether two names can be the same team's, or one of them is in the other."""
    first, second = folded(one), folded(other)
    return same_group(one, other) or first in second or second in first


def _is_in_results(name: str, context: ClauseContext) -> bool:
    """Whether results have a name, which is no team with a record: it may be a vendor's."""
    text = _TEAM_ENDING.sub("", folded(name))
    owner = context.index.owners.by_text.get(text)
    if owner is not None:
        return owner.kind != "group"
    return context.index.passages.has_words(text)
