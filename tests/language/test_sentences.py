from hypothesis import given
from hypothesis import strategies as st

from recollect.language.sentences import (
    MAX_PIECE_CHARS,
    MAX_SENTENCE_CHARS,
    split_lines,
    split_sentences,
)
from recollect.language.texts import collapsed
from tests.context.examples import TEXTS


def test_dots_that_only_look_like_a_sentence_end_do_not_split() -> None:
    cases: list[str] = [
        "Mr. Smith of Acme Inc. called vs. Dr. Who, approx. 5 times, e.g. about No. 7.",
        "Siehe Nr. 5, z.B. am 3. Mai bzw. später.",
        "Agent 3.4.5 (v1.2.3) on 10.52.0.4 rose by 2.5 percent.",
        "See https://example.com/a.html?b=1.2 or config.prod.yaml for more.",
        "Waiting... still waiting… Then it failed.",
        "J. R. Smith signed it.",
        "They met at 5 p.m. in the U.S. office.",
        '"Is it down?" she asked.',
        "Tomcat (see sec. 4.2) etc. were restarted.",
        "Das gilt z. B. heute, d. h. sofort, i. d. R. u. a. für Hrn. Weiß, S. 12 ff. der Akte.",
        "Die Frist endet am 3. des Monats, die 2. Mahnung folgt im 1. Quartal.",
        "C'est p. ex. au n° 5, env. 30 km, chez « Le Bon ».",
        "« Ça ne marche pas ! » dit-il.",
        "„Ist es kaputt?“ fragte sie.",
        "El Sr. Núñez y la Sra. Ibáñez viven en EE. UU., P. ej. en la Avda. Real, núm. 5.",
        "Zob. pkt. 5, ul. Długa 3, np. dziś, tj. od 5. grudnia 2026 r. do końca.",
        "「了解です。」と言った。",
    ]
    for sentence in cases:
        assert list(split_sentences(sentence)) == [sentence]


def test_ends_of_sentences_are_found() -> None:
    cases: list[tuple[str, list[str]]] = [
        ("It failed. Why? Restart it! Done", ["It failed.", "Why?", "Restart it!", "Done"]),
        ("the server is down. please fix it.", ["the server is down.", "please fix it."]),
        ("The answer is no. We moved.", ["The answer is no.", "We moved."]),
        ("It took 42. Then 3.", ["It took 42.", "Then 3."]),
        ("We met at 5 p.m. The server was up.", ["We met at 5 p.m.", "The server was up."]),
        ("See a.yaml. Then b.", ["See a.yaml.", "Then b."]),
        ("It is 10.0.0.1. Ping it.", ["It is 10.0.0.1.", "Ping it."]),
        ("Set it in the env. Then restart.", ["Set it in the env.", "Then restart."]),
        ("we use a vpn. still slow.", ["we use a vpn.", "still slow."]),
        ("np. Let me know.", ["np.", "Let me know."]),
        ("Ask TJ. He knows.", ["Ask TJ.", "He knows."]),
        ("exit code was 1. restarted it.", ["exit code was 1.", "restarted it."]),
        ("This is Bob Sr. Then Al.", ["This is Bob Sr.", "Then Al."]),
        ("Frist bis zum 15. Danach nicht.", ["Frist bis zum 15.", "Danach nicht."]),
        ("（完了。）その後再起動。", ["（完了。）", "その後再起動。"]),  # noqa: RUF001 - Japanese
        ("Er nahm Plan b. Dann ging es.", ["Er nahm Plan b.", "Dann ging es."]),
        ("„Ist es aus?“ Ja. »Gut.« Ende", ["„Ist es aus?“", "Ja.", "»Gut.«", "Ende"]),
        ("сервер упал. он лежит.", ["сервер упал.", "он лежит."]),
        ("« Non ! » Il partit.", ["« Non ! »", "Il partit."]),
        ("「はい。」「いいえ。」", ["「はい。」", "「いいえ。」"]),
        ("(It was down.) Now it is up.", ["(It was down.)", "Now it is up."]),
        ("<b>Is it down?</b> Call 4900.", ["<b>Is it down?</b>", "Call 4900."]),
        ("**Is it down?** Call 4900.", ["**Is it down?**", "Call 4900."]),
        ("_Why?_ It is old. *See below.* Now", ["_Why?_", "It is old.", "*See below.*", "Now"]),
        ("- one\n* two\r\n1. three\n2) four\n\n• five", ["one", "two", "three", "four", "five"]),
        ("one\u2028two\x85three", ["one", "two", "three"]),
        ("系统崩溃。请重启！好吗？", ["系统崩溃。", "请重启！", "好吗？"]),  # noqa: RUF001 - Chinese
        ("a\x00b\x1b[0m \ud800c\td", ["a b [0m c d"]),
        ("", []),
        (" \n\x00\n ", []),
    ]
    for text, expected in cases:
        assert list(split_sentences(text)) == expected


def test_a_text_without_punctuation_is_cut_at_word_borders() -> None:
    pieces = list(split_sentences("alpha beta " * 100))
    assert " ".join(pieces).split() == ["alpha", "beta"] * 100
    assert all(len(piece) <= MAX_PIECE_CHARS for piece in pieces)


def test_a_text_without_spaces_is_cut_after_its_commas() -> None:
    clause = "接続数が上限に達した場合には、"
    pieces = list(split_sentences(clause * 40))
    assert "".join(pieces) == clause * 40
    assert all(piece.endswith("、") for piece in pieces)


def test_a_text_without_spaces_is_cut_between_characters() -> None:
    cases: list[str] = ["e\u0301", "👍🏽", "👩\u200d👧", "🇩🇪"]
    for character in cases:
        pieces = list(split_sentences(character * 300))
        assert "".join(pieces) == character * 300
        assert all(piece.startswith(character) for piece in pieces)


@given(st.one_of(TEXTS, st.text()))
def test_sentences_are_the_text_in_order_without_bullets(text: str) -> None:
    sentences = list(split_sentences(text))
    whole = collapsed(text)
    at = 0
    for sentence in sentences:
        assert sentence == sentence.strip() != ""
        assert len(sentence) <= MAX_SENTENCE_CHARS
        at = whole.index(sentence, at) + len(sentence)


LARGE = {
    "dots": "." * 262_144,
    "closers": "." + ")" * 262_143,
    "dotted": "a." * 131_072,
    "blob": "x" * 262_144,
    "marks": "\u0301" * 131_072,
    "ends": ". " * 131_072,
    "abbreviations": "e.g. " * 52_428,
    "bullets": "- " * 131_072,
    "lines": "\n" * 262_144,
    "initials": "A.\n" * 87_381,
}


def test_a_quarter_of_a_megabyte_of_anything_is_split() -> None:
    for text in LARGE.values():
        split = "".join(split_sentences(text)).replace(" ", "")
        assert text.translate({ord(" "): None, ord("\n"): None}).endswith(split)


def test_headings_have_their_level_and_comments_in_code_are_none() -> None:
    text = "# Gate\n## Restart\n```sh\n# the leader\nls\n```\n# Retries are few.\n### Log"
    assert [level for level, _ in split_lines(text)] == [1, 2, 0, 0, 0, 0, 0, 3]
