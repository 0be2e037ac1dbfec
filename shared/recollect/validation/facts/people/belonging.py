"""Whom a record is said to belong to, where the name is that of another record's owner.

Owners are teams, customers, assignees, contacts and places: `SCS0012001 belongs to Sandpiper
Ferries`, `SCS0012001 (Ann Lee)`, `Ann Lee has SCS0012001`, `the contact of SCS0012001 is Bo Li`. A
name is compared with the record that its sentence names, if the two are bound to each other: by a
verb, a preposition, a label, or because nothing stands between them.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from recollect.validation.facts.context.answer_sentences import count_records
from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.facts.people.name_words import KIND_OF, NamedOwner, named_owners
from recollect.validation.grammar.folding import folded, stands_in
from recollect.validation.grammar.words import Word, any_means, denies_any, place_at
from recollect.validation.known.owner_index import OwnerKind
from recollect.validation.known.record_models import Record
from recollect.validation.known.values import short_name

CUE: Final = 45
"""Characters before a name that are searched for the words that bind it to a record."""

ARTICLE: Final = r"(?:the |das |dem |die |der |team |l['\u2019]equipe )*$"
"""Words between a binding word and the name."""

OWNED: Final = re.compile(
    r"(?:belong(?:s|ed)? to|queue of"
    r"|(?:owned|run|managed|maintained|operated|looked after) by"
    r"|(?:it|case|incident|ticket) (?:is|was|has been) handled by"
    r"|assigned to|routed? .{0,20}\bto"
    r"|owners?(?: is| are)?:?|group(?: is)?:?"
    r"|(?:case|incident|ticket|it|is|are|been|sits|lies|\b(?:it|that|one)['\u2019]s) with"
    r"|(?:liegt|liegen|ist|sind) (?:bei|beim)|zugewiesen an|gehort(?: zu)?|zustandig (?:ist|sind)"
    r"|appartient a|pertenece a|pertence a|appartiene a|hoort bij)\**\s" + ARTICLE
)
_BEING: Final = re.compile(
    r"\b(?:is|are|was|were|raised|opened|collected|ist|sind|war|waren|est|es)"
    r" (?:from|for|of|bei|von|de|di|da|van|at|down to)\s"
    + ARTICLE
    + r"|\b(?:bearbeitet|down to|concerns|betrifft|concerne|riguarda|betreft)\s$"
    r"|\b(?:comes? from|(?:kommt|stammt) von|vient de|viene de|vem d[ae]|komt van|wurde fur"
    r"|(?:opened|raised|ouvert|abierto|abrio|aberto|aperto|geopend) (?:for|pour|para|per|voor))"
    r"\s(?:the |la |a |o )?$"
)
_FIRST_WORDS: Final = 5
"""Words at the beginning of a clause that are searched for the first one that is no mark."""

_OPENERS: Final[frozenset[OwnerKind]] = frozenset({"customer", "contact"})
_RECORD: Final = (
    r"(?:(?:the|this|case|incident|ticket|den|der|el|la|le|il|o|caso|fall|dossier) )*[*_`]*"
)
"""Words and marks between a verb and the number of a record."""

OWNING: Final = re.compile(
    r"(?:['\u2019]s)?(?: team| group)?[;,]? (?:(?:they|who|which) )?(?:owns?|has|handles)"
    rf" (?:it|this|(?:the|this) (?:case|incident|ticket)|{_RECORD}[^\s*_`]*\d[^\s*_`]*)(?![\w-])"
)
_HAVING: Final = re.compile(
    r"\s(?:is (?:on|handling|looking after|working on|responsible for|taking care of)|works on"
    r"|closed|resolved|solved|fixed|handled|schloss|loste|cerro|resolvio|ha chiuso|ha risolto"
    r"|fechou|resolveu|a clos|a resolu|sloot"
    r"|looks after|took|hat|bearbeitet|betreut|kummert sich um|lleva|tiene|atiende"
    rf"|s['\u2019]occupe d[eu]|suit|gere|traite|segue|gestisce|heeft|behandelt)\s{_RECORD}$"
)
"""What an assignee or a team does with a record, between the name and the record."""

_OPENING: Final = re.compile(
    r"\s(?:opened|raised|reported|logged|requested|meldete|eroffnete|abrio|reporto|a ouvert"
    rf"|a signale|ha aperto|abriu)\s{_RECORD}$"
)
"""What a customer or a contact did with a record, between the name and the record."""

_OPENED_BY: Final = re.compile(
    r"\b(?:opened|raised|reported|logged|requested|gemeldet|eroffnet|abierto|reportado|ouvert|signale"
    r"|aperto|aberto) (?:by|von|por|par|da)\s$|\bwurde von\s$"
)
_PLACED: Final = re.compile(
    r"[\s*_`]*\s(?:(?:is|stands|sits|runs|ist|steht|est|esta|fica|si trova|staat)\s)?"
    r"(?:located |housed )?(?:in|at|im|en|a|em|nel|te)\s(?:the |der |dem |la |el |le )?"
)
"""Words between an item and its place."""

_NO_OWNERS: Final[frozenset[OwnerKind]] = frozenset({"contact", "place"})
_LABELS: Final[Mapping[OwnerKind, str]] = {
    "group": r"group|team|queue|gruppe|grupo|groupe|gruppo|groep",
    "customer": r"customer|client|account|kunde|cliente|klant",
    "assignee": r"assignee|owner|agent|bearbeiter(?:in)?|responsable|responsabile|responsavel",
    "place": r"location|place|site|standort|ubicacion|emplacement|sede",
    "contact": r"contact(?: person)?|ansprechpartner(?:in)?|kontakt|contacto|contatto|contato",
}
_OF: Final = r"\s(?:of|for|in|von|fur|bei|de|del|du|para|pour|per|di|van|voor)\s" + _RECORD + "$"
_LABEL_OF: Final[Mapping[OwnerKind, re.Pattern[str]]] = {
    kind: re.compile(rf"\b(?:{label}){_OF}") for kind, label in _LABELS.items()
}
"""A label of an owner up to the record that it is of: `the contact of SCS0012345`."""

_IS: Final = re.compile(
    r"[\s*_`]*(?:\s(?:is|ist|es|est|e)|:)[\s*_`]+(?:the |der |die |das |la |el |il |o |a |de )?"
)
_BESIDE: Final = re.compile(r"[*_`]*(?:\s?\([^()\n]{1,60}\))?[\s*_`]*[,(:\u2013\u2014-][\s*_`]*")
"""Marks between a record and its owner: `DB01 (10.0.4.7): Server Operations`."""

_CLOSED: Final = re.compile(r"[\s*_`]*(?:[),;:.\n\u2013\u2014]|-\s|$)")
_LEADING: Final = re.compile(r"[\s*_`]*[:(\u2013\u2014-][\s*_`]*")
_BEGINNING: Final = re.compile(r"[\s*_`#>\u2022-]*")
_WITH: Final = re.compile(r"(?:with|bei|mit|con|avec|chez|com)\s")
_THEIRS: Final = re.compile(
    r"['\u2019]s(?: (?:queue|hands|list|plate|case|ticket))?(?=[\s*_`]*(?:[),;.\n]|$))"
)

_CHARACTERS_BEFORE: Final = 200
"""Characters before a name that are searched for words that lead to something else."""

_PARTICIPLE: Final = re.compile(
    r"(?:(?:opened|raised|asked for|requested|reported|logged|collected)\s(?:[\w.,:]+ ){0,4})?"
    r"(?:for|from|by|of|bei|von|fur|de|pour|para|por|per|voor)\s(?:the |der |den |la )?"
)
"""The beginning of a clause that only tells whose a record is: `opened on May 4 for`."""

_WHOSE: Final = (
    r"(?:for|from|by|of|at|bei|von|fur|de|del|da|do|pour|para|por|per|voor)"
    r"\s(?:the |der |den |la )?"
)
_OPENED_FOR: Final = re.compile(
    r"[\s*_`]*\s(?:is|was|wurde) (?:opened|raised|logged|reported)\s(?:[\w.,:]+ ){0,8}for\s"
)
_BEING_OF: Final = re.compile(
    r"[\s*_`]*\s(?:is|was|ist|war|est|es|e)\s(?:(?:an?|the|one|ein|eine|un|une|una)\s)?"
    r"(?:[\w-]+ ){0,3}" + _WHOSE
)
"""Words between a record and its owner that have a verb: `is an account for`."""

_RIGHT_OF: Final = re.compile(r"[*_`]*\s" + _WHOSE)
"""A preposition between a record and its owner: `SCS0012345 for Contoso is …`."""

_BEING_IT: Final = re.compile(
    r"it(?:['\u2019]s| is| was) (?:(?:an?|the) )?(?!other|different|one\b)(?:[\w-]+ ){0,6}" + _WHOSE
)
_ELSE: Final = re.compile(
    r"\b(?:then|next|also|besides|plus|while|like|unlike|similar|same|than|after|before|behind|if"
    r"|versus|compare\w*|depend\w*|block\w*|duplicate|escalate\w*|ask|dann|danach|auch|wie|nach"
    r"|puis|aussi|comme|apres|luego|tambien|como|despues|depois|tambem|poi|anche|dopo|dan|ook|na)\b"
)
"""Words behind which the sentence is about something else than the record named before."""


def belonging_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on owners of other records that a clause gives as owners of a record."""
    for named in named_owners(context):
        kind, record = named.owner.kind, _bound_record(context, named)
        known = next(iter(record.values(kind)), None) if record is not None else None
        if record is not None and known is not None and not _may_own_too(context, named, record):
            yield contradiction((named,), KIND_OF[kind], known)


