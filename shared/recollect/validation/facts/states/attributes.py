"""Attributes of an item or a pod: its environment, its place, and the cause of a failure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import record_findings
from recollect.validation.facts.findings.verdicts import (
    FactFinding,
    ValueComparison,
    contradiction,
    same_if,
)
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import Word, any_among, any_means, word_set
from recollect.validation.known.record_models import Record, ResultValue
from recollect.validation.known.stated_clauses import stem
from recollect.validation.known.values import are_spelling_variants, causes_in


def _by_word(*groups: str) -> Mapping[str, str]:
    return {word: group.split()[0] for group in groups for word in group.split()}


_ENVIRONMENTS: Final = _by_word(
    "production prod produktion produktiv produktive produccion producao produzione productie",
    "test testing qa prueba pruebas teste testes prova collaudo",
    "staging preprod preproduction",
    "development dev entwicklung desarrollo developpement desenvolvimento sviluppo ontwikkeling",
)

_SYSTEMS: Final = word_set("""
    server servers database db instance environment system host machine vm umgebung entorno
    environnement ambiente omgeving datenbank
""")
_LOCATED: Final = word_set("""
    located stands situated housed hosted steht ubicado ubicada situe situee localizado situato
""")
_IN: Final = word_set("in at en a au im nel te")
_INSIDE: Final = word_set("in at im")
_CAUSING: Final = word_set("cause causes caused ursache causa")
ATTRIBUTE_CUES: Final = frozenset(_ENVIRONMENTS) | _LOCATED | _CAUSING
"""Words of which every clause with an attribute has one, unless it has the cue `be` or `cause`."""

_EXCEPT: Final = frozenset(
    "except apart besides ausser au\u00dfer salvo excepto sauf tranne exceto behalve".split()
)
_DENYING: Final = ("not", "not_be", "none")
_OTHERS: Final = word_set("else rest others remaining")
_POSSESSIVES: Final = word_set("your our their ihr euer unser su votre notre vosso seu uw")
"""Words before a server that is not the item spoken of: `and so is your test server`."""

_MIN_WORDS: Final = 2
_REACH: Final = 4
"""Words within which a verb, a place or an item is looked for."""


def attribute_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on attributes of items and pods in a clause."""
    clause = context.clause
    texts = context.texts
    # `T1, the copy of SQL02, is a test server`
    is_sure = context.sentence.names_one or (context.is_sure and not context.sentence.names_several)
    if not (clause.asserts_now and is_sure) or clause.is_event or not texts.isdisjoint(_EXCEPT):
        return
    if "cause" not in clause.cues and "root" not in texts and texts.isdisjoint(ATTRIBUTE_CUES):
        return
    for at, word in enumerate(clause.words):
        if word.text in _ENVIRONMENTS:
            yield from _environment_findings(context, at, word)
        elif word.text in _LOCATED:
            yield from _place_findings(context, at)
        elif word.text in _CAUSING or word.text == "root":
            yield from _cause_findings(context, at)
        elif word.means_some("cause:"):
            yield from _failure_findings(context, at, word)


def _environment_findings(context: ClauseContext, at: int, word: Word) -> Iterator[FactFinding]:
    """The finding on `it is a test server`, or on an environment at the end: `it is staging`."""
    words = context.clause.words
    after = words[at + 1] if at + 1 < len(words) else None
    before = words[at - 1] if at else None
    is_before_system = after is not None and (after.text in _SYSTEMS or after.means_any("item"))
    is_at_end = (
        (after is None or after.form == "mark") and before is not None and before.means_any("be")
    )
    introduces = any(each.text.startswith("there") for each in words[:at])
    is_of_others = any_among(words[:at], _OTHERS)
    is_of_others = is_of_others or any_among(words[max(0, at - 1) : at], _POSSESSIVES)
    leads = words[max(0, at - 2) : at]
    is_place = any(each.text in _INSIDE or each.text == "on" for each in leads)
    is_asserted = is_place or any_means(words[:at], "be", "been")
    if (
        not ((is_before_system and is_asserted) or is_at_end)
        or introduces
        or is_of_others
        or any_means(words[:at], *_DENYING)
    ):
        return  # `its test system is down` does not say what environment an item is in
    stated = _ENVIRONMENTS[word.text]
    # `the test instance DB09` is about DB09, and not about the item named before.
    place = context.clause.at + at + 2
    line = context.clause.sentence[place : place + _REACH] if is_before_system else ()
    behind = (context.index.records.named(each.text) for each in line)
    named = next((record for record in behind if record is not None), None)

    def judge(known: ResultValue) -> ValueComparison:
        known_environment = _ENVIRONMENTS.get(folded(known.text))
        return "unclear" if known_environment is None else same_if(known_environment == stated)

    records = context.about(word.start) if named is None else (named,)
    yield from record_findings(context, "status", (word,), ("environment",), judge, records=records)


