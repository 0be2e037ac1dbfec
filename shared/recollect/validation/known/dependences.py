"""Read from the relations in results which items depend on which."""

from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from recollect.validation.grammar.folding import folded
from recollect.validation.known.record_models import ResultValue, Source
from recollect.validation.results import ReadResult


def dependences_of(results: Iterable[ReadResult]) -> Mapping[tuple[str, str], ResultValue]:
    """The dependences in results: the key is the dependent item and the other one, names folded."""
    found: dict[tuple[str, str], ResultValue] = {}
    for result in results:
        relations = result.content.get("relations")
        for place, relation in enumerate(relations if isinstance(relations, list) else ()):
            pair = _dependence(relation)
            if pair is not None:
                text = f"{pair[0]} depends on {pair[1]}"
                source = Source(result.tool, f"relations[{place}]")
                found[folded(pair[0]), folded(pair[1])] = ResultValue(text, source)
    return found


def _dependence(relation: JsonValue) -> tuple[str, str] | None:
    """The dependent item and the one it depends on, if the relation is a dependence."""
    if not isinstance(relation, dict):
        return None
    parent, child = relation.get("parent_name"), relation.get("child_name")
    kind = relation.get("type")
    if not isinstance(parent, str) or not isinstance(child, str) or not isinstance(kind, str):
        return None
    return (parent, child) if kind.casefold().startswith("depends on") else None
