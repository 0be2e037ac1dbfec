"""Whose a record is said to be: somebody that another record has, or a team that no result has.

`SCS0012001 belongs to Sandpiper Ferries` where that is the customer of another case, `Rashid
Banerjee of Network Engineering` where he is of Endpoint Services, `owned by Line Automation`.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

from recollect.validation.facts.folding import folded, stands_in
from recollect.validation.facts.known import OWNERS, OwnerName
from recollect.validation.facts.lexicon import ENGLISH, lexicon
from recollect.validation.facts.records import Record
from recollect.validation.facts.values import same_group
from recollect.validation.facts.verdicts import ClauseContext, FoundFact
from recollect.validation.facts.words import LEVEL, Word, is_of_nothing

_CUE: Final = 45
"""Characters before a name in which what binds it to a record is looked for."""

_ARTICLE: Final = r"(?:the |das |dem |die |der |team |l['\u2019]equipe )*$"
_OWNED: Final = re.compile(
    r"(?:belong(?:s|ed)? to|owned by|queue of|assigned to|routed? .{0,20}\bto"
    r"|owners?(?: is| are)?:?|group(?: is)?:?"
    r"|(?:case|incident|ticket|it|is|are|sits|lies|was|\b(?:it|that)['\u2019]s) with"
    r"|(?:liegt|liegen|ist|sind) (?:bei|beim)|zugewiesen an|gehort(?: zu)?|zustandig (?:ist|sind)"
    r"|appartient a|pertenece a|pertence a|appartiene a|hoort bij)\**\s" + _ARTICLE
)
_BEING: Final = re.compile(
    r"\b(?:is|are|was|were|raised|opened|collected|ist|sind|war|waren|est|es)"
    r" (?:from|for|of|bei|von|de|at|down to)\s" + _ARTICLE + r"|\b(?:bearbeitet|down to)\s$"
)
_BELONGING: Final = re.compile(
    r"(?:belongs? to|gehort|appartient a|pertenece a|pertence a|appartiene a|hoort bij)\s"
    + _ARTICLE
)
_JOINING: Final = re.compile(
    r"\b(?:for|of|from|at|by|with|bei|von|fur|mit|de|del|da|do|di|du|pour|para|por|per|chez|con|voor)"
    r"\s(?:the |der |dem |den |la |il |o |a )?$"
)
_ELSE: Final = re.compile(
    r"\b(?:then|next|also|besides|plus|while|like|unlike|similar|same|than|after|before|behind|if"
    r"|versus|compare\w*|depend\w*|block\w*|duplicate|escalate\w*|ask|dann|danach|auch|wie|nach"
    r"|puis|aussi|comme|apres|luego|tambien|como|despues|depois|tambem|poi|anche|dopo|dan|ook|na)\b"
)
"""Words behind which something else than the record that was named is told of."""

_CALLED: Final = re.compile(r"\b(?:grupo|groupe|gruppe|gruppo|groep)\s$")
_OWNING: Final = re.compile(
    r"(?:['\u2019]s)?(?: team| group)?[;,]? (?:(?:they|who|which) )?owns?"
    r" (?:it|this|(?:the|this) (?:case|incident|ticket)|\S*\d\S*)(?![\w-])"
)
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
_SPLIT: Final = re.compile(r"[- ]")
_DIGIT: Final = re.compile(r"\d")


def owner_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on teams, customers and people in a clause with capitals."""
    if not context.clause.states or context.supposes:
        return
    told: set[int] = set()
    for found in (*_of_others(context), *_of_people(context), *_teams(context)):
        if found.start not in told:
            told.add(found.start)
            yield found


def _of_others(context: ClauseContext) -> Iterator[FoundFact]:
    """Whom another record belongs to, said of the record that its sentence has just named."""
    words = context.clause.words
    is_of_last = words[0].says("be", "been", "was", "which", "assigned", "handles")
    for word, owner, end in _named_owners(context):
        record = _named_before(context, word.start) or _named_otherwise(context, end)
        if record is None or _names_record(context, word.start + 1, words[-1].end):
            continue  # Network Engineering for SQL01
        is_its = is_of_last or _names_record(context, words[0].start, word.start, known=True)
        is_said = _is_bound(context, word.start, end, is_its=is_its)
        is_said = is_said or _is_fragment(context, word, end)
        if not (is_said or (owner.kind == "customer" and _is_joined(context, word, end))):
            continue
        known = next(iter(record.values(owner.kind)), None)
        if known is not None and not _is_also(owner, record, context):
            yield FoundFact(word.start, end, owner.kind, "contradicted", known)


