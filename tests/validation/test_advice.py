"""The sections of an answer that give advice."""

from recollect.validation.grammar.advice import advice_sections


def test_a_section_of_advice_ends_at_the_next_heading() -> None:
    answer = "it is open.\n**next steps:**\nclose it.\n## context\nit was new.\nto-do:\nask."
    sections = [answer[begin:end] for begin, end in advice_sections(answer)]
    assert sections == ["**next steps:**\nclose it.\n", "to-do:\nask."]


def test_a_heading_of_advice_inside_a_section_begins_no_new_section() -> None:
    """Else each of many headings would be followed to the end of the answer."""
    answer = "next steps:\nactions:\nask.\nto-do:\nwait."
    assert advice_sections(answer) == [(0, len(answer))]
