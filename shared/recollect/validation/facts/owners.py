"""Whose a record is said to be: somebody that another record has, or a team that no result has.

`SCS0012001 belongs to Sandpiper Ferries` where that is the customer of another case, `Rashid
Banerjee of Network Engineering` where he is of Endpoint Services, `owned by Line Automation`.
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Final, Literal

from recollect.validation.facts.answer_sentences import count_records
from recollect.validation.facts.belonging import (
    ARTICLE,
    CUE,
    OWNED,
    OWNING,
    belonging_findings,
    named_before,
    named_owners,
)
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.listings import listed_findings
from recollect.validation.facts.name_words import is_one_word, names_team
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import is_of_nothing
from recollect.validation.known.owner_index import OWNERS
from recollect.validation.known.values import same_customer, same_group
from recollect.validation.models import FactKind

_BELONGING: Final = re.compile(
    r"(?:belongs? to|gehort|appartient a|pertenece a|pertence a|appartiene a|hoort bij)\s" + ARTICLE
)
_CALLED: Final = re.compile(r"\b(?:grupo|groupe|gruppe|gruppo|groep)\s$")
_BY_THEM: Final = re.compile(
    r"(?:(?:they|who|which) owns? (?:it|(?:the|this) (?:case|incident|ticket))"
    r"|(?:that|it|this)(?:['\u2019]s| is) the (?:group|team) (?:that (?:owns|has) it"
    r"|(?:\w+ ){1,4}(?:belongs to|is with)))(?=\s*(?:[.,;:!)\n]|$))"
)
"""What tells of the team that was named right before: `ask Server Operations, they own it`."""

_ASKING: Final = re.compile(r"^(?:Please |Do )?(?:Ask|Contact|Call|Inform|Try|Route|Bring in) ")
OWNING_WORDS: Final = frozenset(["own", "owns", "group", "team"])
"""The words of that."""

_OF_TEAM: Final = re.compile(
    r"(?:(?P<inside>\s?\(|,?\s(?:in|at)\s)"
    r"|,?\s(?:of|from|bei|beim|vom|von|aus dem|aus der|aus|de|du|del|da|di|van)\s)"
    r"(?:the |our |das |dem |der |team |gruppe |(?:de )?l['\u2019]equipe |equipe |equipo |groupe )*"
)
_NAME: Final = re.compile(
    r"[^\W\d_a-z][\w&'\u2019-]*(?: (?:(?:and|und|&|of|y|et|e) )?[^\W\d_a-z][\w&'\u2019-]*){0,4}"
)
"""Words with capitals, one behind the other."""

_TEAM: Final = re.compile(r"[- ]team$")
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
"""What says of a record whose it is: `it's for Contoso`, `Ann Lee reported it`."""

_LONGEST_LEAD: Final = 240
"""Characters that may stand before the name of whom a record is from."""


def owner_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on teams, customers and people in a clause with capitals."""
    if not context.clause.states or context.supposes:
        return
    told: set[int] = set()
    for found in (
        *listed_findings(context),
        *belonging_findings(context),
        *_of_people(context),
        *_teams(context),
        *_strangers(context),
    ):
        if found.start not in told:
            told.add(found.start)
            yield found


def _of_people(context: ClauseContext) -> Iterator[FactFinding]:
    """The team behind the name of an assignee, where all records that they have are of others."""
    for _, owner, end in named_owners(context):
        is_person = owner.kind == "assignee"
        groups = context.index.owners.teams_of.get(owner.text, ()) if is_person else ()
        joint = _OF_TEAM.match(context.fold, end) if groups else None
        team = _NAME.match(context.answer, joint.end()) if joint else None
        if joint is None or team is None or _stands(team.group(), context):
            continue
        is_known = context.index.owners.has_team(folded(team.group()))
        is_team = is_known or names_team(team.group())
        is_team = is_team or not (joint["inside"] or is_one_word(team.group()))
        if is_team and not any(_is_same(team.group(), each.text) for each in groups):
            yield FactFinding(team.start(), team.end(), "group", "contradicted", groups[0])


