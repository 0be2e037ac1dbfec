from dataclasses import replace

import pytest

from recollect.detection.mask import masked
from recollect.detection.personal_data import personal_data_in
from recollect.detection.rules import Finding
from recollect.detection.secrets import secrets_in
from tests.cases import each_case
from tests.detection.corpus import Score, labelled, score
from tests.detection.hostile import HOSTILE, HOSTILE_HEADS

# The measured value, rounded down to two digits; a change that makes it worse has to lower it here.
MIN_PRECISION_AND_RECALL = 1.0
CREDENTIALS = tuple(labelled("credentials"))
PERSONAL_DATA = tuple(labelled("personal_data"))
HARMLESS = tuple(labelled("harmless"))


def test_credentials_are_found_and_nothing_harmless() -> None:
    unmarked = [replace(each, expected=()) for each in PERSONAL_DATA]
    assert_good(score(secrets_in, [*CREDENTIALS, *unmarked, *HARMLESS]))


def test_personal_data_is_found_and_nothing_harmless() -> None:
    unmarked = [replace(each, expected=()) for each in CREDENTIALS]
    assert_good(score(personal_data_in, [*PERSONAL_DATA, *unmarked, *HARMLESS]))


def test_the_corpus_has_enough_texts_of_each_kind() -> None:
    assert len(CREDENTIALS) >= 80
    assert len(PERSONAL_DATA) >= 90
    assert len(HARMLESS) >= 200


def assert_good(counted: Score) -> None:
    poor = [
        f"{kind}: precision {counted.precision(kind):.2f}, recall {counted.recall(kind):.2f}"
        for kind in counted.kinds
        if counted.precision(kind) < MIN_PRECISION_AND_RECALL
        or counted.recall(kind) < MIN_PRECISION_AND_RECALL
    ]
    assert min(counted.precision(), counted.recall()) >= 0.99, "\n".join(counted.errors)
    assert not poor, "\n".join([*poor, *counted.errors])


@each_case(
    ("before", "value", "after"),
    [
        ("mieszka: ", "ul. Długa 15, 00-238 Warszawa", ","),
        ("adres ", "ulica Marszałkowska 10/12 m. 5, 00-590 Warszawa", "."),
        ("biuro, ", "al. Jerozolimskie 44, 00-024 Warszawa", ""),
        ("vive en ", "C/ Mayor, 15, 3º B, 28013 Madrid", "."),
        ("", "Avda. de la Constitución 5, 41001 Sevilla", ""),
        ("adres: ", "ul. gen. Andersa 15, 00-201 Warszawa", ""),
        ("vive en ", "c/ de la Paz 3, 46003 Valencia", ""),
        ("", "埼玉県さいたま市浦和区高砂3-15-1", "へ"),
        ("", "福岡県うきは市吉井町新治316番地", "へ"),
        ("AN: ", "LINDENSTRASSE 5, 50674 KÖLN", ""),
        ("住所は", "〒100-0001 東京都千代田区千代田1-1", "です"),
        ("送り先\uff1a", "大阪府大阪市北区梅田３丁目１番３号", "まで"),
        ("生年月日は", "1980年12月24日", "です"),
        ("マイナンバーは", "1234 5678 9018", "です"),
        ("proszę dzwonić pod numer ", "601234567", "."),
        ("kom. ", "601-234-567", ""),
        ("Appelez le ", "0612345678", ""),
        ("Llámeme al ", "612345678", ""),
        ("お電話は", "12345678", "まで"),
        ("Mobilfunknummer ", "0171 2345678", ""),
        ("Festnetznummer: ", "030 1234567", ""),
        ("Notfallnummer ", "0171 2345678", ""),
        ("Meine Dienstnummer ist ", "030 1234567", "."),
    ],
)  # fmt: skip
def test_personal_data_is_found_in_the_formats_of_other_countries(
    before: str, value: str, after: str
) -> None:
    text = before + value + after
    assert [text[each.start : each.end] for each in personal_data_in(text)] == [value]


@each_case("value", ["jane [at] corp [dot] technology", "jane (at) corp (dot) example"])
def test_a_disguised_mail_address_is_found_whatever_its_domain(value: str) -> None:
    text = f"write to {value}, please"
    assert [text[each.start : each.end] for each in personal_data_in(text)] == [value]


def test_words_that_only_sound_like_a_mail_address_are_not_found() -> None:
    assert personal_data_in("print the text at home dot matrices are slow") == ()
    assert personal_data_in("the vector at index dot product of both") == ()


def test_a_pin_is_found_in_japanese() -> None:
    text = "私の暗証番号は4711です"
    assert [text[each.start : each.end] for each in secrets_in(text)] == ["4711"]


