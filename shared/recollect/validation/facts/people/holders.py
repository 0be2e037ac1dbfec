"""Check who is said to have a record, or that nobody has it.

`Assigned to Ann Lee` is held against the assignee and the group of the record, `not assigned`
against whoever has it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import drop_unsure_contradictions, record_findings
from recollect.validation.facts.findings.verdicts import FactFinding, ValueComparison, contradiction
from recollect.validation.facts.people.name_words import has_team_word, may_be_translated
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import ENGLISH, lexicon
from recollect.validation.grammar.words import Word, any_means, denies_any, word_set
from recollect.validation.known.record_models import Record, ResultValue, values_of
from recollect.validation.known.values import same_group, same_person
from recollect.validation.models import FactKind

_ASSIGNING: Final = word_set("""
    assign zugew zuget zuweis asign attrib atrib affect toegew respons owner owns zustand verantw
    charg incaric behandelaar behandel eigenaar handled managed bearbeit gestion gestito atend
    design
""")
"""Parts of the phrases that say who has a ticket; others say only who does something about it."""

_BEFORE_HOLDER: Final = word_set("with bei chez con com bij")
"""Words right before somebody whom a ticket is with."""

_MAX_WITH_LENGTH: Final = 8
"""Characters before a name in which such a word is looked for."""


def holder_findings(
    context: ClauseContext, name: Sequence[Word], *, denied: bool, surely: bool
) -> Iterator[FactFinding]:
    """The findings on a clause that says that somebody or a team has its records, or does not.

    It may say so of one of them, or of all.
    """
    claim = _ClaimedOwner(context, name, denied, surely)
    if claim.is_team:
        # A denied team is compared with groups alone: no assignee is the team.
        yield from claim.findings_in("group", ("group",) if denied else ("assignee", "group"))
        return
    found = claim.findings_in("assignee", ("assignee",))
    if not found and claim.groups and not any(r.values("assignee") for r in claim.records):
        of_group = claim.findings_in("group", ("group",))
        found = [each for each in of_group if each.verdict == "supported"]
    yield from found
    if not found and surely and not denied and len(claim.records) == 1:
        nobody = claim.records[0].values("unassigned")
        if nobody and not any(same_group(claim.text, group.text) for group in claim.groups):
            yield contradiction(name, "assignee", nobody[0])


@dataclass(eq=False)
class _ClaimedOwner:
    """A claim that somebody or a team has some records, or not, and what results know of these.

    `surely` where the words say who has a record, and not only who does something about it.
    """

    context: ClauseContext
    name: Sequence[Word]
    denied: bool
    surely: bool

    @lazy
    def text(self) -> str:
        """The name as the answer has it."""
        return self.context.original_text(self.name)

    @lazy
    def is_team(self) -> bool:
        """Whether the name has a word for a team."""
        return any_means(self.name, "team")

    @lazy
    def records(self) -> Sequence[Record]:
        """The records that the clause is about."""
        return self.context.about(self.name[0].start)

    @lazy
    def groups(self) -> Sequence[ResultValue]:
        """The groups that have these records."""
        return values_of(self.records, "group")

    @lazy
    def is_group(self) -> bool:
        """Whether the name is one of these groups, or begins one: `with Storage and Backup`."""
        begin = folded(self.text)
        names = [group.text for group in self.groups]
        return any(same_group(self.text, each) or folded(each).startswith(begin) for each in names)

    @lazy
    def may_be_right(self) -> bool:
        """Whether the claim may be right although another one is the assignee.

        A ticket may wait for its contact. A name of one word, or of words that results have, may be
        somebody's who has it for now, unless they are the assignee of another record.
        """
        if any(each.has_person(self.text, "contact") for each in self.records):
            return _waits(self.context, self.name[0].start, self.records)
        known = self.context.index.text.words
        is_doubtful = len(self.name) == 1 or all(word.text in known for word in self.name)
        return is_doubtful and not self._has_another()

    def _has_another(self) -> bool:
        """Whether the name is the assignee of a record that the claim is not about."""
        mine = frozenset(map(id, self.records))
        others = (each for each in self.context.index.records.all if id(each) not in mine)
        return any(each.has_person(self.text, "assignee") for each in others)

    def compare(self, known: ResultValue) -> ValueComparison:
        """Compare the name with a record's assignee or group."""
        if self.is_group:
            return "unclear" if self.denied else "same"  # `unassigned in Network`, which has it
        if same_person(self.text, known.text):
            return "same"
        if self.is_team:
            if same_group(self.text, known.text):
                return "same"
            if not self.groups or may_be_translated(self.context, self.text):
                return "unclear"
        return "unclear" if self.may_be_right and not self.surely else "other"

    def findings_in(self, kind: FactKind, fields: Sequence[str]) -> list[FactFinding]:
        """The findings on the claim by these fields of the records."""
        context, records, denied = self.context, self.records, self.denied
        found = record_findings(
            context, kind, self.name, fields, self.compare, records=records, denied=denied
        )
        return list(found)


def _waits(context: ClauseContext, at: int, records: Sequence[Record]) -> bool:
    """Whether a ticket waits, and may be said to be with somebody who does not have it."""
    is_with = context.fold[max(0, at - _MAX_WITH_LENGTH) : at].split()[-1:]
    return not _BEFORE_HOLDER.isdisjoint(is_with) and any(
        "pending" in each.statuses for each in records
    )


def says_holder(context: ClauseContext, word: Word) -> bool:
    """Whether a phrase says who has a ticket, and not only who does something about it."""
    phrase = context.fold[word.start : word.end]
    return any(part in phrase for part in _ASSIGNING)


def nobody_findings(context: ClauseContext, at: int) -> Iterator[FactFinding]:
    """The finding on `It is not assigned`: wrong where somebody has it; a team alone is nobody."""
    clause = context.clause
    behind = clause.words[at + 1 : at + 3]
    is_answered = bool(behind) and behind[0].text == ":"
    if denies_any(clause.words[:at]) or (is_answered and denies_any(behind)):
        return  # `nothing is unassigned`, `Unassigned: no`
    word = clause.words[at]
    nearby = clause.words[max(0, at - 4) : at + 6]
    is_said = says_holder(context, word)
    if not is_said and not any(
        each.means_any("assigned", "handles", "label:assignee")
        for each in nearby
        if each is not word
    ):
        return
    if context.index.records.is_over and not is_said:
        return  # whoever has it, nobody works on it any more
    records = context.about(word.start)
    if len(records) > 1 and not all(record.values("assignee") for record in records):
        return
    groups = [known.text for known in values_of(records, "group")]

    def judge(known: ResultValue) -> ValueComparison:
        if "nobody" in lexicon(ENGLISH).meaning(known.text):
            return "same"  # Assigned: Unassigned
        is_team = any(same_group(known.text, group) for group in groups) or has_team_word(
            known.text.split()
        )
        return "unclear" if is_team else "other"

    found = record_findings(context, "assignee", (word,), ("assignee",), judge, records=records)
    yield from drop_unsure_contradictions(found, context)
