"""Which findings count where several rules find something at the same places of an answer."""

from collections.abc import Iterable, Sequence

from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.models import Verdict


def spans_of(found: Iterable[FactFinding], *verdicts: Verdict) -> set[tuple[int, int]]:
    """The offsets, from and to, of findings: of these verdicts, or of all without any."""
    return {(each.start, each.end) for each in found if not verdicts or each.verdict in verdicts}


def without_repeats(found: Sequence[FactFinding]) -> Sequence[FactFinding]:
    """The findings of a clause, one a place: a contradiction hides all others inside of it."""
    if len(found) <= 1:
        return found
    wrong = spans_of(found, "contradicted")
    right = spans_of(found, "supported")
    told: set[tuple[int, int]] = set()
    kept: list[FactFinding] = []
    for each in found:
        span = (each.start, each.end)
        if each.verdict == "contradicted":
            is_new = span not in told
            told.add(span)
        else:
            is_inside = any(start <= each.start and each.end <= end for start, end in wrong)
            is_new = not is_inside and (each.verdict == "supported" or span not in right)
        if is_new:
            kept.append(each)
    return kept


def not_overlapping(
    new: Iterable[FactFinding], found: Sequence[FactFinding]
) -> Sequence[FactFinding]:
    """The new findings without those at places of earlier ones, whose rules know the kind."""
    listed = list(new)
    if not listed:
        return ()
    wrong = spans_of(found, "contradicted")
    right = spans_of(found, "supported")
    kept: list[FactFinding] = []
    for each in listed:
        span = (each.start, each.end)
        if _touches(each, wrong):
            continue
        if each.verdict == "contradicted":
            wrong.add(span)
        elif span in right:
            continue
        right.add(span)
        kept.append(each)
    return kept


def merge_findings(
    of_clauses: Sequence[FactFinding], of_answer: Sequence[FactFinding]
) -> list[FactFinding]:
    """The findings of clauses and of the answer as a whole, without overlaps.

    What the latter support stands: copied sentences and tables know best. Where both contradict
    something, the finding of the clause stays, whose rule knows the kind.
    """
    right = spans_of(of_answer, "supported")
    kept = [each for each in of_clauses if each.verdict == "supported" or not _touches(each, right)]
    wrong = spans_of(kept, "contradicted")
    told = spans_of(kept)
    further = [
        each
        for each in of_answer
        if not _touches(each, wrong if each.verdict == "contradicted" else told)
    ]
    spans = spans_of(further, "contradicted")
    return [*further, *(each for each in kept if not _touches(each, spans))]


def _touches(found: FactFinding, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start < found.end and found.start < end for start, end in spans)