def _bound_record(context: ClauseContext, named: NamedOwner) -> Record | None:
    """The record that a clause says belongs to the owner that it names; None if nothing binds.

    That is the record named last before the name, else the first one behind it, else the one that
    `it` means.
    """
    line = context.sentence
    if before := line.named_between(line.words[0].start, named.start):
        place, record = before[-1]
        return record if _is_bound_behind(context, named, place) else None
    if behind := line.named_between(named.end, line.words[-1].end):
        place, record = behind[0]
        return record if _is_bound_before(context, named, place) else None
    is_it = context.clause.words[0].text == "it" and named.owner.kind not in _NO_OWNERS
    about = context.about(named.start) if is_it else ()
    return about[0] if len(about) == 1 and _clause_binds(context, named) else None


def _is_bound_behind(context: ClauseContext, named: NamedOwner, record: Word) -> bool:
    """Whether an owner's name is bound to the record that is named before it."""
    kind, fold = named.owner.kind, context.fold
    between = fold[record.end : named.start]
    begin = _search_start(context, record.start)
    if _LABEL_OF[kind].search(fold, begin, record.start) and _IS.fullmatch(between):
        return True
    if kind == "contact":
        return _OPENED_BY.search(between) is not None and context.sentence.names_only
    is_closed = _CLOSED.match(fold, named.end) is not None
    is_closed = is_closed or (kind == "customer" and is_genitive(context, named))
    is_beside = is_closed and _BESIDE.fullmatch(between) is not None
    if kind == "place":
        return is_beside or _PLACED.fullmatch(between) is not None
    if _names_record(context, named.start + 1, context.clause.words[-1].end):
        return False  # Network Engineering for SQL01
    return is_beside or _clause_binds(context, named)


