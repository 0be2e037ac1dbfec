"""What an answer says of an item or a pod: where it runs and stands, what it needs, and why."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.judging import record_findings
from recollect.validation.facts.verdicts import FactFinding, ValueComparison
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import ENGLISH
from recollect.validation.grammar.words import Word
from recollect.validation.known.records import Record, ResultValue
from recollect.validation.known.statements import stem
from recollect.validation.known.values import are_spelling_variants, causes_in


def _by_word(*groups: str) -> Mapping[str, str]:
    return {word: group.split()[0] for group in groups for word in group.split()}


_ENVIRONMENTS: Final = _by_word(
    "production prod produktion produktiv produktive produccion producao produzione productie",
    "test testing qa prueba pruebas teste testes prova collaudo",
    "staging preprod preproduction",
    "development dev entwicklung desarrollo developpement desenvolvimento sviluppo ontwikkeling",
)

_RUNNING: Final = frozenset(
    """
    server servers database db instance environment system host machine vm umgebung entorno
    environnement ambiente omgeving datenbank
    """.split()
)
_STANDING: Final = frozenset(
    """
    located stands situated housed hosted steht ubicado ubicada situe situee localizado situato
    """.split()
)
_IN: Final = frozenset("in at en a au im nel te".split())
_INSIDE: Final = frozenset("in at im".split())
_CAUSING: Final = frozenset("cause causes caused ursache causa".split())
ATTRIBUTE_CUES: Final = frozenset(_ENVIRONMENTS) | _STANDING | _CAUSING
"""Words of which one is in every clause of which something is read here."""

_EXCEPT: Final = frozenset(
    "except apart besides ausser au\u00dfer salvo excepto sauf tranne exceto behalve".split()
)
_OTHERS: Final = frozenset("else rest others remaining".split())
_POSSESSIVES: Final = frozenset("your our their ihr euer unser su votre notre vosso seu uw".split())
"""What stands before a server that is another one: `and so is your test server`."""

_ENOUGH: Final = 2
_FAR: Final = 4


def attribute_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on fields of items and pods in a clause."""
    clause = context.clause
    texts = context.texts
    # `T1, the copy of SQL02, is a test server`
    is_sure = context.sentence.names_one or (context.is_sure and not context.sentence.names_several)
    if not (clause.states and is_sure) or clause.is_event or not texts.isdisjoint(_EXCEPT):
        return
    if "be" in clause.cues and (at := _is_in(context)) is not None:
        yield from _place(context, at)
    if "cause" not in clause.cues and "root" not in texts and texts.isdisjoint(ATTRIBUTE_CUES):
        return
    for at, word in enumerate(clause.words):
        if word.text in _ENVIRONMENTS:
            yield from _environment(context, at, word)
        elif word.text in _STANDING:
            yield from _place(context, at)
        elif word.text in _CAUSING or word.text == "root":
            yield from _cause(context, at)
        elif word.of("cause:"):
            yield from _failure(context, at, word)


def _is_in(context: ClauseContext) -> int | None:
    """The place of the verb where a clause says but where an item is: `LNZ-BDG-07 is in Graz`."""
    words = context.clause.words
    for at, word in enumerate(words[:_FAR]):
        if word.says("be"):
            behind = words[at + 1 : at + 3]
            is_place = len(behind) > 1 and behind[0].text in _INSIDE and not behind[1].means
            return at if at and is_place and behind[1].text not in _ENVIRONMENTS else None
        if not (word.form == "name" or word.says("it", "item", "determiner")):
            return None
    return None


def _is_denied(words: Sequence[Word]) -> bool:
    return any(word.says("not", "not_be", "none") for word in words)


