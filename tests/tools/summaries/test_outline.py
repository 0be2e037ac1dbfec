from recollect.tools.summaries.outline import outlined


def test_an_empty_line_stands_between_headings_and_bodies() -> None:
    assert outlined([("One", "a\nb"), ("Two", "c")]) == "One\n\na\nb\n\nTwo\n\nc"


def test_sections_without_a_body_are_left_out() -> None:
    assert outlined([("One", ""), ("Two", "c"), ("Three", "")]) == "Two\n\nc"
    assert outlined([("One", "")]) == outlined([]) == ""
