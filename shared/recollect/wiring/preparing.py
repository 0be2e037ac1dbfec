"""The sources for the parts of a prepared prompt: the same as those of the parts' own routes."""

from functools import cache

from recollect.preparing.parts import EvidenceSource, PartSources
from recollect.wiring.discovery import packs_for
from recollect.wiring.evidence import evidence_services
from recollect.wiring.finding import memory_finder


@cache
def part_sources() -> PartSources:
    """The sources of this process; each is built on first use."""
    return PartSources(packs_for, _evidence_source, memory_finder)


def _evidence_source() -> EvidenceSource:
    services = evidence_services()
    return EvidenceSource(services.builder, services.settings.candidate_limit)
