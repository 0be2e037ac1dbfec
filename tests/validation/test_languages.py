"""Statements in other languages that confuse records or give them another state."""

from tests.cases import each_case
from tests.validation.examples import call, checked, wrong
from tests.validation.tool_calls import THREE_CASES

_ITEMS = call(
    "searchCMDB",
    items=[
        {"name": "KRG-SQL01", "operational_status": "Operational"},
        {"name": "KRG-SW03", "operational_status": "Repair in Progress"},
        {"name": "KRG-TST02", "operational_status": "Retired"},
    ],
)
_BREACHED = call(
    "getCase",
    case={"number": "SCS0007412", "state": "Open", "account": "Tamarack Italia S.r.l."},
    slas=[{"has_breached": True, "breach_at": "2027-02-10T09:15:00Z"}],
    caseSummary="Current State\n\nStatus: Open\nSLA: breached 35 minutes ago",
)


_PAID = call(
    "getCase",
    case={"number": "SCS0007412", "amount": 1234.56, "total": 1234567.5},
    caseSummary="SCS0007412: 1234.56 EUR of 1234567.50 EUR.",
)


@each_case(
    "said",
    ["1 234,56 \u20ac", "1\u00a0234,56 \u20ac", "1\u202f234,56 z\u0142", "1'234.56 CHF",
     "1 234 567,50 \u20ac", "1.234,56 \u20ac"],
)  # fmt: skip
def test_an_amount_with_separated_thousands_is_one_number(said: str) -> None:
    facts = checked(f"Montant : {said}.", _PAID).facts
    assert [(each.kind, each.verdict) for each in facts] in (
        [("count", "supported")],
        [("number", "supported")],
    )
    assert checked(f"Montant : {said.replace('4', '5')}.", _PAID).facts[0].verdict == "unsupported"


@each_case(
    "form",
    ["案件{}はオープンです。", "{}を担当します。", "担当は案件{}のみ。", "案件{}と{}の件です。"],
)
def test_a_ticket_number_beside_japanese_letters_is_recognized(form: str) -> None:
    facts = checked(form.format(*["SCS0007412"] * 2), _PAID).facts
    assert {(each.text, each.verdict) for each in facts} == {("SCS0007412", "supported")}


@each_case("answer", ["東京db-01が停止。", "The host 東京db-01 is down."])
def test_a_name_that_begins_with_japanese_letters_is_recognized(answer: str) -> None:
    told = call("getHost", host="東京db-01", note="ホスト東京db-01が停止。")
    assert checked(answer, told).unsupported == ()
    assert checked(answer.replace("01", "02"), told).unsupported != ()


def test_a_long_text_without_spaces_is_read_to_its_end() -> None:
    facts = checked("案件の件です" * 15_000 + "SCS0007412", _PAID).facts
    assert [each.text for each in facts] == ["SCS0007412"]


@each_case(
    "form",
    [
        "SCS0007433 ist ein {}.",
        "SCS0007433 est un {}.",
        "SCS0007433 es un {}.",
        "SCS0007433 \u00e9 um {}.",
        "SCS0007433 \u00e8 un {}.",
        "SCS0007433 is een {}.",
        "SCS0007433: Awaiting Info, rated {}, with Yusuf Demirel",
    ],
)
def test_a_priority_after_an_article_is_recognized(form: str) -> None:
    assert wrong(form.format("P1"), THREE_CASES) == {("priority", "P1")}
    assert wrong(form.format("P3"), THREE_CASES) == set()


@each_case(
    "form",
    [
        "SCS0007433 kommt von {}.",
        "SCS0007433 betrifft {}.",
        "SCS0007433 vient de {}.",
        "SCS0007433 concerne {}.",
        "SCS0007433 a \u00e9t\u00e9 ouvert pour {}.",
        "SCS0007433 se abri\u00f3 para {}.",
        "O cliente de SCS0007433 \u00e9 a {}.",
        "SCS0007433 is van {}.",
        "SCS0007433 concerns {}.",
        "SCS0007433 was opened for {} by Owen Marsh: no sound.",
    ],
)
def test_another_customer_is_contradicted_in_each_language(form: str) -> None:
    name = "Brookhaven Care Homes"
    assert wrong(form.format(name), THREE_CASES) == {("customer", name)}
    assert wrong(form.format("Kestrel Aerospace"), THREE_CASES) == set()


