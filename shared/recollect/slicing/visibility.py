"""What of an item's metadata a caller may see, as far as filters ask for it.

A filter that matches a field which its caller may not see would tell what stands there: so the
fields that paths hide are not there for it, nor is what is internal.
"""

from collections.abc import Sequence

from pydantic import JsonValue

from recollect.relevance.filters import Filters
from recollect.retrieval.items import Item, Metadata
from recollect.slicing.policy import personal_fields
from recollect.slicing.redaction import redact
from recollect.slicing.sliced import NEVER_SHOWN


def open_metadata(metadata: Metadata, paths: Sequence[str]) -> Metadata:
    """Metadata without the fields that `paths` hide, even in part; of a list the rest stays."""
    if not paths:
        return metadata
    left = redact(Item("", None, metadata), paths).metadata
    shown: dict[str, JsonValue] = {}
    for name, value in metadata.items():
        other = left.get(name)
        if isinstance(value, list) and isinstance(other, list):
            shown[name] = [one for one, two in zip(value, other, strict=True) if one == two]
        elif name in left and other == value:
            shown[name] = value
    return shown


def passes(filters: Filters, metadata: Metadata, hidden: Sequence[str] | None = None) -> bool:
    """Whether what may be seen of `metadata` passes filters.

    `hidden` are the paths that a policy redacts; by default those of personal data.
    """
    if filters == Filters():
        return True
    paths = personal_fields(metadata) if hidden is None else hidden
    shown = open_metadata(metadata, paths)
    return filters.match({name: each for name, each in shown.items() if name not in NEVER_SHOWN})
