"""Who has a ticket, which team, and whose it is: `assigned to John Smith`, `Customer: Contoso`."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext, outright
from recollect.validation.facts.verdicts import FoundFact, Judged
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import ENGLISH, lexicon
from recollect.validation.grammar.moments import NEAR_DAYS
from recollect.validation.grammar.quantities import number_of
from recollect.validation.grammar.words import Word, is_denied
from recollect.validation.known.records import Known, Record
from recollect.validation.known.values import TITLES, same_customer, same_group, same_person
from recollect.validation.models import FactKind

_MOST_WORDS: Final = 5
_FEWEST: Final = 2
_ENGINEER: Final = "engineer"
_OWNER: Final = "owner"
_HANDLED: Final = "handled"
_ALL: Final = frozenset({"all", "alle", "todos", "todas", "tous", "toutes", "tutti", "tutte"})
_PARTICLES: Final = frozenset("van von de der den da di del la le al el dos bin ter ten du".split())
# A phrase with one of these says who has a ticket, and not only who does something about it.
_ASSIGNING: Final = frozenset(
    """
    assign zugew zuget zuweis asign attrib atrib affect toegew respons owner owns zustand verantw
    charg incaric behandelaar behandel eigenaar handled managed bearbeit gestion gestito atend
    design
    """.split()
)
VENDORS: Final = frozenset(
    """
    vendor vendors supplier carrier provider manufacturer hersteller anbieter fournisseur
    proveedor fornitore fornecedor leverancier
    """.split()
)
"""Words that tell of a contact that is nobody's here."""

_OF: Final = frozenset({"of", "for", "from", "in", "at"})
_OF_RECORD: Final = _OF | {"von", "fur", "de", "del", "di", "por", "pour", "van", "voor"}
"""What stands between a label and the record that it is of."""

_GRAMMAR: Final = frozenset("case be it label:status label:priority nobody determiner not".split())
_THAT: Final = frozenset("that darum dass que che ervoor dat".split())
_JOINTS: Final = frozenset(" -'’.*_")