def test_the_assignee_may_stand_before_a_team_or_after_the_ticket_number() -> None:
    dutch = "SCS0007433 wordt behandeld door {} van Application Support."
    assert ("assignee", "Amara Nwosu") in wrong(dutch.format("Amara Nwosu"), THREE_CASES)
    assert wrong(dutch.format("Yusuf Demirel"), THREE_CASES) == set()
    portuguese = "O respons\u00e1vel por SCS0007433 \u00e9 {}."
    assert wrong(portuguese.format("Amara Nwosu"), THREE_CASES) == {("assignee", "Amara Nwosu")}
    assert wrong(portuguese.format("Yusuf Demirel"), THREE_CASES) == set()


@each_case(
    ("right", "other"),
    [
        ("KRG-SW03 ist in Reparatur.", "KRG-SQL01 ist au\u00dfer Betrieb."),
        ("KRG-TST02 ist au\u00dfer Betrieb genommen.", "KRG-SQL01 wird repariert."),
        ("KRG-SW03 est en r\u00e9paration.", "KRG-SQL01 est en r\u00e9paration."),
        ("KRG-TST02 est hors service.", "KRG-SQL01 est hors service."),
        ("KRG-SW03 est\u00e1 en reparaci\u00f3n.", "KRG-SQL01 est\u00e1 en reparaci\u00f3n."),
        (
            "KRG-SW03 est\u00e1 em repara\u00e7\u00e3o.",
            "KRG-SQL01 est\u00e1 em repara\u00e7\u00e3o.",
        ),
        ("KRG-SW03 \u00e8 in riparazione.", "KRG-SQL01 \u00e8 in riparazione."),
        ("KRG-SW03 wordt gerepareerd.", "KRG-SQL01 wordt gerepareerd."),
    ],
)
def test_a_wrong_state_of_repair_or_service_is_contradicted_in_each_language(
    right: str, other: str
) -> None:
    assert wrong(right, _ITEMS) == set()
    assert {kind for kind, _ in wrong(other, _ITEMS)} == {"status"}


@each_case(
    ("right", "other"),
    [
        ("Die SLA wurde verletzt.", "Wir sind noch im SLA."),
        ("Le SLA n'a pas \u00e9t\u00e9 respect\u00e9.", "Nous sommes encore dans le SLA."),
        ("El SLA se incumpli\u00f3.", "El SLA sigue vigente."),
        ("De SLA is verlopen.", "We zitten nog binnen de SLA."),
    ],
)
def test_a_wrong_statement_about_a_service_level_is_contradicted_in_each_language(
    right: str, other: str
) -> None:
    assert wrong(right, _BREACHED) == set()
    assert {kind for kind, _ in wrong(other, _BREACHED)} == {"sla"}


def test_the_agreed_time_is_read_as_a_service_level() -> None:
    assert wrong("We are still within the agreed time.", _BREACHED) == {("sla", "within")}


@each_case("answer", ["SLA: met", "Status: Open\nSLA: met", "| SLA | met |", "**SLA**: Met"])
def test_one_word_does_not_make_a_brief_answer_dutch(answer: str) -> None:
    # `met` is also what the Dutch call `with`.
    assert {kind for kind, _ in wrong(answer, _BREACHED)} == {"sla"}


def test_dutch_sentences_are_read_as_dutch() -> None:
    assert wrong("De zaak is gesloten.", _BREACHED) == {("status", "gesloten")}
    assert wrong("In gesprek met Ann, status gesloten.", _BREACHED) == {("status", "gesloten")}
    assert wrong("We have missed the time agreed.", _BREACHED) == set()


def test_companies_of_a_group_are_different_customers() -> None:
    assert wrong("Cliente: Tamarack Iberia", _BREACHED) == {("customer", "Tamarack Iberia")}
    assert wrong("Cliente: Tamarack", _BREACHED) == set()
    assert wrong("Cliente: Tamarack Italia", _BREACHED) == set()
