from recollect.context.namesakes import may_be_about


def test_a_text_about_a_similarly_named_thing_is_ruled_out() -> None:
    cases: list[tuple[str, list[str], list[bool]]] = [
        (
            "resolution on lp-20",
            ["lp-02: 203 dpi", "lp-20: 300 dpi", "300 dpi"],
            [False, True, True],
        ),
        ("E4031 again", ["E4013 = cap", "E4031 = expired"], [False, True]),
        (
            "Halden Outdoor P1",
            ["Halden Optics P1", "Halden Outdoor: P1", "P1"],
            [False, True, False],
        ),
        ("halden outdoor", ["Halden Optics", "Halden Outdoor"], [True, True]),
        ("lp-02 or lp-20", ["lp-02", "lp-20"], [True, True]),
        ("a SEV1 at 15:10, 3am", ["SEV2 at 15:20", "4am"], [True, True]),
    ]
    for question, texts, expected in cases:
        assert may_be_about(question, texts) == expected, question


def test_texts_are_ruled_out_if_they_only_name_a_sibling_of_the_thing_asked_about() -> None:
    for question, text in (
        ("when is sftp-03 patched", "sftp-01 is patched on Tuesdays"),
        ("root cause of INC-2712", "INC-2271: the gateway was slow"),
        ("Halden Marine response time", "Halden Optics: 4 h"),
    ):
        assert may_be_about(question, [text, "patched at night"]) == [False, False]


def test_of_texts_with_the_full_name_only_those_with_the_place_behind_it_are_about_it() -> None:
    texts = ["Bella Napoli, Cork: Gianni", "Bella Napoli, Leeds: Carla", "Leeds: Ann"]
    asked = "who is the contact of Bella Napoli in"
    assert may_be_about(f"{asked} Leeds", texts) == [False, True, False]
    assert may_be_about(f"{asked} Hull", texts) == [True, True, False]


def test_a_text_with_the_full_name_need_not_have_what_else_the_question_names() -> None:
    used = ["Anna Schmidt uses a ThinkPad.", "Anna Schmidt: migrated to Windows on 3 May."]
    assert may_be_about("which laptop does Anna Schmidt use with Windows", used) == [True, True]
    joined = ["John Miller joined the Orion project.", "John Miller works for Acme Corp."]
    assert may_be_about("is John Miller on the Orion project of Acme Corp", joined) == [True, True]


def test_a_name_unlike_all_others_rules_no_text_out() -> None:
    assert may_be_about("host db-04 is slow", ["the disk is full", "Ask Mina"]) == [True, True]