def _named_owners(context: ClauseContext) -> Iterator[tuple[Word, OwnerName, int]]:
    """Who has a record and is named in a clause, with the first word and the end of the name."""
    for word in context.clause.words:
        for owner in context.index.owners_by_word.get(word.text, ()):
            if end := _end_of(owner, word, context):
                yield word, owner, end


def _names_record(context: ClauseContext, begin: int, end: int, *, known: bool = False) -> bool:
    """Whether a ticket or an item is named between two places, or a known one."""
    return any(
        begin <= word.start < end and not (known and record is None)
        for word, record in context.line.records
    )


def _named_otherwise(context: ClauseContext, end: int) -> Record | None:
    """The record of `it`, or the one behind whom it belongs to: `Ann's case, SCS0012345`."""
    named = {id(record): record for _, record in context.line.records}
    if not named:
        return context.carried if context.clause.words[0].text == "it" else None
    is_theirs = _is_genitive(context, end) or _OWNING.match(context.fold, end) is not None
    is_alone = len(named) == 1 and is_theirs and not context.supposes
    return next(iter(named.values())) if is_alone else None


def _is_genitive(context: ClauseContext, end: int) -> bool:
    """Whether a genitive stands behind a name."""
    return context.fold[end : end + 2] in {"'s", "\u2019s"}


def _is_bound(context: ClauseContext, start: int, end: int, *, is_its: bool) -> bool:
    """Whether a clause says that a record is somebody's: `is from`, `belongs to`.

    `is_its` where the clause is about the record that was named last; else it begins with that.
    """
    before = context.fold[max(context.clause.words[0].start, start - _CUE) : start]
    cue = _OWNED.search(before) or _BEING.search(before)
    if cue is None:
        return is_its and _OWNING.match(context.fold, end) is not None
    return is_its or cue.start() == 0


def _is_fragment(context: ClauseContext, word: Word, end: int) -> bool:
    """Whether a name stands by itself among the values of a record: `SCS0012345: open, P2, Ann`."""
    words = [each for each in context.clause.words if each.form != "mark"]
    is_alone = bool(words) and words[0] is word and words[-1].end == end
    line = context.line.words
    is_listed = any(LEVEL.fullmatch(each.text) or each.of("status:") for each in line)
    return is_alone and is_listed and not any(each.says("be", "been") for each in line)


def _is_joined(context: ClauseContext, word: Word, end: int) -> bool:
    """Whether a customer stands behind a preposition, or before a genitive, beside one record.

    `SCS0012345, an account asked for by Tamarack Outfitters`, `Pellworth's replication, SCS…`
    """
    named = {id(record) for _, record in context.line.records}
    is_of_one = len(named) == 1 or (not named and context.clause.words[0].text == "it")
    told = context.fold[context.line.words[0].start : word.start]
    if not is_of_one or _ELSE.search(told):
        return False
    return _is_genitive(context, end) or _JOINING.search(told) is not None


def _end_of(owner: OwnerName, word: Word, context: ClauseContext) -> int:
    """Where a name ends that begins with a word of the answer, which has a capital; 0 if none."""
    for name in (owner.whole, owner.text):
        end = word.start + len(name)
        is_name = context.fold.startswith(name, word.start) and context.answer[word.start].isupper()
        if is_name and not context.fold[end : end + 1].isalnum():
            return end
    return 0


def _named_before(context: ClauseContext, at: int) -> Record | None:
    """The record that the sentence names nearest before a place."""
    named = [record for word, record in context.line.records if word.end <= at]
    return named[-1] if named else None


def _is_also(owner: OwnerName, record: Record, context: ClauseContext) -> bool:
    """Whether a record may be of somebody: by its fields, or by what a journal says of them.

    Where its sentence has the true one as well, or denies, it may be said of something else.
    """
    words = context.clause.words
    told = context.told(context.line.words)
    own = [folded(known.text) for kind in record.fields for known in record.values(kind)]
    is_own = any(owner.text in each or each in owner.text for each in own)
    is_both = any(folded(known.text) in told for known in record.values(owner.kind))
    is_told = any(stands_in(owner.text, each.known.text.lower()) for each in context.index.entries)
    return is_own or is_both or is_told or is_of_nothing(words)


