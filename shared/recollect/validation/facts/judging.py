"""Comparing a claim with the values of records, and which contradictions are sure enough."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.joint_subjects import joint_subject
from recollect.validation.facts.verdicts import FactFinding, ValueComparison
from recollect.validation.grammar.words import Word
from recollect.validation.known.records import Record, ResultValue
from recollect.validation.models import FactKind


def record_findings(
    context: ClauseContext,
    kind: FactKind,
    words: Sequence[Word],
    records: Sequence[Record],
    fields: Sequence[str],
    compare: Callable[[ResultValue], ValueComparison],
    *,
    denied: bool = False,
) -> Iterator[FactFinding]:
    """Compare the claim in `words` with the values that `records` have in `fields`; one finding.

    `compare` says how a value relates to the claim. One value that is the same supports the claim;
    values that all differ contradict it; none, or unclear ones alone, give no finding. A denied
    claim is supported where all differ. A claim about several together is contradicted by one.
    """
    start, end = words[0].start, words[-1].end
    joint = joint_subject(context, start)
    records = joint.records if joint is not None else records
    verdicts: list[tuple[ValueComparison, ResultValue]] = []
    known_records = context.index.records
    if records is known_records.all:
        records = known_records.with_fields(*fields)
    is_unclear = False
    for record in records:
        told = [(compare(known), known) for known in record.values(*fields)]
        found = [each for each in told if each[0] != "unclear"]
        if not found:
            is_unclear = is_unclear or bool(told)
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
        # Whatever the order of calls: the very same word before one that means as much.
        said = context.fold[start:end]
        good = next((each for each in fitting if each.text.lower() == said), fitting[0])
        yield FactFinding(start, end, kind, "supported", good, denied)
    elif not is_unclear and not _is_of_another(context, records, fields, compare, wanted):
        yield FactFinding(start, end, kind, "contradicted", verdicts[0][1], denied)


def drop_unsure_contradictions(
    found: Iterable[FactFinding], context: ClauseContext
) -> Iterator[FactFinding]:
    """Drop contradictions by mere resemblance, unless the clause is sure to be about the same.

    A brief answer is about the one thing that was asked, and so is what stands behind a label or
    in a line of a journal. In anything longer, what resembles a statement of the results often
    tells of something else: of what such rules called wrong there, in answers that nobody had
    seen, three in four were right.
    """
    if context.is_sure:
        yield from found
    else:
        yield from (each for each in found if each.verdict != "contradicted")


def drop_unanchored_contradictions(
    found: Iterable[FactFinding], context: ClauseContext
) -> Iterator[FactFinding]:
    """Drop contradictions where it is not plain what the clause is about (ADR 0077)."""
    return (each for each in found if each.verdict != "contradicted" or context.is_anchored)


def _is_of_another(
    context: ClauseContext,
    records: Sequence[Record],
    fields: Sequence[str],
    compare: Callable[[ResultValue], ValueComparison],
    wanted: ValueComparison,
) -> bool:
    """Whether what is said of a record that lines before named is so of another one.

    The sentence may be about that one without its number: `Meridian also has a P1`.
    """
    carried = context.last_named
    if carried is None or [*records] != [carried] or context.is_of_one_named:
        return False
    others = (record for record in context.index.records.all if record is not carried)
    return any(compare(each) == wanted for record in others for each in record.values(*fields))
