"""Turns of conversations at Upstash Vector: each is marked as a turn, whichever record found it."""

import json

import httpx

from recollect.adapters.upstash.vector.client import VectorIndex
from recollect.adapters.upstash.vector.evidence import VectorEvidence
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import EvidenceQuery, Scope
from tests.adapters.services import service
from tests.retrieval.readers import see_all


def hit(item_id: str, text: str, *, turn: bool) -> dict[str, object]:
    metadata = {"turn": True} if turn else {}
    return {"id": item_id, "score": 0.9, "metadata": metadata, "data": text}


async def test_a_turn_that_only_its_own_record_found_stands_alone_and_is_still_a_turn() -> None:
    items = [hit("near", "Yes.", turn=True), hit("far", "No.", turn=True)]
    items.append(hit("plain", "A runbook", turn=False))
    turns = [hit("near", "Is it? Yes. Yes. Good.", turn=True)]

    def answer(request: httpx.Request) -> httpx.Response:
        found = turns if request.url.path.endswith(":turns") else items
        return httpx.Response(200, json={"result": [found for _ in json.loads(request.content)]})

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        source = VectorEvidence(VectorIndex(service(client, "upstash-vector", "http://vector")))
        query = EvidenceQuery(
            Scope("t", "p"), "hybrid", "is it", Filters(), 10, with_passages=False
        )
        candidates = await source.candidates(query, see_all)

    assert {each.item.id: each.around for each in candidates} == {
        "near": "Is it? Yes. Yes. Good.",
        "far": "No.",
        "plain": None,
    }