def _environment(context: ClauseContext, at: int, word: Word) -> Iterator[FactFinding]:
    """`It is a test server`: an environment beside what runs there, or at the end of a clause."""
    words = context.clause.words
    after = words[at + 1] if at + 1 < len(words) else None
    before = words[at - 1] if at else None
    runs = after is not None and (after.text in _RUNNING or after.says("item"))
    ends = (after is None or after.form == "mark") and before is not None and before.says("be")
    introduces = any(each.text.startswith("there") for each in words[:at])
    is_of_rest = not _OTHERS.isdisjoint(each.text for each in words[:at])
    is_of_rest = is_of_rest or any(each.text in _POSSESSIVES for each in words[max(0, at - 1) : at])
    leads = words[max(0, at - 2) : at]
    is_place = any(each.text in _INSIDE or each.text == "on" for each in leads)
    is_said = is_place or any(each.says("be", "been") for each in words[:at])
    if not ((runs and is_said) or ends) or introduces or is_of_rest or _is_denied(words[:at]):
        return  # `its test system is down` says of nothing that it is one
    said = _ENVIRONMENTS[word.text]
    # Of `the test instance DB09` it is said, and not of what was named before.
    place = context.clause.at + at + 2
    line = context.clause.sentence[place : place + _FAR] if runs else ()
    behind = (context.index.records.named(each.text) for each in line)
    named = next((record for record in behind if record is not None), None)

    def judge(known: ResultValue) -> ValueComparison:
        has = _ENVIRONMENTS.get(folded(known.text))
        return "unclear" if has is None else ("same" if has == said else "other")

    records = context.about(word.start) if named is None else (named,)
    yield from record_findings(context, "status", (word,), records, ("environment",), judge)


def _place(context: ClauseContext, at: int) -> Iterator[FactFinding]:
    """`It is located in Dallas`, where a result has it in Tulsa."""
    words = context.clause.words
    if at + 2 >= len(words) or words[at + 1].text not in _IN or _is_denied(words[: at + 1]):
        return
    name = [
        word
        for word in words[at + 2 : at + 2 + _FAR]
        if word.form == "word" and context.answer[word.start].isupper()
    ]
    if not name or name[0] is not words[at + 2]:
        return

    def judge(known: ResultValue) -> ValueComparison:
        has = folded(known.text).split()
        is_same = any(are_spelling_variants(word.text, each) for word in name for each in has)
        return "same" if is_same else "other"

    yield from record_findings(
        context, "host", name, context.about(name[0].start), ("place",), judge
    )


def _cause(context: ClauseContext, at: int) -> Iterator[FactFinding]:
    """`The cause was an attack`, of which no result has a word, where a result has a cause."""
    clause = context.clause
    if context.lexicon.language != ENGLISH or _is_denied(clause.words):
        return
    behind = clause.words[at + 1 :]
    if not behind or not (
        behind[0].says("be", "was", "been") or behind[0].text in {":", "by", "was"}
    ):
        return
    telling = (word for word in behind if word.form == "word" and not word.of("number:"))
    told = [word for word in telling if stem(word.text)][:_ENOUGH]
    statements = context.index.statements
    if len(told) < _ENOUGH or any(statements.rarity(stem(word.text)) for word in told):
        return
    for record in context.about(told[0].start):
        for known in record.values("cause"):
            yield FactFinding(told[0].start, told[-1].end, "status", "contradicted", known)
            return


def _failure(context: ClauseContext, at: int, word: Word) -> Iterator[FactFinding]:
    """`The mailer pod ran out of memory`, where a result has another reason."""
    words = context.clause.words
    records = _pods(context, words[:at])
    said = word.of("cause:")
    if not records or _is_denied(words[:at]):
        return

    values = (each for record in records for each in record.values(*record.fields))
    told = causes_in(" ".join(each.text.replace("_", " ") for each in values))

    def judge(known: ResultValue) -> ValueComparison:
        has = causes_in(known.text.replace("_", " "))
        if not has.isdisjoint(said):
            return "same"
        # A pod is in one state, and was for another reason in that before.
        return "unclear" if not has or not told.isdisjoint(said) else "other"

    yield from record_findings(context, "status", (word,), records, ("cause", "reason"), judge)


def _pods(context: ClauseContext, words: Sequence[Word]) -> Sequence[Record]:
    """The pods that words name last, by their whole names or by what these begin with.

    None where another one may be meant: `the mailer is down, and the gateway can't be scheduled`.
    """
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        if word.says("and") and _names_another(words[at + 1 :]):
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
    """Whether words behind an `and` begin with something else, and not with a verb: `gets`."""
    is_led = any(word.form == "name" or word.says("determiner") for word in words)
    return is_led or sum(not word.means for word in words) >= _ENOUGH
