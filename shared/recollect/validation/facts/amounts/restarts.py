"""Check how often a pod is said to have restarted."""

import re
from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import record_findings
from recollect.validation.facts.findings.verdicts import FactFinding, ValueComparison, same_if
from recollect.validation.grammar.quantities import Amount
from recollect.validation.grammar.words import any_means, word_set
from recollect.validation.known.record_models import ResultValue

_COUNT: Final = re.compile(r"[0-9]{1,9}(?= \(|\Z)")
"""A count, maybe with the time of the last restart: `3 (2h ago)`."""

_SEVERAL: Final = word_set("together all zusammen ensemble juntos against than")
"""Words that say that restarts are of several pods, or that two pods are compared."""

_HAVING: Final = word_set("has had with restarted hat tiene a ha tem")
"""Words between a pod and how often it has restarted."""


def restart_findings(amount: Amount, context: ClauseContext) -> Iterator[FactFinding]:
    """The finding on how often the pod that is named last before `amount` has restarted."""
    if amount.concept != "thing:restart" or not _SEVERAL.isdisjoint(context.sentence.texts):
        return
    before = context.clause.words[: amount.place] or context.referents.before_bracket
    known = context.index.records.pods
    pods = [known[word.text] for word in before if word.text in known]
    records = pods[-1:] or context.about(amount.start)
    is_whole = any_means(before[-2:], "share")
    is_joined = len(before) > 1 and before[-1].means_any("and") and before[-2].form == "number"
    if len(records) != 1 or is_whole or is_joined or any_means(before, "most", "some", "half"):
        return  # most of all 42 restarts, 23 of the 34, 17 and 14 of two pods

    def judge(known: ResultValue) -> ValueComparison:
        count = _COUNT.match(known.text)
        if count is None:
            return "unclear"
        return same_if(amount.agrees(float(count.group())))

    word = context.clause.words[amount.place]
    yield from record_findings(context, "count", (word,), ("restarts",), judge, records=records)


def names_pod(amount: Amount, context: ClauseContext) -> bool:
    """Whether a pod is named right before its number of restarts, or as the only record so far."""
    before = context.clause.words[: amount.place] or context.referents.before_bracket[-1:]
    named = [word for word in before if word.form == "name"][-1:]
    record = context.index.records.named(named[0].text) if named else None
    between = [word for word in before if named and word.start > named[0].start]
    is_near = all(word.text in _HAVING or word.form == "mark" for word in between)
    if not is_near or record is None:  # `- ledger-0: out of memory, 17 restarts`
        named_so_far = context.sentence.named_between(context.sentence.words[0].start, amount.start)
        record = named_so_far[0][1] if named_so_far and context.sentence.names_one else None
    return record is not None and bool(record.values("restarts"))
