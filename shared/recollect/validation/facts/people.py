"""Check who and which team has a ticket, and whose it is.

`Assigned to John Smith`, `Customer: Contoso`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.contacts import contact_findings
from recollect.validation.facts.judging import drop_unsure_contradictions, record_findings
from recollect.validation.facts.name_words import (
    behind_label,
    has_team_word,
    name_before,
    name_behind,
)
from recollect.validation.facts.verdicts import FactFinding, ValueComparison
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import ENGLISH, lexicon
from recollect.validation.grammar.lexicons.particles import WITHOUT
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import Word, denies_any, is_denied
from recollect.validation.known.records import Record, ResultValue
from recollect.validation.known.values import (
    are_halves,
    same_customer,
    same_group,
    same_person,
)
from recollect.validation.models import FactKind

_FEW_WORDS: Final = 2
"""Words that a team's name has at least; words before a cue that say what it is about."""

_ENGINEER: Final = "engineer"
_OWNER: Final = "owner"
_HANDLED: Final = "handled"
_ALL: Final = frozenset({"all", "alle", "todos", "todas", "tous", "toutes", "tutti", "tutte"})
# A phrase with one of these says who has a ticket; others say only who does something about it.
_ASSIGNING: Final = frozenset(
    """
    assign zugew zuget zuweis asign attrib atrib affect toegew respons owner owns zustand verantw
    charg incaric behandelaar behandel eigenaar handled managed bearbeit gestion gestito atend
    design
    """.split()
)
_THAT: Final = frozenset("that darum dass que che ervoor dat".split())
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


_BEFORE_TEAM: Final = frozenset(
    ["(", ",", "/", "of", "in", "from", "von", "im", "de", "en", "da", "van"]
)
"""Words and marks between somebody and their team: `Ann Lee (Network)`."""

_CLIENT: Final = frozenset(["client", "cliente"])
_BEFORE_HOLDER: Final = frozenset(["with", "bei", "chez", "con", "com", "bij"])
"""Words right before somebody whom a ticket is with."""

_MAX_WITH_LENGTH: Final = 8
"""Characters before a name in which such a word is looked for."""

_AWAITED: Final = frozenset(
    """
    ball step steps move turn decision question questions answer reply approval confirmation
    feedback ahead schritt zug entscheidung frage fragen antwort freigabe bestatigung balle etape
    reponse validation pelota paso pregunta respuesta aprobacion confirmacion palla passo decisione
    domanda risposta conferma bola decisao pergunta resposta aprovacao confirmacao bal stap besluit
    vraag antwoord goedkeuring bevestiging
    """.split()
)
"""Words for what is with somebody whom a ticket waits for, and who does not have it."""

_BEFORE_NOBODY: Final = _AWAITED | frozenset(WITHOUT.split())
"""Words before somebody who does not have a ticket: `without an owner`, `the ball is with`."""

_BEFORE_LIMIT: Final = frozenset(["in", "im", "of", "from", "von", "de", "du", "di", "van", "bei"])
"""Words between `nobody` and the people or team that it limits: `nobody in Network`."""


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
    groups = [known.text for record in records for known in record.values("group")]
    return bool(groups) and all(are_halves(name, each) for each in groups)


def _unfiltered_findings(context: ClauseContext) -> Iterator[FactFinding]:
    clause = context.clause
    if not clause.asserts_now or clause.is_event:
        return
    words = clause.words
    cues = [at for at, word in enumerate(words) if not word.means.isdisjoint(_NAMING)]
    for at in cues:
        word = words[at]
        if word.means_any("nobody"):
            is_inside = any(each.text in _BEFORE_LIMIT for each in words[at + 1 : at + 2])
            name = () if is_inside else name_behind(context, words, at + 1, labelled=False)
            if name:
                yield from _assignee_findings(context, name, denied=True, surely=True)
            else:
                yield from _nobody_findings(context, at)
        elif _is_of_no_case(words, at):
            continue
        elif word.means_any("assigned", "label:assignee") and (
            name := name_behind(
                context, words, behind_label(words, at), labelled=_has_colon(words, at)
            )
        ):
            is_field = word.means_any("label:assignee") and word.text not in {_OWNER, _HANDLED}
            surely = is_field or _is_sure(context, word)
            yield from _assignee_findings(
                context, name, denied=_is_denied(words, at), surely=surely
            )
            yield from _group_findings(context, name)
            return
        elif (
            word.means_any("handles")
            and not _is_something_else(words[at + 1 :])
            and (name := name_before(context, words, at))
        ):
            surely = _is_sure(context, word)
            is_behind = any(each.means_any("not") for each in words[at + 1 : at + 5])
            denied = is_behind or _is_denied(words, at)  # `hat den Fall nicht bearbeitet`
            yield from _assignee_findings(context, name, denied=denied, surely=surely)
            return
        elif found := list(_labelled_findings(context, at)):
            yield from found
            return


