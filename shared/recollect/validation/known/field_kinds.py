"""Map names and labels to kinds of fields: `assigned_to` and `Zugewiesen an` are an `assignee`."""

from collections.abc import Iterable, Mapping
from typing import Final

from pydantic import JsonValue

from recollect.core.memoised import Memoised
from recollect.validation.grammar.field_names import plain_name
from recollect.validation.grammar.folding import PIECE, folded
from recollect.validation.grammar.lexicon import labels_of_all, phrase_key

_KIND_BY_NAME: Final[Mapping[str, str]] = {
    name: kind
    for kind, names in {
        "status": "state status casestatus incidentstate operationalstatus ticketstatus",
        "priority": "priority prioritylevel casepriority",
        "assignee": "assignedto assignee assignedtoname owner",
        "group": "assignmentgroup group supportgroup team assignmentgroupname ownergroup",
        "customer": "account customer company client customername accountname",
        "affiliate": "parentaccount parentcustomer parentcompany endcustomer reseller partner",
        "sla": "sla slaremaining",
        "opened": "openedat createdat opened created createdon openedon syscreatedon",
        "updated": "updatedat updated updatedon sysupdatedon lastupdated",
        "closed": "closedat closed resolvedat closedon resolvedon",
        "due": "duedate due",
        "id": "number casenumber incidentnumber ticketnumber name pod fqdn hostname displayname"
        " casenumber caseid ticketid id key",
        "address": "ipaddress ip",
        "restarts": "restarts restartcount",
        "item": "configurationitem cmdbci ci",
        "about": "shortdescription title subject",
        "environment": "environment env",
        "place": "location site",
        "cause": "cause rootcause",
        "reason": "reason",
        "contact": "contact caller",
    }.items()
    for name in names.split()
}


def _kind_of(name: str) -> str:
    return _KIND_BY_NAME.get(plain_name(name), "")


kind_of: Final = Memoised(_kind_of).__getitem__
"""The kind of field of a ticket or an item that has this name; "" if there is none."""


def kind_of_field(parts: Iterable[str]) -> str:
    """The kind of field whose name consists of these words; "" if there is none."""
    return _KIND_BY_NAME.get("".join(parts), "")


def label_of(text: str) -> str:
    """The kind of field that a label names, in any of the languages; "" if there is none."""
    return labels_of_all().get(phrase_key(PIECE.findall(folded(text))), "")


def is_ticket_like(value: Mapping[str, JsonValue]) -> bool:
    """Whether an object has a priority and an assignee or a group."""
    kinds = set(map(kind_of, value))
    return "priority" in kinds and not kinds.isdisjoint({"assignee", "group"})
