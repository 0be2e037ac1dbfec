from recollect.tools.summaries.phrases import outlined


def test_headings_and_bodies_are_separated_by_an_empty_line() -> None:
    assert outlined([("One", "a\nb"), ("Two", "c")]) == "One\n\na\nb\n\nTwo\n\nc"


def test_sections_without_a_body_are_left_out() -> None:
    assert outlined([("One", ""), ("Two", "c"), ("Three", "")]) == "Two\n\nc"
    assert outlined([("One", "")]) == outlined([]) == ""