def _clause_binds(context: ClauseContext, named: NamedOwner) -> bool:
    """Whether the clause says that the record named last belongs to the owner that it names."""
    words, line = context.clause.words, context.sentence
    own = line.named_between(words[0].start, named.start)
    if count_records(own or line.named_between(line.words[0].start, named.start)) > 1:
        return False  # `DB01 depends on NAS01 and belongs to them`
    is_its = words[0].means_any("be", "been", "was", "which", "assigned", "handles", "it")
    is_its = is_its or _names_record(context, words[0].start, named.start, known=True)
    led = context.fold[words[0].start : named.start]
    return (
        _has_binding_verb(context, named, is_its=is_its)
        or _is_listed_value(context, named)
        or _WITH.fullmatch(led) is not None
        or (is_its and _THEIRS.match(context.fold, named.end) is not None)
        or (named.owner.kind == "customer" and binds_customer(context, named))
    )


def _is_bound_before(context: ClauseContext, named: NamedOwner, record: Word) -> bool:
    """Whether an owner's name is bound to the record that is named first behind it."""
    kind, between = named.owner.kind, context.fold[named.end : record.start]
    is_short = len(between) <= CUE
    if kind in _OPENERS and _OPENING.search(between) is not None:
        return is_short
    if kind in _NO_OWNERS:
        return False
    if kind != "customer" and is_short:
        is_had = _HAVING.fullmatch(between) is not None
        return is_had or OWNING.match(context.fold, named.end) is not None
    led = context.fold[_search_start(context, named.start) : named.start]
    is_leading = _BEGINNING.fullmatch(led) is not None and _LEADING.fullmatch(between) is not None
    return is_leading or (is_genitive(context, named) and context.sentence.names_only)


