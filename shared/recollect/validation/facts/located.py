"""Where results have offices, plants and the like."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from recollect.validation.facts.records import Known, Source

PLACE_KINDS: Final[Mapping[str, str]] = {
    word: words.split()[0]
    for words in (
        "office offices",
        "warehouse warehouses depot",
        "plant factory plants",
        "branch branches",
        "site sites location",
        "store stores shop shops",
        "clinic hospital",
        "campus school",
        "datacenter datacentre",
        "gateway",
        "department",
    )
    for word in words.split()
}
_NOUN: Final = "|".join(sorted(PLACE_KINDS, key=len, reverse=True))
_MAY_TELL: Final = re.compile(rf"\b(?:{_NOUN})")
_CAPITAL: Final = r"[^\W\d_a-z][a-z\u00df-\u024f]{2,30}"
_TOLD: Final = re.compile(
    rf"(?P<before>{_CAPITAL}) (?:{_NOUN})\b"
    rf"|\b(?P<noun>{_NOUN})(?: [a-z]+)? (?:in |at )?(?P<behind>{_CAPITAL})"
)


def places_of(lines: Mapping[str, Source]) -> Mapping[str, Sequence[tuple[str, Known]]]:
    """The places of what results have one of, by what it is: `the Lyon warehouse`."""
    found: dict[str, list[tuple[str, Known]]] = defaultdict(list)
    for line, source in lines.items():
        for match in _TOLD.finditer(line) if _MAY_TELL.search(line) else ():
            place = match["before"] or match["behind"]
            noun = match["noun"] or match.group().rpartition(" ")[2]
            found[PLACE_KINDS[noun]].append((place, Known(match.group(), source)))
    return found
