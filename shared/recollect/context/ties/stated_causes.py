"""Causes that a text states: "caused by CHG004321", "led to an outage of db-02"."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from pydantic import JsonValue

from recollect.context.evidence import Evidence
from recollect.context.ties.relations import MAX_READ_CHARS, Tie
from recollect.core.grouping import grouped
from recollect.language.texts import collapsed
from recollect.relevance.identifiers import identifiers
from recollect.retrieval.items import prose_of

# A text may be wrong where `caused_by` is not; an identifier may stand for more than its item.
BY_ID = 0.8
BY_IDENTIFIER = 0.6

# "Not caused by" states no cause; "could not log in because of" does.
_NOT_NEGATED = r"\b(?<!not )(?<!never )(?<!n't )(?<!n’t )(?<!not directly )"
_CAUSE_PHRASE = re.compile(
    _NOT_NEGATED + r"(?:(?:caused|triggered) by|due to|because of|root cause(?: is| was)?(?! not):?"
    r"|result(?:ed|s|ing) from|as a result of)(?!\w)"
)
_EFFECT_PHRASE = re.compile(_NOT_NEGATED + r"(?:(?:led|leads) to|result(?:ed|s|ing) in)\b")
# A phrase names the cause or effect within so many characters behind it, in its sentence.
_MENTION_CHARS = 120
# So many phrases of each kind are read in an item; a text with more is a log.
_MAX_MENTIONS = 8
_SENTENCE_END = re.compile(r"[.!?;](?=\s|$)|\n")
_WORD = re.compile(r"\w[\w.:/#@+-]*")
# An item is about what stands in its first lines.
_OPENING_CHARS = 200
_NAMES = ("number", "case_number", "ticket", "key", "incident", "change", "external_id")
_MIN_ID_CHARS = 3


@dataclass(frozen=True, slots=True)
class _Mention:
    """The words behind a phrase of cause or effect, their place, and whether they name a cause."""

    text: str
    start: int
    end: int
    is_cause: bool


def stated_causes(evidence: Sequence[Evidence]) -> list[Tie]:
    """Causes and effects that texts name by an item's id, or by an identifier of one item only.

    An item's own identifiers are those in its first 200 characters and in the fields with its
    number, except where a phrase names another item. Surest first, then by the effect's rank.
    """
    texts = [prose_of(each.content)[:MAX_READ_CHARS].casefold() for each in evidence]
    mentions = [tuple(_mentions(text)) for text in texts]
    ids = _by_id(evidence)
    owners = _owners(evidence, texts, mentions)
    best: dict[tuple[int, int], float] = {}
    for place, each in enumerate(mentions):
        for mention in each:
            for other, weight in _named(mention.text, ids, owners):
                pair = (other, place) if mention.is_cause else (place, other)
                best[pair] = max(weight, best.get(pair, 0.0))
    ties = [Tie(*pair, "causes", weight) for pair, weight in best.items() if pair[0] != pair[1]]
    return sorted(ties, key=lambda tie: (-tie.weight, tie.target, tie.source))


def _mentions(text: str) -> Iterator[_Mention]:
    for phrases, is_cause in ((_CAUSE_PHRASE, True), (_EFFECT_PHRASE, False)):
        for match in islice(phrases.finditer(text), _MAX_MENTIONS):
            end = min(len(text), match.end() + _MENTION_CHARS)
            stop = _SENTENCE_END.search(text, match.end(), end)
            end = stop.start() if stop else end
            yield _Mention(text[match.end() : end], match.start(), end, is_cause)


def _by_id(evidence: Sequence[Evidence]) -> Mapping[str, int]:
    """The ids that nobody writes by accident; two ids that differ only by case are left out."""
    found = grouped(
        (each.id.casefold(), place)
        for place, each in enumerate(evidence)
        if len(each.id) >= _MIN_ID_CHARS and not each.id.isalpha()
    )
    return {id_: places[0] for id_, places in found.items() if len(places) == 1}


def _owners(
    evidence: Sequence[Evidence], texts: Sequence[str], mentions: Sequence[Sequence[_Mention]]
) -> Mapping[str, int]:
    found: dict[str, set[int]] = defaultdict(set)
    for place, each in enumerate(evidence):
        opening = _without(texts[place], mentions[place])[:_OPENING_CHARS]
        fields = " ".join(filter(None, (_text(each.metadata.get(name)) for name in _NAMES)))
        for identifier in identifiers(f"{opening} {fields}"):
            found[identifier].add(place)
    return {name: min(places) for name, places in found.items() if len(places) == 1}


def _without(text: str, mentions: Sequence[_Mention]) -> str:
    opening, at = "", 0
    for each in sorted(mentions, key=lambda each: each.start):
        opening += text[at : max(at, each.start)]
        at = max(at, each.end)
    return opening + text[at:]


def _named(
    text: str, ids: Mapping[str, int], owners: Mapping[str, int]
) -> Iterator[tuple[int, float]]:
    for word in _WORD.findall(collapsed(text)):
        named = ids.get(word.rstrip(".:/#@+-"))
        if named is not None:
            yield named, BY_ID
    for identifier in identifiers(text):
        if identifier in owners:
            yield owners[identifier], BY_IDENTIFIER


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) and len(value) <= _OPENING_CHARS else ""