def _of_people(context: ClauseContext) -> Iterator[FoundFact]:
    """The team behind the name of an assignee, where all records that they have are of others."""
    for _, owner, end in _named_owners(context):
        groups = context.index.groups_of.get(owner.text, ()) if owner.kind == "assignee" else ()
        joint = _OF_TEAM.match(context.fold, end) if groups else None
        team = _NAME.match(context.answer, joint.end()) if joint else None
        if joint is None or team is None or _stands(team.group(), context):
            continue
        is_team = _is_team(team.group()) or not (joint["inside"] or _is_word(team.group()))
        if is_team and not any(_is_same(team.group(), each.text) for each in groups):
            yield FoundFact(team.start(), team.end(), "group", "contradicted", groups[0])


def _teams(context: ClauseContext) -> Iterator[FoundFact]:
    """A team or a company that no result has, where it is said to have the record of a clause."""
    words = context.clause.words
    last = _last_name(context)
    line = context.line.words
    is_of_else = line[0].text == "for" and not context.line.records  # `for the firmware ask …`
    if last is not None and not (is_of_else or _is_word(last.group()) or is_of_nothing(line)):
        yield from filter(None, (_of_nobody(last, "group", context),))
    for name in _NAME.finditer(context.answer, words[0].start, words[-1].end):
        before = context.fold[max(0, name.start() - _CUE) : name.start()]
        is_owner = _OWNED.search(before) or _OWNING.match(context.fold, name.end())
        is_team = _is_team(name.group()) if is_owner else bool(_CALLED.search(before))
        is_other = bool(is_owner and not is_team and _BELONGING.search(before))
        if _is_word(name.group()) or not (is_team or is_other) or is_of_nothing(words):
            continue
        found = _of_nobody(name, "customer" if is_other else "group", context)
        if found is not None:
            yield found


def _last_name(context: ClauseContext) -> re.Match[str] | None:
    """The name right before a clause that tells that they own something."""
    start = context.clause.words[0].start
    if _BY_THEM.match(context.fold, start) is None:
        return None
    names = list(_NAME.finditer(context.answer, max(0, start - _CUE), start))
    if not names or context.fold[names[-1].end() : start].strip(" ,;:.*"):
        return None
    asked = _ASKING.match(names[-1].group())  # `Ask` begins a sentence, and no name
    at = names[-1].start() + (asked.end() if asked else 0)
    return _NAME.match(context.answer, at, start)


def _of_nobody(
    name: re.Match[str], kind: Literal["group", "customer"], context: ClauseContext
) -> FoundFact | None:
    """The finding on who is said to have a record, and has none in the results."""
    said = name.group()
    named = _named_before(context, name.start())
    records = [named] if named is not None else context.about(name.start())
    own = [known for record in records for known in record.values(kind, *OWNERS)]
    is_known = named is None and _TEAM.sub("", folded(said)) in context.index.owners_by_text
    if len(records) != 1 or not records[0].values(kind) or is_known or _stands(said, context):
        return None
    if any(_is_same(said, each.text) for each in own):
        return None
    return FoundFact(name.start(), name.end(), kind, "contradicted", own[0])


def _is_same(one: str, other: str) -> bool:
    first, second = folded(one), folded(other)
    return same_group(one, other) or first in second or second in first


def _is_word(name: str) -> bool:
    """Whether a name is one word, which may be that of a place, or has a digit."""
    return len(_SPLIT.split(name)) == 1 or bool(_DIGIT.search(name))


def _is_team(name: str) -> bool:
    """Whether a name has a word for a team, and is more than that."""
    meaning = lexicon(ENGLISH).meaning
    return not _is_word(name) and any(
        "team" in meaning(word) for word in _SPLIT.split(folded(name))
    )


def _stands(name: str, context: ClauseContext) -> bool:
    """Whether results have a name, as one of no team that has a record: a vendor's."""
    said = _TEAM.sub("", folded(name))
    owner = context.index.owners_by_text.get(said)
    if owner is not None:
        return owner.kind != "group"
    return any(stands_in(said, each.text) for each in context.index.passages)
