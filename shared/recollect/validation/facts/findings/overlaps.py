"""Decide which findings count where several rules find something at one place of an answer."""

from collections.abc import Iterable, Sequence

from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.models import FactKind, Verdict


def spans_of(found: Iterable[FactFinding], *verdicts: Verdict) -> set[tuple[int, int]]:
    """The offsets, start and end, of the findings with these verdicts, or of all without any."""
    return {(each.start, each.end) for each in found if not verdicts or each.verdict in verdicts}


def without_repeats(found: Sequence[FactFinding]) -> Sequence[FactFinding]:
    """The findings of a clause without repeats: each verdict on a kind of fact once for a span.

    A contradiction hides the findings inside its span, and a supported span hides an unsupported
    finding on the very same span.
    """
    if len(found) <= 1:
        return found
    wrong = spans_of(found, "contradicted")
    right = spans_of(found, "supported")
    contradicted: set[tuple[int, int]] = set()
    seen: set[tuple[int, int, FactKind, Verdict]] = set()
    kept: list[FactFinding] = []
    for finding in found:
        span = (finding.start, finding.end)
        if finding.verdict == "contradicted":
            is_new = span not in contradicted
            contradicted.add(span)
        else:
            fact = (*span, finding.kind, finding.verdict)
            is_inside = any(start <= finding.start and finding.end <= end for start, end in wrong)
            is_hidden = is_inside or (finding.verdict == "unsupported" and span in right)
            is_new = not is_hidden and fact not in seen
            seen.add(fact)
        if is_new:
            kept.append(finding)
    return kept


def not_overlapping(
    new: Iterable[FactFinding], found: Sequence[FactFinding]
) -> Sequence[FactFinding]:
    """The new findings without those at the places of earlier ones, whose rules know the kind.

    A new finding is dropped where it overlaps an earlier contradiction. Unless it is a
    contradiction itself, it is dropped, too, where an earlier supported one has the same span.
    """
    listed = list(new)
    if not listed:
        return ()
    wrong = spans_of(found, "contradicted")
    right = spans_of(found, "supported")
    kept: list[FactFinding] = []
    for finding in listed:
        span = (finding.start, finding.end)
        if _touches(finding, wrong):
            continue
        if finding.verdict == "contradicted":
            wrong.add(span)
        elif span in right:
            continue
        right.add(span)
        kept.append(finding)
    return kept


def merge_findings(
    of_clauses: Sequence[FactFinding], of_answer: Sequence[FactFinding]
) -> list[FactFinding]:
    """The findings on single clauses and those on the answer as a whole, without overlaps.

    What the latter support counts: a copied sentence or a table tells more than a clause. Where
    both contradict something, the finding on the clause stays, since its rule knows the kind.
    """
    right = spans_of(of_answer, "supported")
    kept = [each for each in of_clauses if each.verdict == "supported" or not _touches(each, right)]
    wrong = spans_of(kept, "contradicted")
    taken = spans_of(kept)
    added = [
        each
        for each in of_answer
        if not _touches(each, wrong if each.verdict == "contradicted" else taken)
    ]
    contradicted = spans_of(added, "contradicted")
    return [*added, *(each for each in kept if not _touches(each, contradicted))]


def _touches(found: FactFinding, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start < found.end and found.start < end for start, end in spans)
