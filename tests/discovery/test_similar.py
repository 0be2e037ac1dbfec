import pytest

from recollect.discovery.cases import FoundCase
from recollect.discovery.similar import ResolvedCase, relevant_cases, similar_cases
from recollect.relevance.fusion import Arms, Fusion


def case(number: str, relevance: float, company: str | None = "Other") -> ResolvedCase:
    return ResolvedCase(
        number, company, f"https://desk.example.com/{number}", relevance, "Flapping"
    )


def listed(candidates: list[ResolvedCase], company: str | None, limit: int = 3) -> list[str]:
    section = similar_cases(candidates, company, ["SCS0001234"], limit)
    if section is None:
        return []
    assert section.total == len(section.cases)
    return [each.caseNumber for each in section.cases]


def test_the_companys_own_cases_come_first() -> None:
    found = [case("A1", 0.9), case("A2", 0.4, "ALTUS  health"), case("A3", 0.8), case("A4", 0.7)]
    assert listed(found, "Altus Health") == ["A2", "A1", "A3"]
    assert listed(found, None) == ["A1", "A3", "A4"]
    assert listed([case("A1", 0.1, None), case("A2", 0.2, "")], "") == ["A2", "A1"]


def test_a_case_is_not_like_itself_and_none_stands_twice() -> None:
    found = [case("scs0001234", 1.0), case("A1", 0.3), case("a1", 0.5)]
    assert listed(found, "Altus") == ["a1"]


def test_without_cases_there_is_no_section() -> None:
    assert similar_cases([], "Altus", [], 3) is None
    assert similar_cases([case("A1", 0.5)], "Altus", [], 0) is None


@pytest.mark.parametrize(
    ("relevance", "score"),
    [(0.82, 82), (0.0, 0), (1.0, 100), (1.7, 100), (-1.0, 0), (float("nan"), 0)],
)
def test_the_score_is_the_relevance_in_percent(relevance: float, score: int) -> None:
    section = similar_cases([case("A1", relevance)], "Altus", [], 3)
    assert section is not None
    assert section.cases[0].score == score


def test_excerpts_are_cut_and_only_web_addresses_are_links() -> None:
    long = ResolvedCase("A1", None, "javascript:alert(1)", 0.5, "flapping\n" * 100)
    section = similar_cases([long, case("A2", 0.4)], None, [], 3)
    assert section is not None
    assert section.cases[0].url is None
    assert len(section.cases[0].excerpt) <= 280
    assert section.cases[1].url == "https://desk.example.com/A2"


def test_relevance_is_between_what_the_arms_say() -> None:
    found = [
        FoundCase("A1", None, None, "x", Arms(0.9, 0)),
        FoundCase("A2", None, None, "x", Arms(0.1, 40)),
    ]
    for each in relevant_cases(found, Fusion(0.5, 10)):
        assert 0 <= each.relevance <= 0.9
        assert (each.company, each.url) == ("", "")
    assert relevant_cases([], Fusion(0.5, 10)) == []
