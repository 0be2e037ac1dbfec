"""Compares claims with the values of records, and drops contradictions that are not sure enough."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.context.joint_subjects import joint_subject
from recollect.validation.facts.findings.verdicts import FactFinding, ValueComparison
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import Word
from recollect.validation.known.record_models import Record, ResultValue, values_of
from recollect.validation.models import FactKind


def record_findings(
    context: ClauseContext,
    kind: FactKind,
    words: Sequence[Word],
    fields: Sequence[str],
    compare: Callable[[ResultValue], ValueComparison],
    *,
    records: Sequence[Record] | None = None,
    denied: bool = False,
) -> Iterator[FactFinding]:
    """Compare the claim in `words` with the values in `fields` of the records that it is about.

    `records` are other ones. Gives one finding or none. `compare` tells how a value relates to the
    claim. One value that is the same supports the claim; values that all differ contradict it; no
    values, or unclear ones alone, give no finding. A denied claim is supported by a record whose
    values all differ. A claim about several records together is contradicted by one of them.
    """
    start, end = words[0].start, words[-1].end
    claim_text = context.fold[start:end]
    compare = compare if denied else _or_in_same_words(compare, claim_text)
    joint = joint_subject(context, start)
    if joint is not None:
        records = joint.records
    elif records is None:
        records = context.about(start)
    verdicts: list[tuple[ValueComparison, ResultValue]] = []
    known_records = context.index.records
    if records is known_records.all:
        records = known_records.with_fields(*fields)
    is_unclear = False
    for record in records:
        comparisons = [(compare(known), known) for known in record.values(*fields)]
        found = [each for each in comparisons if each[0] != "unclear"]
        if not found:
            is_unclear = is_unclear or bool(comparisons)
            continue
        verdicts.append(next((each for each in found if each[0] == "same"), found[0]))
    if not verdicts:
        return
    others = [known for verdict, known in verdicts if verdict == "other"]
    if others and joint is not None and joint.same and not denied:
        yield FactFinding(start, end, kind, "contradicted", others[0])
        return
    wanted: ValueComparison = "other" if denied else "same"
    fitting = [known for verdict, known in verdicts if verdict == wanted]
    if fitting:
        # A value in the very same words comes first, whatever the order of the tool calls.
        best = next((each for each in fitting if each.text.lower() == claim_text), fitting[0])
        yield FactFinding(start, end, kind, "supported", best, denied)
    elif not is_unclear and not _is_of_another(context, records, fields, compare, wanted):
        yield FactFinding(start, end, kind, "contradicted", verdicts[0][1], denied)


def _or_in_same_words(
    compare: Callable[[ResultValue], ValueComparison], claim_text: str
) -> Callable[[ResultValue], ValueComparison]:
    """The comparison by which a value in the very words of a claim is always the same."""

    def compared(known: ResultValue) -> ValueComparison:
        is_same = len(known.text) == len(claim_text) and folded(known.text) == claim_text
        return "same" if is_same else compare(known)

    return compared


def drop_unsure_contradictions(
    found: Iterable[FactFinding], context: ClauseContext
) -> Iterator[FactFinding]:
    """Drop contradictions by mere resemblance, unless the clause is sure to be about the same.

    A brief answer is about the one thing that was asked, and so is the value of a label or a line
    of a journal. In longer answers, a sentence that resembles a statement of the results is often
    about something else: of what such rules called wrong there, in answers that nobody had seen,
    three in four were right.
    """
    if context.is_sure:
        yield from found
    else:
        yield from (each for each in found if each.verdict != "contradicted")


def drop_unanchored_contradictions(
    found: Iterable[FactFinding], context: ClauseContext
) -> Iterator[FactFinding]:
    """Drop contradictions unless it is plain what the clause is about (ADR 0077)."""
    return (each for each in found if each.verdict != "contradicted" or context.is_anchored)


def _is_of_another(
    context: ClauseContext,
    records: Sequence[Record],
    fields: Sequence[str],
    compare: Callable[[ResultValue], ValueComparison],
    wanted: ValueComparison,
) -> bool:
    """Whether a claim about the record named in earlier lines is true of another record.

    The sentence may mean the other record without its number: `Meridian also has a P1`.
    """
    last_named = context.last_named
    if last_named is None or [*records] != [last_named] or context.is_of_one_named:
        return False
    others = (record for record in context.index.records.all if record is not last_named)
    return any(compare(each) == wanted for each in values_of(others, *fields))
