"""Views and questions of a query at Upstash Vector: views only score, questions also find."""

import json
from dataclasses import replace

import httpx
import pytest

from recollect.adapters.upstash.vector.client import VectorIndex
from recollect.adapters.upstash.vector.evidence import VectorEvidence
from recollect.relevance.filters import Filters
from recollect.relevance.views import subqueries
from recollect.retrieval.candidates import EvidenceQuery, Scope
from tests.adapters.services import service
from tests.retrieval.readers import see_all

ASKED = EvidenceQuery(
    Scope("t", "p"), "semantic", "", Filters(), 10, with_turns=False, with_passages=False
)
LONG = " ".join(f"This is sentence number {place} of a long story." for place in range(12))


def hit(item_id: str, cosine: float, body: dict[str, object]) -> dict[str, object]:
    score: dict[str, object] = {"id": item_id, "score": (1 + cosine) / 2}
    return {**score, "metadata": {}, "data": item_id} if body["includeData"] else score


async def test_views_score_candidates_but_find_none_themselves() -> None:
    asked: list[dict[str, object]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.extend(json.loads(request.content))
        found = {True: {"a": 0.4, "b": 0.2}, False: {"hidden": 0.9, "b": 0.8, "a": 0.1}}
        hits = [
            [hit(each, cosine, body) for each, cosine in found[bool(body["includeData"])].items()]
            for body in asked
        ]
        return httpx.Response(200, json={"result": hits})

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        source = VectorEvidence(VectorIndex(service(client, "upstash-vector", "http://vector")))
        query = replace(ASKED, type="hybrid", text=LONG)
        candidates = await source.candidates(query, see_all)

    parts = subqueries(LONG, is_of_conversation=False)
    assert [each["data"] for each in asked] == [LONG, LONG, *parts]
    assert not any(each["includeMetadata"] for each in asked[2:])
    assert {each.item.id: each.arms.dense for each in candidates} == {
        "a": pytest.approx(0.25),
        "b": pytest.approx(0.5),
    }


async def test_each_question_of_a_message_finds_candidates_and_scores_all_of_them() -> None:
    asks = ("Who has the pager tonight?", "When does the depot open?")
    found = {" ".join(asks): {"c": 0.3}, asks[0]: {"a": 0.9, "c": 0.2}, asks[1]: {"b": 0.8}}

    def answer(request: httpx.Request) -> httpx.Response:
        hits = [
            [hit(each, cosine, body) for each, cosine in found[str(body["data"])].items()]
            for body in json.loads(request.content)
        ]
        return httpx.Response(200, json={"result": hits})

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        source = VectorEvidence(VectorIndex(service(client, "upstash-vector", "http://vector")))
        query = replace(ASKED, text=" ".join(asks))
        candidates = await source.candidates(query, see_all)

    assert {each.item.id: (each.arms.dense, each.arms.asks) for each in candidates} == {
        "a": (0.0, (pytest.approx(0.9), 0.0)),
        "b": (0.0, (0.0, pytest.approx(0.8))),
        "c": (pytest.approx(0.3), (pytest.approx(0.2), 0.0)),
    }