def _search_start(context: ClauseContext, at: int) -> int:
    """The offset where the search before `at` begins: 45 characters back, within the sentence."""
    return max(context.sentence.words[0].start, at - CUE)


def _names_record(context: ClauseContext, begin: int, end: int, *, known: bool = False) -> bool:
    """Whether a ticket or an item is named between two offsets; with `known` one of the results."""
    named = context.sentence.named_between(begin, end)
    return any(not (known and record is None) for _, record in named)


def _has_binding_verb(context: ClauseContext, named: NamedOwner, *, is_its: bool) -> bool:
    """Whether a verb in the clause says whose a record is: `is from`, `belongs to`.

    `is_its` where the clause is about the record that was named last; otherwise the clause must
    begin with the verb.
    """
    begin = max(context.clause.words[0].start, named.start - CUE)
    before = context.fold[begin : named.start]
    cue = OWNED.search(before) or _BEING.search(before)
    if cue is None:
        return is_its and OWNING.match(context.fold, named.end) is not None
    return is_its or cue.start() == 0


def _is_listed_value(context: ClauseContext, named: NamedOwner) -> bool:
    """Whether a name is a clause by itself in a list of values: `SCS0012345: open, P2, Ann`."""
    leading = [each for each in context.clause.words[:_FIRST_WORDS] if each.form != "mark"]
    if not leading or leading[0] is not named.word:
        return False  # quick: a long clause may have many names
    words = [each for each in context.clause.words if each.form != "mark"]
    return words[-1].end == named.end and context.sentence.lists_values


def _may_own_too(context: ClauseContext, named: NamedOwner, record: Record) -> bool:
    """Whether an owner may be right for a record after all.

    The record has the name in another field, a journal mentions it, the sentence names the true
    owner as well, or the clause denies.
    """
    owner, words = named.owner, context.clause.words
    last = max([named.end, *(word.end for word, _ in context.sentence.records[-1:])])
    binding = words[: place_at(words, last)]
    sentence_text = context.folded_text(context.sentence.words)
    own = [folded(known.text) for kind in record.fields for known in record.values(kind)]
    is_own = any(owner.text in each or each in owner.text for each in own)
    called = short_name if owner.kind == "customer" else folded
    is_both = any(called(known.text) in sentence_text for known in record.values(owner.kind))
    is_mentioned = any(
        stands_in(owner.text, each.result_value.text.lower())
        for each in context.index.journal.entries
    )
    # `Isn't assigned` means that nobody has it.
    denies = denies_any(binding) or any_means(binding, "nobody")
    return is_own or is_both or is_mentioned or denies


def is_genitive(context: ClauseContext, named: NamedOwner) -> bool:
    """Whether a genitive ending follows a name."""
    return context.fold[named.end : named.end + 2] in {"'s", "\u2019s"}


def binds_customer(context: ClauseContext, named: NamedOwner) -> bool:
    """Whether a customer's name has a preposition or a genitive that binds it to the only record.

    `SCS0012345, an account asked for by Tamarack Outfitters`, `Pellworth's replication, SCS…`
    """
    is_of_one = context.sentence.names_only or not context.sentence.records
    begin = max(context.sentence.words[0].start, named.start - _CHARACTERS_BEFORE)
    if not is_of_one or _ELSE.search(context.fold[begin : named.start]):
        return False
    words = context.clause.words
    led = context.fold[words[0].start : named.start]
    if words[0].text == "it":
        return _BEING_IT.fullmatch(led) is not None
    if records := context.sentence.named_between(words[0].start, named.start):
        between = context.fold[records[-1][0].end : named.start]
        is_of = _BEING_OF.fullmatch(between) or _OPENED_FOR.fullmatch(between)
        if records[0][0] is words[0]:
            is_of = is_of or _RIGHT_OF.fullmatch(between)
        return is_of is not None
    return _PARTICIPLE.fullmatch(led) is not None
