"""A tool's result never contradicts itself: its summary as the answer, whole and by lines."""

from itertools import islice

from tests.bench.answers.altered import summary_of
from tests.bench.answers.judging import results
from tests.validation.answers import ANSWERS
from tests.validation.examples import checked


def test_no_line_of_a_result_contradicts_that_result() -> None:
    # Many answers are held against the same calls.
    calls = {each.model_dump_json(): each for answer in ANSWERS for each in answer.calls}
    for call in calls.values():
        if not isinstance(call.result, dict):
            continue
        for told in filter(lambda each: isinstance(each, str), call.result.values()):
            for part in (str(told), *str(told).splitlines()):
                assert checked(part, call).contradictions == (), part


def test_no_summary_of_a_labelled_result_contradicts_it() -> None:
    # One in sixteen: all of them take long, and the bench reads them.
    told = {name: summary_of(call) for name, call in islice(results().items(), 0, None, 16)}

    wrong = [
        name
        for name, summary in told.items()
        if summary and checked(summary, results()[name]).contradictions
    ]
    assert len(told) > 35
    assert wrong == []