def _is_of_no_case(words: Sequence[Word], at: int) -> bool:
    """Whether the word at `at` does not say who has a case.

    `The vendor's engineer Jules Perrin`, `the only case without an owner is the CSV report`,
    `printer repairs are handled by Print Services`, `the ball is with Jules Perrin`.
    """
    word, before = words[at], words[max(0, at - _FEW_WORDS) : at]
    is_vendors = word.text == _ENGINEER and not _has_colon(words, at)
    is_of_things = word.text == "are" and any(
        each.form == "word" and not each.means for each in before[-1:]
    )
    return is_vendors or is_of_things or any(each.text in _BEFORE_NOBODY for each in before)


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
        is_asked = any(
            each.means_any("label:contact", "status:pending", "assigned") for each in before
        )
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
    return is_several or behind.text in _THAT or behind.text.endswith("ing")


def _assignee_findings(
    context: ClauseContext, name: Sequence[Word], *, denied: bool, surely: bool
) -> Iterator[FactFinding]:
    """The findings on a clause that says that somebody has a record or all of them, or does not."""
    other = None if denied else _other_assignee(context, name)
    if other is not None:
        yield FactFinding(name[0].start, name[-1].end, "assignee", "contradicted", other)
    else:
        yield from _holder_findings(context, name, denied=denied, surely=surely)


def _other_assignee(context: ClauseContext, name: Sequence[Word]) -> ResultValue | None:
    """The assignee of another's record, where `name` is said to have all of several records.

    None where all of the records are theirs, or none is.
    """
    if context.clause.words[0].text not in _ALL:
        return None
    text = context.original_text(name)
    owners = [record.values("assignee") for record in context.about(name[0].start)]
    others = [own for own in owners if not any(same_person(text, each.text) for each in own)]
    is_wrong = all(owners) and 0 < len(others) < len(owners)
    return others[0][0] if is_wrong else None


def _may_be_translated(context: ClauseContext, text: str) -> bool:
    """Whether a name may be the translation of a team's name in the results, which are English."""
    return context.lexicon.language != ENGLISH and not has_team_word(text.split())


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
        return any(word.means_any("team") for word in self.name)

    @lazy
    def records(self) -> Sequence[Record]:
        """The records that the clause is about."""
        return self.context.about(self.name[0].start)

    @lazy
    def groups(self) -> Sequence[ResultValue]:
        """The groups that have these records."""
        return [known for record in self.records for known in record.values("group")]

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
        if _is_contact(self.text, self.records):
            return _waits(self.context, self.name[0].start, self.records)
        known = self.context.index.text.words
        is_doubtful = len(self.name) == 1 or all(word.text in known for word in self.name)
        return is_doubtful and not self._has_another()

    def _has_another(self) -> bool:
        """Whether the name is the assignee of a record that the claim is not about."""
        mine = frozenset(map(id, self.records))
        others = (each for each in self.context.index.records.all if id(each) not in mine)
        return any(
            same_person(self.text, known.text)
            for each in others
            for known in each.values("assignee")
        )

    def compare(self, known: ResultValue) -> ValueComparison:
        """Compare the name with a record's assignee or group."""
        if self.is_group:
            return "unclear" if self.denied else "same"  # `unassigned in Network`, which has it
        if same_person(self.text, known.text):
            return "same"
        if self.is_team:
            if same_group(self.text, known.text):
                return "same"
            if not self.groups or _may_be_translated(self.context, self.text):
                return "unclear"
        return "unclear" if self.may_be_right and not self.surely else "other"

    def findings_in(self, kind: FactKind, fields: Sequence[str]) -> list[FactFinding]:
        """The findings on the claim by these fields of the records."""
        return list(
            record_findings(
                self.context,
                kind,
                self.name,
                self.records,
                fields,
                self.compare,
                denied=self.denied,
            )
        )


def _holder_findings(
    context: ClauseContext, name: Sequence[Word], *, denied: bool, surely: bool
) -> Iterator[FactFinding]:
    """The findings on a clause that says that somebody or a team has its records, or does not."""
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
            yield FactFinding(name[0].start, name[-1].end, "assignee", "contradicted", nobody[0])


def _is_contact(name: str, records: Sequence[Record]) -> bool:
    """Whether somebody is the contact of a ticket, who asks for help and does not give it."""
    contacts = (known for record in records for known in record.values("contact"))
    return any(same_person(name, known.text) for known in contacts)


def _waits(context: ClauseContext, at: int, records: Sequence[Record]) -> bool:
    """Whether a ticket waits, and may be said to be with somebody who does not have it."""
    is_with = context.fold[max(0, at - _MAX_WITH_LENGTH) : at].split()[-1:]
    return not _BEFORE_HOLDER.isdisjoint(is_with) and any(
        "pending" in each.statuses for each in records
    )


def _is_sure(context: ClauseContext, word: Word) -> bool:
    """Whether a phrase says who has a ticket, and not only who does something about it."""
    phrase = context.fold[word.start : word.end]
    return any(part in phrase for part in _ASSIGNING)