def _strangers(context: ClauseContext) -> Iterator[FactFinding]:
    """Whom no result names, where a clause says that the record it is about is from them."""
    words = context.clause.words
    begin, end = words[0].start, words[-1].end
    names = _NAME.finditer(context.answer, begin, end)
    for name in takewhile(lambda each: each.start() - begin <= _LONGEST_LEAD, names):
        led, behind = context.fold[begin : name.start()], context.fold[name.end() : end]
        is_from = _FROM.fullmatch(led) is not None
        is_asking = not led.strip() and _ASKED.match(behind) is not None
        is_by = is_asking or _BY.fullmatch(led) is not None
        is_said = (is_from or is_by) and not is_one_word(name.group())
        if is_said and not is_of_nothing([word for word in words if word.end <= name.start()]):
            found = _of_nobody(name, "customer" if is_from else "contact", context)
            yield from (found,) if found is not None else ()


def _teams(context: ClauseContext) -> Iterator[FactFinding]:
    """A team or a company that no result has, where it is said to have the record of a clause."""
    words = context.clause.words
    last = _last_name(context)
    line = context.sentence.words
    is_of_else = line[0].text == "for" and not context.sentence.records  # `for the firmware ask …`
    if last is not None and not (is_of_else or is_one_word(last.group()) or is_of_nothing(line)):
        yield from filter(None, (_of_nobody(last, "group", context),))
    for name in _NAME.finditer(context.answer, words[0].start, words[-1].end):
        before = context.fold[max(0, name.start() - CUE) : name.start()]
        is_owner = OWNED.search(before) or OWNING.match(context.fold, name.end())
        is_team = names_team(name.group()) if is_owner else bool(_CALLED.search(before))
        is_other = bool(is_owner and not is_team and _BELONGING.search(before))
        if not (is_team or is_other) or is_one_word(name.group()) or is_of_nothing(words):
            continue
        found = _of_nobody(name, "customer" if is_other else "group", context)
        if found is not None:
            yield found


def _last_name(context: ClauseContext) -> re.Match[str] | None:
    """The name right before a clause that tells that they own something."""
    start = context.clause.words[0].start
    if _BY_THEM.match(context.fold, start) is None:
        return None
    names = list(_NAME.finditer(context.answer, max(0, start - CUE), start))
    if not names or context.fold[names[-1].end() : start].strip(" ,;:.*"):
        return None
    asked = _ASKING.match(names[-1].group())  # `Ask` begins a sentence, and no name
    at = names[-1].start() + (asked.end() if asked else 0)
    return _NAME.match(context.answer, at, start)


def _of_nobody(
    name: re.Match[str], kind: Literal["group", "customer", "contact"], context: ClauseContext
) -> FactFinding | None:
    """The finding on who is said to have a record, and has none in the results."""
    said = name.group()
    named = named_before(context, name.start())
    line = context.sentence
    if line.named_between(name.end(), context.clause.words[-1].end):
        return None  # `Ann has SCS0012345, Network Operations has SCS0012346`
    if count_records(line.named_between(line.words[0].start, name.start())) > 1:
        return None  # `DB01, which depends on NAS01, is owned by Line Automation`
    records = [named] if named is not None else context.about(name.start())
    own = [known for record in records for known in record.values(kind, *OWNERS)]
    is_known = named is None and _TEAM.sub("", folded(said)) in context.index.owners.by_text
    if len(records) != 1 or not records[0].values(kind) or is_known or _stands(said, context):
        return None
    is_same = same_customer if kind == "customer" else _is_same
    if any(is_same(said, each.text) for each in own):
        return None
    told: FactKind = "person" if kind == "contact" else kind
    return FactFinding(name.start(), name.end(), told, "contradicted", own[0])


def _is_same(one: str, other: str) -> bool:
    first, second = folded(one), folded(other)
    return same_group(one, other) or first in second or second in first


def _stands(name: str, context: ClauseContext) -> bool:
    """Whether results have a name, as one of no team that has a record: a vendor's."""
    said = _TEAM.sub("", folded(name))
    owner = context.index.owners.by_text.get(said)
    if owner is not None:
        return owner.kind != "group"
    return context.index.passages.tells(said)
