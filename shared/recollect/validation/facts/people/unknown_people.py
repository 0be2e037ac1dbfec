"""People whom no result names: unsupported, or contradicted by whom the results have in their role.

`Jane Doe is assigned` where Ann Lee is.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction, finding
from recollect.validation.grammar.folding import folded, stands_in
from recollect.validation.grammar.lexicons.organisations import PRODUCTS, VENDORS
from recollect.validation.grammar.lexicons.particles import AT
from recollect.validation.grammar.words import Word, any_means, denies_any, place_at, word_set
from recollect.validation.known.passages import stems_of
from recollect.validation.known.record_models import ResultValue, values_of
from recollect.validation.known.stated_clauses import stem, weight
from recollect.validation.models import Verdict

_OF: Final = word_set("of at for from de di da chez bij van")
_MIN_WORDS, _MAX_NAME_WORDS = 2, 3
"""The least words of a full name, words beside a name and stems in common; the longest name."""

_MIN_SHARED_STEMS: Final = 3
_MIN_STEM_SHARE: Final = 0.5
_MIN_NAME_LENGTH: Final = 3
_ROLES: Final = (
    ("label:contact", "contact"),
    ("label:assignee", "assignee"),
    ("assigned", "assignee"),
    ("handles", "assignee"),
)
"""A meaning of a word in the sentence, and the field that has the person in that role."""


def unknown_person_findings(context: ClauseContext, name: Sequence[Word]) -> Iterator[FactFinding]:
    """The finding on a person of whose name no word is in the results, if these are whole."""
    if context.index.is_partial or not _is_invented(context, name):
        return
    customer = _true_customer(context, name)
    if customer is not None:
        yield contradiction(name, "customer", customer)
    elif len(name) >= _MIN_WORDS:
        entry = _entry_but_for_name(context, name) or _person_in_role(context, name)
        verdict: Verdict = "unsupported" if entry is None else "contradicted"
        yield finding(name, "person", verdict, entry)


def _true_customer(context: ClauseContext, name: Sequence[Word]) -> ResultValue | None:
    """The results' only customer, where the name stands for another customer: `the case of …`.

    That is a name behind a preposition, in a clause about a case or one that repeats a result.
    """
    words = context.clause.words
    at = place_at(words, name[0].start)
    if not at or words[at - 1].text not in _OF:
        return None
    if len(name) < _MIN_WORDS and words[at - 1].text not in AT:
        return None
    if not any_means(words, "case") and not _repeats(context, name):
        return None
    known = values_of(context.index.records.all, "customer")
    return known[0] if known and len({each.text for each in known}) == 1 else None


def _repeats(context: ClauseContext, name: Sequence[Word]) -> bool:
    """Whether a clause repeats a statement of the results, but for the name."""
    stems = context.statement.stems
    rest = stems - {stem(word.text) for word in name}
    near = context.index.statements.near(rest)
    return bool(near) and near[0][0] >= max(_MIN_WORDS, _MIN_STEM_SHARE * weight(rest))


def _entry_but_for_name(context: ClauseContext, name: Sequence[Word]) -> ResultValue | None:
    """The line of a journal that a sentence repeats, but for the name of who did it."""
    rest = context.stems - stems_of(context.folded_text(name))
    clocks = [moment for moment in context.sentence.moments if moment.clock is not None]
    fitting = [
        each
        for each in context.index.journal.entries
        if len(each.stems & rest)
        >= (1 if any(moment.agrees(each.moment) for moment in clocks) else _MIN_SHARED_STEMS)
    ]
    best = max(fitting, key=lambda each: len(each.stems & rest), default=None)
    return best.result_value if best is not None else None


def _person_in_role(context: ClauseContext, name: Sequence[Word]) -> ResultValue | None:
    """The contact or assignee of the only record spoken of, where the sentence names that role.

    None if the sentence names the true person as well.
    """
    if denies_any(context.clause.words) or not VENDORS.isdisjoint(context.sentence.texts):
        return None
    records = context.about(name[0].start)
    means = frozenset().union(*(word.means for word in context.clause.sentence))
    fields = [field for cue, field in _ROLES if cue in means]
    known = values_of(records, *fields[:1])
    parts = [part for each in known for part in folded(each.text).split()]
    is_named = any(stands_in(part, context.sentence_text) for part in parts)
    return known[0] if len(records) == 1 and known and not is_named else None


def _is_invented(context: ClauseContext, name: Sequence[Word]) -> bool:
    """Whether no word of a name is in the results, and the clause has more words than the name.

    A clause without other words is a heading. German nouns have capitals, so names are not seen.
    """
    words = context.clause.words
    if len(name) > _MAX_NAME_WORDS or len(words) - len(name) < _MIN_WORDS:
        return False
    if context.lexicon.language == "german":
        return False
    return all(
        word.text not in context.index.text.words
        and len(word.text) >= _MIN_NAME_LENGTH
        and not context.answer[word.start : word.end].isupper()
        and word.text not in PRODUCTS
        for word in name
    )