def _place_findings(context: ClauseContext, at: int) -> Iterator[FactFinding]:
    """The finding on `it is located in Dallas`: contradicted where a result has Tulsa."""
    words = context.clause.words
    if (
        at + 2 >= len(words)
        or words[at + 1].text not in _IN
        or any_means(words[: at + 1], *_DENYING)
    ):
        return
    name = [
        word
        for word in words[at + 2 : at + 2 + _REACH]
        if word.form == "word" and context.is_capitalised(word)
    ]
    if not name or name[0] is not words[at + 2]:
        return

    def judge(known: ResultValue) -> ValueComparison:
        known_words = folded(known.text).split()
        return same_if(
            any(are_spelling_variants(word.text, each) for word in name for each in known_words)
        )

    yield from record_findings(context, "host", name, ("place",), judge)


def _cause_findings(context: ClauseContext, at: int) -> Iterator[FactFinding]:
    """The finding on `the cause was an attack`, where the results have another cause.

    It is another if no result contains any of the first words of the stated cause.
    """
    clause = context.clause
    if context.lexicon.is_foreign or any_means(clause.words, *_DENYING):
        return
    behind = clause.words[at + 1 :]
    if not behind or not (
        behind[0].means_any("be", "was", "been") or behind[0].text in {":", "by", "was"}
    ):
        return
    content_words = (
        word for word in behind if word.form == "word" and not word.means_some("number:")
    )
    cause_words = [word for word in content_words if stem(word.text)][:_MIN_WORDS]
    statements = context.index.statements
    if len(cause_words) < _MIN_WORDS or any(
        statements.rarity(stem(word.text)) for word in cause_words
    ):
        return
    for record in context.about(cause_words[0].start):
        for known in record.values("cause"):
            yield contradiction(cause_words, "status", known)
            return


def _failure_findings(context: ClauseContext, at: int, word: Word) -> Iterator[FactFinding]:
    """The finding on `the mailer pod ran out of memory`: contradicted by another reason."""
    words = context.clause.words
    records = _pods_named(context, words[:at])
    stated = word.meanings_with("cause:")
    if not records or any_means(words[:at], *_DENYING):
        return

    values = (each for record in records for each in record.values(*record.fields))
    known_causes = causes_in(" ".join(each.text.replace("_", " ") for each in values))

    def judge(known: ResultValue) -> ValueComparison:
        value_causes = causes_in(known.text.replace("_", " "))
        if not value_causes.isdisjoint(stated):
            return "same"
        # A pod has a reason for its present state, and may have had another one before.
        return "unclear" if not value_causes or not known_causes.isdisjoint(stated) else "other"

    yield from record_findings(
        context, "status", (word,), ("cause", "reason"), judge, records=records
    )


def _pods_named(context: ClauseContext, words: Sequence[Word]) -> Sequence[Record]:
    """The pods that are named last, by their whole names or by how these begin.

    Empty where another pod may be meant: `the mailer is down, and the gateway can't be scheduled`.
    """
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        if word.means_any("and") and _names_another(words[at + 1 :]):
            return ()
        if word.form == "name" and (record := context.index.records.named(word.text)) is not None:
            return (record,) if record.values("restarts") else ()
        if word.form == "word" and (pod := context.index.records.pods.get(word.text)) is not None:
            return (pod,)
        if "pod" in word.means:
            near = [each.text for each in words[max(0, at - 1) : at + 2] if each is not word]
            return [
                record
                for record in context.index.records.all
                if record.values("restarts")
                and any(each.partition("-")[0] in near for each in record.ids)
            ]
    return ()


def _names_another(words: Sequence[Word]) -> bool:
    """Whether words behind an `and` begin with a subject of their own, and not with a verb."""
    is_led = any(word.form == "name" or word.means_any("determiner") for word in words)
    return is_led or sum(not word.means for word in words) >= _MIN_WORDS
