"""Sample data for the tests of discovery."""

from datetime import UTC, datetime
from pathlib import Path

from recollect.discovery.request import DiscoveryRequest
from recollect.discovery.schema import DiscoveryPack, PackMetadata
from recollect.discovery.threads import ThreadMessage
from recollect.servicedesk.items import ConfigurationItem

NOW = datetime(2025, 1, 15, 4, 53, 11, 2_000, tzinfo=UTC)
EXAMPLE = (Path(__file__).parent / "data" / "example.json").read_text()

FIREWALL = ConfigurationItem(
    sys_id="ci1",
    name="ALTUS-AMARILLO-FW01",
    class_name="cmdb_ci_cloud_host",
    ip_address="10.52.0.4",
    fqdn="fw01.amarillo.altus.example.com",
    environment="Production",
    environment_key="production",
    owner_group="Network Engineering",
)
RESOURCE_GROUP = ConfigurationItem(
    sys_id="ci2",
    name="RG-ALTUS-SCUS-PALOALTO-001",
    class_name="cmdb_ci_resource_group",
    owner_group="Cloud Operations",
)


def user(text: str, ts: str = "") -> ThreadMessage:
    """A message of a user."""
    return ThreadMessage("user", text, ts)


def request(**fields: object) -> DiscoveryRequest:
    """A discovery request with these fields."""
    return DiscoveryRequest.model_validate(fields)


def pack(**sections: object) -> DiscoveryPack:
    """A pack with these sections."""
    return DiscoveryPack.model_validate(
        {
            "generatedAt": "2025-01-15T04:53:11.002Z",
            "metadata": PackMetadata(case_numbers=("SCS0001234",)).model_dump(),
            **sections,
        }
    )