_TELLING: Final = frozenset(
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
"""What a word means behind or before which somebody is named."""


_BEFORE_TEAM: Final = frozenset(["(", ",", "/", "of", "from", "von", "de", "da", "van"])
"""What stands between somebody and the team that they are of."""

_WITHOUT: Final = frozenset(["without", "ohne", "sans", "sin", "sem", "senza", "zonder"])
"""Before what nobody has: `without an owner`."""

_INSIDE: Final = frozenset(["in", "im", "of", "from", "von", "de", "du", "di", "van", "bei"])
"""What stands between nobody and those of whom it is nobody."""


def people_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on assignees, groups and customers in a clause."""
    clause = context.clause
    if not clause.states or clause.is_event:
        return
    words = clause.words
    telling = [at for at, word in enumerate(words) if not word.means.isdisjoint(_TELLING)]
    for at in telling:
        word = words[at]
        if word.says("nobody"):
            is_inside = any(each.text in _INSIDE for each in words[at + 1 : at + 2])
            name = () if is_inside else _name(context, words, at + 1, labelled=False)
            if name:
                yield from _assignee(context, name, denied=True, surely=True)
            else:
                yield from _nobody(context, at)
        elif _is_of_no_case(words, at):
            continue
        elif word.says("assigned", "label:assignee") and (
            name := _name(context, words, _behind_owned(words, at), labelled=_has_colon(words, at))
        ):
            is_field = word.says("label:assignee") and word.text not in {_OWNER, _HANDLED}
            surely = is_field or _is_sure(context, word)
            yield from _assignee(context, name, denied=_is_denied(words, at), surely=surely)
            yield from _of_group(context, name)
            return
        elif (
            word.says("handles")
            and not _is_something_else(words[at + 1 :])
            and (name := _name_before(context, words, at))
        ):
            surely = _is_sure(context, word)
            is_behind = any(each.says("not") for each in words[at + 1 : at + 5])
            denied = is_behind or _is_denied(words, at)  # `hat den Fall nicht bearbeitet`
            yield from _assignee(context, name, denied=denied, surely=surely)
            return
        elif found := list(_labelled(context, at)):
            yield from found
            return


def _is_of_no_case(words: Sequence[Word], at: int) -> bool:
    """Whether it is told of somebody or something else than who has a case.

    `The vendor's engineer Jules Perrin`, `the only case without an owner is the CSV report`,
    `printer repairs are handled by Print Services`.
    """
    word, before = words[at], words[max(0, at - _FEWEST) : at]
    is_vendors = word.text == _ENGINEER and not _has_colon(words, at)
    is_of_things = word.text == "are" and any(
        each.form == "word" and not each.means for each in before[-1:]
    )
    return is_vendors or is_of_things or any(each.text in _WITHOUT for each in before)


def _labelled(context: ClauseContext, at: int) -> Iterator[FoundFact]:
    """The finding on the group, customer or contact behind a label."""
    words = context.clause.words
    word = words[at]
    if context.answer[word.end : word.end + 1] == "-":
        return  # the client version
    if word.says("label:group") and _has_colon(words, at) and words[at - 1].text != "by":
        yield from _named(context, words, at, "group")
    elif word.says("label:customer") and _may_name(words, at):
        before = words[max(0, at - 6) : at]  # `waiting for the customer: Ann asked them`
        if not any(each.says("label:contact", "status:pending", "assigned") for each in before):
            yield from _named(context, words, at, "customer")
    elif word.says("label:contact"):
        yield from _contact(context, at)


def _behind_owned(words: Sequence[Word], at: int) -> int:
    """Where a name may begin behind a label: behind the `is` of `the owner of the UPS is Ann`."""
    if at + 1 >= len(words) or words[at + 1].text not in _OF_RECORD:
        return at + 1
    verbs = (place for place in range(at + 2, len(words)) if words[place].says("be"))
    return next(verbs, at) + 1


def _is_something_else(words: Sequence[Word]) -> bool:
    """Whether what somebody has is no ticket: `works on two of them`, `takes care that …`."""
    if not words:
        return False
    behind = words[0]
    is_several = number_of(behind) is not None or behind.says("every", "both")
    return is_several or behind.text in _THAT or behind.text.endswith("ing")


def _assignee(
    context: ClauseContext, name: Sequence[Word], *, denied: bool, surely: bool
) -> Iterator[FoundFact]:
    """The finding on somebody who is said to have a record, or all of them."""
    other = None if denied else _of_another(context, name)
    if other is not None:
        yield FoundFact(name[0].start, name[-1].end, "assignee", "contradicted", other)
    else:
        yield from _assigned(context, name, denied=denied, surely=surely)


def _of_another(context: ClauseContext, name: Sequence[Word]) -> Known | None:
    """Who else has one of several records that all are said to be somebody's."""
    if context.clause.words[0].text not in _ALL:
        return None
    text = _text(context, name)
    owners = [record.values("assignee") for record in context.about(name[0].start)]
    others = [own for own in owners if not any(same_person(text, each.text) for each in own)]
    is_told = all(owners) and 0 < len(others) < len(owners)
    return others[0][0] if is_told else None


def _assigned(
    context: ClauseContext, name: Sequence[Word], *, denied: bool, surely: bool
) -> Iterator[FoundFact]:
    text = _text(context, name)
    is_team = any(word.says("team") for word in name)
    foreign = context.lexicon.language != ENGLISH and not _is_team(text)
    elsewhere = all(word.text in context.index.text.words for word in name)

    def judge(known: Known) -> Judged:
        if is_group():
            return "unclear" if denied else "same"  # `unassigned in Network`, which has it
        if same_person(text, known.text) or (is_team and same_group(text, known.text)):
            return "same"
        if is_team and (foreign or not groups):
            return "unclear"
        return "unclear" if doubtful and not surely and not has_other() else "other"

    @cache
    def is_group() -> bool:
        """Whether it is the group of a record that this is about."""
        begin = folded(text)  # `with Storage and Backup`
        names = [group.text for group in groups]
        return any(same_group(text, each) or folded(each).startswith(begin) for each in names)

    @cache
    def has_other() -> bool:
        """Whether it is the assignee of a record that this is not about."""
        mine = frozenset(map(id, records))
        others = (each for each in context.index.records.all if id(each) not in mine)
        return any(
            same_person(text, known.text) for each in others for known in each.values("assignee")
        )

    records = context.about(name[0].start)
    doubtful = (elsewhere or len(name) == 1) and not _is_contact(text, records)
    groups = [known for record in records for known in record.values("group")]
    kind: FactKind = "group" if is_team else "assignee"
    found = list(
        context.judged(kind, name, records, _fields(is_team=is_team, denied=denied),
                       judge, denied=denied)
    )  # fmt: skip
    if not found and not is_team and groups and not any(r.values("assignee") for r in records):
        of_group = context.judged("group", name, records, ("group",), judge, denied=denied)
        found = [each for each in of_group if each.verdict == "supported"]
    yield from found
    if not found and not is_team and surely and not denied and len(records) == 1:
        blank = records[0].values("unassigned")
        if blank and not any(same_group(text, group.text) for group in groups):
            yield FoundFact(name[0].start, name[-1].end, "assignee", "contradicted", blank[0])


def _fields(*, is_team: bool, denied: bool) -> Sequence[str]:
    """The fields that may have a name; that it is not a team's is true of whoever has it."""
    if not is_team:
        return ("assignee",)
    return ("group",) if denied else ("assignee", "group")


def _is_contact(name: str, records: Sequence[Record]) -> bool:
    """Whether somebody is the contact of a ticket: who asks for help, and does not give it."""
    contacts = (known for record in records for known in record.values("contact"))
    return any(same_person(name, known.text) for known in contacts)


def _is_sure(context: ClauseContext, word: Word) -> bool:
    """Whether a phrase says who has a ticket, and not only who does something about it."""
    said = context.fold[word.start : word.end]
    return any(part in said for part in _ASSIGNING)


def _of_group(context: ClauseContext, name: Sequence[Word]) -> Iterator[FoundFact]:
    """The group of `assigned to Ann Lee (Network)`, `Ann Lee of Network Engineering`."""
    line = context.clause.line
    at = line.index(name[-1]) + 1
    if at + 1 >= len(line) or line[at].text not in _BEFORE_TEAM:
        return
    group = _name(context, line, at + 1, labelled=False)
    text = _text(context, group) if group else ""
    known = context.index.owners.by_text.get(folded(text))
    is_team = any(word.says("team") for word in group) or (known and known.kind == "group")
    if not is_team:
        return
    if context.lexicon.language != ENGLISH and not _is_team(text):
        return

    def judge(known: Known) -> Judged:
        return "same" if same_group(text, known.text) else "other"

    records = context.about(name[0].start)
    yield from context.judged("group", group, records, ("group",), judge)


def _nobody(context: ClauseContext, at: int) -> Iterator[FoundFact]:
    """`It is not assigned`: wrong where somebody is; a team alone is nobody."""
    clause = context.clause
    word = clause.words[at]
    near = clause.words[max(0, at - 4) : at + 4]
    fold = context.answer[word.start : word.end].lower()
    if not any(part in fold for part in _ASSIGNING) and not any(
        each.says("assigned", "handles", "label:assignee") for each in near if each is not word
    ):
        return
    if any(each.says("none") for each in clause.words[:at]):
        return  # none is unassigned
    if context.index.records.is_over and not any(part in fold for part in _ASSIGNING):
        return  # whoever has it, nobody works on it any more
    records = context.about(word.start)
    if len(records) > 1 and not all(record.values("assignee") for record in records):
        return

    groups = [known.text for record in records for known in record.values("group")]

    def judge(known: Known) -> Judged:
        if "nobody" in lexicon(ENGLISH).meaning(known.text):
            return "same"  # Assigned: Unassigned
        is_team = any(same_group(known.text, group) for group in groups) or _is_team(known.text)
        return "unclear" if is_team else "other"

    found = context.judged("assignee", (word,), records, ("assignee",), judge)
    yield from outright(found, context)


def _named(
    context: ClauseContext, words: Sequence[Word], at: int, kind: str
) -> Iterator[FoundFact]:
    name = _name(context, words, at + 1, labelled=True)
    if not name:
        return
    text = _text(context, name)
    foreign = context.lexicon.language != ENGLISH and not _is_team(text)

    def judge(known: Known) -> Judged:
        is_same = same_customer if kind == "customer" else same_group
        if is_same(text, known.text) or (kind == "group" and same_person(text, known.text)):
            return "same"
        is_asker = kind == "customer" and _is_contact(text, records)
        return "unclear" if is_asker or (kind == "group" and foreign) else "other"

    records = context.about(name[0].start)
    fields = ("group", "assignee") if kind == "group" else ("customer",)
    yield from context.judged(
        "group" if kind == "group" else "customer", name, records, fields, judge,
        denied=_is_denied(words, at),
    )  # fmt: skip


def _contact(context: ClauseContext, at: int) -> Iterator[FoundFact]:
    """Who is said to be the customer's contact, and is nobody in the results.

    Who is called the customer's is not one of those who have a ticket, either.
    """
    words = context.clause.words
    name, is_customers = _called_contact(context, at), False
    is_named = any(word.text == ":" or word.says("be") for word in words[at + 1 : at + 2])
    if is_named:
        name = _name(context, words, at + 2, labelled=True)
    elif at > 1 and words[at - 1].says("determiner") and words[at - 2].says("be"):
        name = _name_before(context, words, at - 2)  # `Ann Lee is the contact`
        is_named = bool(name)
    elif any(word.says("be") for word in words[at + 1 :]) and (
        behind := _name(context, words, _behind_owned(words, at), labelled=True)
    ):
        name = behind  # `your contact at Contoso is Ann Lee`
    elif name:
        near = words[max(0, at - _FEWEST) : at + 3]
        is_customers = any(word.says("label:customer") for word in near)
    is_of_other = not VENDORS.isdisjoint(context.clause.texts)
    if len(name) < _FEWEST or is_of_other:
        return
    is_known = not is_customers and any(word.text in context.index.text.words for word in name)
    records = context.about(name[0].start)
    own = (known.text for record in records for known in record.values("assignee"))
    is_label = words[at + 1 : at + 2] and words[at + 1].text == ":"
    if is_label and any(same_person(_text(context, name), each) for each in own):
        is_known = False  # who has it is not who asked for it, but whom one may ask
    if is_known:
        return

    def judge(known: Known) -> Judged:
        return "same" if same_person(_text(context, name), known.text) else "other"

    yield from context.judged("person", name, records, ("contact",), judge)


def _called_contact(context: ClauseContext, at: int) -> list[Word]:
    """Who stands beside it between commas: `the customer's contact, Ann Lee, asked`."""
    line, place = context.clause.line, context.clause.at + at
    comma = next((each for each in range(place + 1, place + 6) if _is_comma(line, each)), 0)
    name = _name(context, line, comma + 1, labelled=False) if comma else []
    if name and _is_comma(line, line.index(name[-1]) + 1):
        return name
    begin = context.clause.at - 1
    is_beside = at <= 1 and _is_comma(line, begin)  # `call Ann Lee, the contact at Contoso`
    return _name_before(context, line, begin) if is_beside else []


def _is_comma(line: Sequence[Word], at: int) -> bool:
    return 0 <= at < len(line) and line[at].text == ","


def _is_team(text: str) -> bool:
    return any("team" in lexicon(ENGLISH).meaning(word) for word in text.split())


def _has_colon(words: Sequence[Word], at: int) -> bool:
    return at + 1 < len(words) and words[at + 1].text in {":", "=", "|"}


def _may_name(words: Sequence[Word], at: int) -> bool:
    """Whether the name may follow at once, as in `Customer: Contoso`, `the customer is Contoso`."""
    after = words[at + 1] if at + 1 < len(words) else None
    return after is not None and (
        after.text in {":", "=", "|"}
        or after.says("be")
        or (after.form == "word" and not after.means)
    )


def _is_denied(words: Sequence[Word], at: int) -> bool:
    """Whether a word before one denies, or what has it is nothing: `nothing here belongs to`."""
    return is_denied(words[max(0, at - 4) : at]) or any(
        word.text == "nothing" or word.says("none") for word in words[:at]
    )


def _name(context: ClauseContext, words: Sequence[Word], at: int, *, labelled: bool) -> list[Word]:
    """The name that begins here: capitalised words, behind articles and titles."""
    while (
        at < len(words)
        and (
            words[at].text in {":", "="}
            or words[at].text in TITLES
            or words[at].says("determiner", "adverb", "be", "been", "share")
        )
        and not _is_name_word(context, words[at])
    ):
        at += 1
    name: list[Word] = []
    while at < len(words) and len(name) < _MOST_WORDS:
        word = words[at]
        joined = not name or set(context.answer[name[-1].end : word.start]) <= _JOINTS
        if joined and (_is_name_word(context, word) or _continues(context, words, at, name)):
            name.append(word)
        elif not (name and word.text == "." and len(name[-1].text) == 1):
            break
        at += 1
    if not name and labelled and at < len(words):
        word = words[at]
        if word.form in {"word", "name"} and _is_user(context, word):
            return [word]
    elif not name and at < len(words) and _is_user(context, words[at]):
        return [words[at]]
    pair = words[at : at + 2]
    if not name and len(pair) > 1 and context.is_author(pair):
        name = [*pair]  # `t.brandt`
    if len(name) == 1 and (name[0].of("status:") or NEAR_DAYS.fullmatch(name[0].text)):
        return []  # `without an owner are still New`, `what counts for the customer is Thursday`
    return name


def _name_before(context: ClauseContext, words: Sequence[Word], at: int) -> list[Word]:
    name: list[Word] = []
    for place in range(at - 1, max(-1, at - 1 - _MOST_WORDS), -1):
        word = words[place]
        if name and word.text in _OF and (person := _name_before(context, words, place)):
            return person  # Ann Lee of Network Engineering
        if _is_name_word(context, word) or (name and word.text in _PARTICLES):
            name.insert(0, word)
        elif not name and (word.says("adverb") or word.form == "mark"):
            continue
        else:
            break
    if name and name[0].says("determiner"):
        name = name[1:]
    if not name or (len(name) == 1 and name[0].says("team")):
        return []
    return name


def _is_name_word(context: ClauseContext, word: Word) -> bool:
    """Whether a capitalised word may be of a name: no word of grammar, and no label or state."""
    if word.form != "word" or not context.answer[word.start].isupper():
        return False
    if word.text in context.index.text.words:
        return not word.says(*_GRAMMAR)
    return not word.means or word.says("team", "item") or bool(word.of("month:"))


def _continues(context: ClauseContext, words: Sequence[Word], at: int, name: list[Word]) -> bool:
    """Whether a small word goes on with a name: `de` in Ana de Souza, `team` in Network team."""
    word = words[at]
    if not name:
        return False
    if word.says("team"):
        return True
    if word.text not in _PARTICLES or at + 1 >= len(words):
        return False
    behind = words[at + 1]
    owners = context.index.owners.by_word.get(behind.text, ())
    is_of_team = any(owner.kind == "group" for owner in owners)  # `Ann Lee van Network Operations`
    return not is_of_team and _is_name_word(context, behind)


def _is_user(context: ClauseContext, word: Word) -> bool:
    """Whether a word is how a result calls somebody: `jsmith`."""
    return (
        any(
            same_person(word.text, known.text)
            for record in context.index.records.all
            for known in record.values("assignee")
        )
        or word.text in context.index.journal.authors
    )


def _text(context: ClauseContext, name: Sequence[Word]) -> str:
    return context.answer[name[0].start : name[-1].end]
