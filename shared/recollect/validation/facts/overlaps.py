"""Which findings count where several rules find something at the same places of an answer."""

from collections.abc import Iterable, Iterator, Sequence

from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.models import Verdict


def spans_of(found: Iterable[FactFinding], *verdicts: Verdict) -> set[tuple[int, int]]:
    """The places, from and to, of findings; of some verdicts or all."""
    return {(each.start, each.end) for each in found if not verdicts or each.verdict in verdicts}


def without_repeats(found: Sequence[FactFinding]) -> Iterator[FactFinding]:
    """The findings of a clause, without what else is said of what is known to be otherwise."""
    if len(found) <= 1:
        yield from found
        return
    wrong = spans_of(found, "contradicted")
    right = spans_of(found, "supported")
    told: set[tuple[int, int]] = set()
    for each in found:
        span = (each.start, each.end)
        if each.verdict == "contradicted":
            is_new = span not in told
            told.add(span)
        else:
            is_inside = any(start <= each.start and each.end <= end for start, end in wrong)
            is_new = not is_inside and (each.verdict == "supported" or span not in right)
        if is_new:
            yield each


def not_overlapping(
    further: Iterable[FactFinding], found: Sequence[FactFinding]
) -> Iterable[FactFinding]:
    """Those of what nobody has called wrong or right yet: who knows the kind tells it better."""
    new = list(further)
    return _untold(new, found) if new else ()


def _untold(new: Iterable[FactFinding], found: Sequence[FactFinding]) -> Iterator[FactFinding]:
    wrong = spans_of(found, "contradicted")
    right = spans_of(found, "supported")
    for each in new:
        span = (each.start, each.end)
        if _touches(each, wrong):
            continue
        if each.verdict == "contradicted":
            wrong.add(span)
        elif span in right:
            continue
        right.add(span)
        yield each


def merge_findings(
    found: Sequence[FactFinding], wholes: Sequence[FactFinding]
) -> list[FactFinding]:
    """The findings of clauses with those of copied sentences and of tables, which know best.

    Where both find something wrong, who knows the kind tells it.
    """
    right = spans_of(wholes, "supported")
    kept = [each for each in found if each.verdict == "supported" or not _touches(each, right)]
    wrong = spans_of(kept, "contradicted")
    told = spans_of(kept)
    further = [
        each
        for each in wholes
        if not _touches(each, wrong if each.verdict == "contradicted" else told)
    ]
    spans = spans_of(further, "contradicted")
    return [*further, *(each for each in kept if not _touches(each, spans))]


def _touches(found: FactFinding, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start < found.end and found.start < end for start, end in spans)