def _group_findings(context: ClauseContext, name: Sequence[Word]) -> Iterator[FactFinding]:
    """The finding on the group behind a name, if it is one.

    `Assigned to Ann Lee (Network)`, `Ann Lee of Network Engineering`.
    """
    line = context.clause.sentence
    at = line.index(name[-1]) + 1
    if at + 1 >= len(line) or line[at].text not in _BEFORE_TEAM:
        return
    group = name_behind(context, line, at + 1, labelled=False)
    text = context.original_text(group) if group else ""
    is_team = any(word.means_any("team") for word in group)
    if not (is_team or context.index.owners.has_team(folded(text))):
        group = _new_team(context, at)
        text = context.original_text(group) if group else ""
    if not text or _may_be_translated(context, text):
        return

    def judge(known: ResultValue) -> ValueComparison:
        return "same" if same_group(text, known.text) else "other"

    records = context.about(name[0].start)
    yield from record_findings(context, "group", group, records, ("group",), judge)


def _new_team(context: ClauseContext, at: int) -> list[Word]:
    """The name of a team that no result has: `Owner: Ann Lee, Campus Network`, or `(…)`.

    It is the capitalised words behind the mark at `at`, if the results lack any of them.
    """
    line, known = context.clause.sentence, context.index.text.words
    end = next((place for place in range(at + 1, len(line)) if line[place].form == "mark"), at)
    name, ends = list(line[at + 1 : end]), line[at].text + line[end].text
    is_whole = ends == "()" or (ends == ",\n" and context.is_labelled)
    is_new = len(name) >= _FEW_WORDS and any(word.text not in known for word in name)
    is_name = all(
        word.means_any("and")
        or (
            context.answer[word.start].isupper()
            and not (word.meanings_with("label:") or word.meanings_with("status:"))
        )
        for word in name
    )
    return name if is_whole and is_new and is_name else []


def _nobody_findings(context: ClauseContext, at: int) -> Iterator[FactFinding]:
    """The finding on `It is not assigned`: wrong where somebody has it; a team alone is nobody."""
    clause = context.clause
    if denies_any(clause.words[:at]):
        return  # `nothing is unassigned`
    word = clause.words[at]
    nearby = clause.words[max(0, at - 4) : at + 4]
    phrase = context.answer[word.start : word.end].lower()
    if not any(part in phrase for part in _ASSIGNING) and not any(
        each.means_any("assigned", "handles", "label:assignee")
        for each in nearby
        if each is not word
    ):
        return
    if context.index.records.is_over and not any(part in phrase for part in _ASSIGNING):
        return  # whoever has it, nobody works on it any more
    records = context.about(word.start)
    if len(records) > 1 and not all(record.values("assignee") for record in records):
        return

    groups = [known.text for record in records for known in record.values("group")]

    def judge(known: ResultValue) -> ValueComparison:
        if "nobody" in lexicon(ENGLISH).meaning(known.text):
            return "same"  # Assigned: Unassigned
        is_team = any(same_group(known.text, group) for group in groups) or has_team_word(
            known.text.split()
        )
        return "unclear" if is_team else "other"

    found = record_findings(context, "assignee", (word,), records, ("assignee",), judge)
    yield from drop_unsure_contradictions(found, context)


def _named_findings(
    context: ClauseContext, words: Sequence[Word], at: int, kind: str
) -> Iterator[FactFinding]:
    """The finding on the group or customer that is named behind its label at `at`."""
    name = name_behind(context, words, at + 1, labelled=True)
    if not name:
        return
    text = context.original_text(name)
    foreign = _may_be_translated(context, text)

    def judge(known: ResultValue) -> ValueComparison:
        is_same = same_customer if kind == "customer" else same_group
        if is_same(text, known.text) or (kind == "group" and same_person(text, known.text)):
            return "same"
        is_asker = kind == "customer" and _is_contact(text, records)
        return "unclear" if is_asker or (kind == "group" and foreign) else "other"

    records = context.about(name[0].start)
    fields = ("group", "assignee") if kind == "group" else ("customer",)
    yield from record_findings(
        context, "group" if kind == "group" else "customer", name, records, fields, judge,
        denied=_is_denied(words, at),
    )  # fmt: skip


def _has_colon(words: Sequence[Word], at: int) -> bool:
    return at + 1 < len(words) and words[at + 1].text in {":", "=", "|"}


def _may_name(words: Sequence[Word], at: int) -> bool:
    """Whether a name may follow the label: `Customer: Contoso`, `the customer is Contoso`."""
    after = words[at + 1] if at + 1 < len(words) else None
    return after is not None and (
        after.text in {":", "=", "|"}
        or after.means_any("be")
        or (after.form == "word" and not after.means)
    )


def _is_denied(words: Sequence[Word], at: int) -> bool:
    """Whether a word before the one at `at` denies it, or is nothing: `nothing here belongs to`."""
    return is_denied(words[max(0, at - 4) : at]) or any(
        word.text == "nothing" or word.means_any("none") for word in words[:at]
    )
