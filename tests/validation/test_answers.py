"""Realistic answers, each with the outcome that a human reader would give it."""

from tests.validation.answers import ANSWERS
from tests.validation.examples import checked


def test_each_realistic_answer_has_its_expected_outcome() -> None:
    for answer in ANSWERS:
        result = checked(answer.response, *answer.calls)
        told = {warning for warning in result.warnings if warning.startswith("Response ")}
        told -= set(result.contradictions)
        about_sections = {warning for warning in told if "missing" in warning}
        assert result.response_type == answer.type
        assert result.missing_elements == answer.missing
        assert result.tools_with_unused_summaries == answer.unused
        assert told - about_sections == set(answer.prohibited)
        assert result.recommended_elements == answer.recommended
        assert result.alert == answer.alert
        assert answer.wrong == tuple(
            fact.kind for fact in result.facts if fact.verdict == "contradicted"
        )
        assert result.valid == (
            not (answer.missing or answer.unused or answer.prohibited or answer.wrong)
        )


def test_every_answer_has_a_unique_name() -> None:
    names = [answer.name for answer in ANSWERS]
    assert len(set(names)) == len(names) >= 40
