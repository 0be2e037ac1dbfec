"""Text written for programs is turned into what people read."""

import json

from recollect.retrieval.readable_text import readable_text
from tests.cases import each_case


@each_case(
    ("text", "told"),
    [
        (
            ' {"alert": "DiskFull", "host": {"name": "db-77"}, "isPaged": true}',
            "alert: DiskFull; host: db-77; is paged: true",
        ),
        ('[{"pod": "a", "state": "down"}, {"pod": "b"}]', "pod: a; state: down; pod: b"),
        ("<p>Pod <b>a</b> is down</p>", "Pod a is down"),
        ("{curly} is no object", "{curly} is no object"),
        ('{"half": ', '{"half": '),
        ("[1, 2]", "[1, 2]"),
        ("[]", "[]"),
        ("{}", "{}"),
        ("As it is.", "As it is."),
        ("[" * 9_000, "[" * 9_000),
        (f'{{"n": {"9" * 9_000}}}', f'{{"n": {"9" * 9_000}}}'),
    ],
)
def test_html_and_json_are_put_into_words_and_other_texts_stay(text: str, told: str) -> None:
    assert readable_text(text) == told


def test_a_long_json_text_stays_as_it_is() -> None:
    text = json.dumps({"log": "line " * 5_000})
    assert readable_text(text) == text