@each_case(
    "text",
    [
        "Kostenstelle 0815 4711 99", "Seriennummer 0815 4711 99", "numer zamówienia 0601 234 567",
        "注文番号は090-1234-5678です", "東京都と大阪府の2-3店舗", "ul. Długa w Gdańsku",
        "llama 70000000 tokens", "Sendungsnummer 0815 4711 99",
        "京都府の倉庫から3日で届く", "神奈川県横浜市の2号店", "佐賀県の市町村20-30件",
        "北海道支店の市場調査で3号", "C/ D drives: error 5, code 12345 Failed",
        "Repository c/ includes 12 headers, 10000 Lines", "pl. see file 12, 10-100 Rows",
        "Al. 5, 00-100 lines", "生年月日を入力してください",
    ],
)  # fmt: skip
def test_numbers_and_names_that_only_look_like_personal_data_are_not_found(text: str) -> None:
    assert personal_data_in(text) == ()


@pytest.mark.slow
def test_a_hostile_text_is_read_to_its_end() -> None:
    cases: list[str] = [*HOSTILE, *HOSTILE_HEADS]
    for hostile in cases:
        # Not timed: a quadratic pattern would take minutes for all of them.
        token = "ghp_" + "A1b2" * 9
        text = f"{hostile}\n {token}\n jane@example.com"
        assert covers(secrets_in(text), text.index(token))
        assert covers(personal_data_in(text), text.index("jane@example.com"))


def covers(found: tuple[Finding, ...], position: int) -> bool:
    return any(each.start <= position < each.end for each in found)


def test_a_number_without_valid_card_digits_is_not_a_card() -> None:
    cases: list[str] = [
        "4111111111111112",
        "4111 1111 1111",
        "1111222233334444",
        "0000 0000 0000 0000",
    ]
    for number in cases:
        assert personal_data_in(f"paid with {number} today") == ()


@each_case("iban", ["DE88370400440532013000", "XX89370400440532013000", "DE8937040044053201300"])
def test_an_iban_with_a_wrong_digit_country_or_length_is_not_found(iban: str) -> None:
    assert personal_data_in(f"account {iban}") == ()


def test_a_found_iban_has_only_its_own_characters() -> None:
    text = "to DE89 3704 0044 0532 0130 00 BIC COBADEFF"
    (found,) = personal_data_in(text)
    assert text[found.start : found.end] == "DE89 3704 0044 0532 0130 00"


def test_only_words_of_its_own_line_say_that_a_number_is_not_of_a_telephone() -> None:
    assert personal_data_in("030 1234567, invoice no. 030 1234568") == (Finding("phone", 0, 11),)
    assert personal_data_in("invoice no.\n030 1234568") == (Finding("phone", 12, 23),)


def test_a_number_in_a_url_is_not_personal_data() -> None:
    assert personal_data_in("https://example.com/4111111111111111/+14155552671") == ()


def test_the_password_of_a_url_is_a_secret_and_not_a_mail_address() -> None:
    text = "postgres://app:" + "s3cr3tpw" + "@db.example.com/orders"
    assert personal_data_in(text) == ()
    assert [text[each.start : each.end] for each in secrets_in(text)] == ["s3cr3tpw"]


@each_case(
    "text", ["the ids of the login form: #login-button is now #loginBtn", "login: see #ops-desk"]
)
def test_the_name_of_an_element_or_a_channel_is_not_a_password(text: str) -> None:
    assert secrets_in(text) == ()


@each_case(
    ("text", "found"),
    [
        ("The SSO login fails with AADSTS50105 since the tenant was moved", []),
        ("The login ended with KB5034441", []),
        ("Login works with Chrome126 only", []),
        ("Login failed with ORA-01017", []),
        ("Login crashes with 0xC0000005", []),
        ("Der Login schlägt mit AADSTS50105 fehl", []),
        ("Der Login schlägt mit Zq9#mm21x fehl", ["Zq9#mm21x"]),
        ("Login bob with Hx7!kk29a", ["Hx7!kk29a"]),
        ("Use 0xDEADBEEF to log in", ["0xDEADBEEF"]),
        ("The login works with Summer2024", ["Summer2024"]),
        ("Login fails with Winter2024! since yesterday", ["Winter2024!"]),
        ("The login is breakglass / Hx7!kk29a", ["Hx7!kk29a"]),
        ("login: breakglass / Hx7!kk29a", ["Hx7!kk29a"]),
        ("Credentials: failover / Zq9#mm21x", ["Zq9#mm21x"]),
        ("Zugangsdaten: worker / Zq9#mm21x", ["Zq9#mm21x"]),
    ],
)
def test_the_error_code_of_a_failed_login_is_not_a_password(text: str, found: list[str]) -> None:
    assert [text[each.start : each.end] for each in secrets_in(text)] == found


def test_a_password_is_found_at_the_end_of_a_long_text_about_passwords() -> None:
    crowd = "the password is wrong, the password is not known. " * 1_000
    assert (
        masked(f"{crowd}The password is Kite77%away")
        == f"{crowd}The password is [REDACTED:password]"
    )
