"""A platform gives the score that docs/context.md works out by hand."""

import re
from pathlib import Path

import httpx
import pytest

from infra.cli.sample_data import seed
from infra.cli.stores import platform_target
from infra.local.platform import PlatformOptions
from tests.functions.platforms import own_platform

PAGE = Path(__file__).parents[2] / "docs" / "context.md"
QUERY = {
    "type": "hybrid",
    "text": "why do login links arrive late",
    "filters": {"state": ["implemented", "in_progress"]},
}
REQUEST = {
    "meta": {"type": "ContextRequest", "from": {"type": "specialist", "id": "reader"}},
    "payload": {"query": QUERY, "include_explain": True},
}


def test_the_score_of_an_answer_is_the_one_worked_out_by_hand() -> None:
    by_hand = PAGE.read_text("utf-8").partition("### By hand\n")[2]
    shares = re.search(r"\| share \|(.*)\|", by_hand)
    score = re.search(r"^together (\d\.\d+), which is its score", by_hand, re.MULTILINE)
    assert shares
    assert score

    with own_platform(PlatformOptions(embedder="hashed", workers=1)) as platform:
        seed(platform_target(platform.url))
        for _ in range(2):  # the second time, the item counts as read
            answer = httpx.post(f"{platform.url}/context", json=REQUEST, timeout=60).json()

    first = answer["payload"]["explainability"]["ledger"][0]
    assert first["id"] == "INC0007003"
    assert list(first["shares"].values()) == pytest.approx(
        [float(each) for each in shares[1].split("|")], abs=6e-5
    )
    assert first["score"] == pytest.approx(float(score[1]), abs=6e-4)
