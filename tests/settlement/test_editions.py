"""Editions of one document, of which the last one is current."""

from dataclasses import replace

from recollect.settlement.editions import name_of_document, replaces_an_edition
from recollect.settlement.statements import Statement, Wording
from recollect.settlement.supersession import supersession_of
from tests.cases import each_case
from tests.settlement.statements import NOW, on_day

PROCEDURE = """SOP-14  Version {version}
Temperature excursions in cold storage. {line}

1 This procedure says what staff must do when a cold room leaves its permitted temperature range.
2.1 Any alarm must be acknowledged on the panel within {minutes} minutes of the first tone.
2.2 Affected goods are moved to the quarantine cage and tagged with a yellow label. Nobody may pick
from the cage until quality assurance has released the batch.
2.3 While the excursion lasts, the data logger of the room is downloaded and the file is saved.
2.4 If the range is not regained after one hour the shift lead orders dry ice from the supplier.
"""


def edition(version: str, day: int, line: str, minutes: str, title: str = "SOP-14") -> Statement:
    text = PROCEDURE.format(version=version, line=line, minutes=minutes)
    return Statement(version, text, on_day(day), title=title)


def superseded(*statements: Statement) -> dict[str, str | None]:
    return dict(supersession_of([*map(Wording, statements)], {}, "alarm", NOW).superseded_by)


OLD = edition("3", 1, "First issue.", "20")
NEW = edition("4", 2, "Supersedes version 3 of 12 January.", "10")


def test_an_edition_supersedes_the_one_that_it_replaces() -> None:
    assert superseded(OLD, NEW) == {"3": "4"}


def test_the_last_of_three_editions_supersedes_the_others() -> None:
    last = edition("5", 3, "This revision replaces revision 4 in full.", "5")
    assert superseded(OLD, NEW, last) == {"3": "5", "4": "5"}


@each_case(
    ("other",),
    [
        (edition("4", 2, "Second issue.", "10"),),  # that says nothing of the former
        (edition("4", 2, "Supersedes version 3 of 12 January.", "10", title="SOP-15"),),
        (edition("4", 2, "Replaces the storage fees of the March tariff.", "10"),),
        (edition("2", 0, "Supersedes version 1 of 3 May.", "30"),),  # the older one
    ],
)
def test_a_document_that_is_no_newer_edition_supersedes_nothing(other: Statement) -> None:
    assert superseded(OLD, other) == {}


def test_a_document_with_a_different_text_is_no_edition() -> None:
    memo = Statement(
        "4", "Replaces the list. " + "The canteen is closed on Friday, bring food. " * 12,
        on_day(2), title="SOP-14",
    )  # fmt: skip
    assert superseded(OLD, memo) == {}


def section(name: str, day: int, title: str, text: str) -> Statement:
    return Statement(name, text, on_day(day), title=title)


FILLER = (
    "Look first for the code of the error in its log, and for the session that holds the lock on "
    "the table of payments, since a worker may only be slow."
)
OLD_PAGE = (
    section("a", 1, "Stuck pay run: What to do", f"Restart it from the console. {FILLER}"),
    section("b", 1, "Stuck pay run: Who decides", f"The shift lead. {FILLER}"),
    section("c", 1, "Stuck pay run: Contacts", f"The bank answers at 4400. {FILLER}"),
    section("d", 1, "Stuck import: Who decides", f"Ann or Ben. {FILLER}"),
)
NEW_TITLE = "Stuck pay run (version 2)"
NEW_PAGE = (
    section("1", 2, NEW_TITLE, "Replaces version 1 of 2 March."),
    section("2", 2, f"{NEW_TITLE}: What to do", f"Never restart it. {FILLER}"),
    section("3", 2, f"{NEW_TITLE}: Who decides", f"The duty manager. {FILLER}"),
)


def test_sections_of_a_page_supersede_those_of_the_edition_that_the_page_replaces() -> None:
    assert superseded(*OLD_PAGE, *NEW_PAGE) == {"a": "2", "b": "3", "c": "1"}


def test_a_page_that_has_no_section_of_the_newer_one_is_no_edition_of_it() -> None:
    other = section("x", 0, "Stuck pay run: Holidays", f"It is not restarted then. {FILLER}")
    assert superseded(other, *OLD_PAGE, *NEW_PAGE) == {"a": "2", "b": "3", "c": "1"}


@each_case(
    ("lead",),
    [
        (replace(NEW_PAGE[0], text="For everybody in Payroll."),),
        (replace(NEW_PAGE[0], text="Draft. Replaces version 1 of 2 March."),),
        (replace(NEW_PAGE[0], text="Then it replaces version 1, once both have signed."),),
        (replace(NEW_PAGE[0], title=f"{NEW_TITLE}: Scope"),),
        (replace(NEW_PAGE[0], trust=0.4),),  # the older page has more
    ],
)
def test_without_a_trusted_word_above_the_sections_that_a_page_replaces_one_none_is_superseded(
    lead: Statement,
) -> None:
    assert superseded(*OLD_PAGE, lead, *NEW_PAGE[1:]) == {}


@each_case(
    ("text", "is_so"),
    [
        ("Supersedes version 3 of 12 January 2026", True),
        ("as of 13 April, replaces the list from 2024 (colours have changed!)", True),
        ("This bulletin replaces all previous revisions.", True),
        ("Ersetzt die Fassung vom 2. Mai", True),
        ("Annule et remplace la version du 3 mars", True),
        ("replaces the parcel prices and storage fees of the March tariff", False),
        ("Ben replaces Ann on the rota from Monday", False),
        ("The new pump replaces the old one", False),
        ("This does not replace version 1", False),
        ("Dies ersetzt nicht die Fassung von 2024", False),
        ("Amendment. Partly replaces version 1.", False),
        ("This supersedes page 3 of version 1.", False),
        ("Section 2 replaces the list of toners.", False),
        ("Then it replaces version 1, once both have signed.", False),
        ("Replaces version 1 once both have signed.", False),
        ("Replaces version 1 of 2 March, after sign-off by Quality.", False),
        ("Ersetzt die Fassung vom 2. Mai, sobald beide unterschrieben haben", False),
        ("Diese Liste ersetzt die Fassung von 2024 nicht", False),
        ("Remplace la version 3 une fois signée", False),
        ("Sustituye la versión 3 tras la aprobación de la dirección", False),
        ("Sostituisce la versione 3 non appena approvata", False),
        ("Vervangt versie 3 na goedkeuring", False),
        ("Replaces version 3 on approval by Quality", False),
        ("Replaces version 3 after the audit of May, once and for all", True),
        ("Supersedes all previous versions, if any.", True),
        ("Replaces the guide on approvals and signal failures", True),
        ("Replaces version 2 after firmware update 3.1", True),
        ("Replaces version 3. Use it only when the alarm sounds.", True),
        ("Replaces version 3\nWhen a cold room leaves its range, call.", True),
        ("Before you replace the old list ask Ann.", False),
        ("Whoever replaces a sheet of paper tells Ann.", False),
        ("DRAFT for comment. Version 2, replaces version 1", False),
        ("Entwurf. Ersetzt die Fassung vom 2. Mai", False),
    ],
)
def test_statements_that_a_document_replaces_an_edition_are_recognized(
    text: str, *, is_so: bool
) -> None:
    assert replaces_an_edition(text) == is_so


@each_case(
    ("title", "name"),
    [
        ("FE-SB-2026-03 (2)", "fe sb 2026 03"),
        ("FE-SB-2026-03 Rev B", "fe sb 2026 03"),
        ("Price list 2026-05, final.xlsx", "price list"),
        ("Rota v3", "rota"),
        ("Credits for outages (March 2026)", "credits for outages"),
        ("v2", ""),
    ],
)
def test_all_editions_have_the_name_of_their_document(title: str, name: str) -> None:
    assert name_of_document(title, "") == name


CONTRACT = """Storage agreement {period}
{line}
between Example Ltd and {customer} ({place}), called the customer. The fee is {fee} EUR a month,
payable within 30 days of the invoice. The notice period is 3 months to the end of a quarter. The
liability of the supplier is limited to the fee of one year. Changes must be made in writing. The
supplier keeps all data of the customer for ninety days after the end of the contract, and deletes
it then. Support is given on working days. Complaints are answered within five working days.
"""


def agreement(
    name: str, line: str, customer: str = "Alpha GmbH", period: str = "", place: str = "Ulm"
) -> Statement:
    text = CONTRACT.format(line=line, customer=customer, period=period, place=place, fee=len(line))
    return Statement(name, text, on_day(ord(name)))


@each_case(
    ("old", "new"),
    [
        (
            agreement("a", "Version 1"),
            agreement("b", "Replaces all previous versions.", customer="Beta AG"),
        ),
        (
            agreement("a", "Customer no. 4711"),
            agreement("b", "Customer no. 4712. Replaces version 1."),
        ),
        (agreement("a", "Name: Ada Keller"), agreement("b", "Name: Bo Lund. Replaces the list.")),
        (agreement("a", "Site: Ulm"), agreement("b", "Site: Bern. Replaces the list of 3 May.")),
        (
            agreement("a", "Version 1", period="2026-04"),
            agreement("b", "Version 2, replaces version 1.", period="2026-05"),
        ),
        (
            agreement("a", "Version 1", period="April 2026"),
            agreement("b", "Replaces version 1.", period="May 2026"),
        ),
        (agreement("a", "Version 3"), agreement("b", "Replaces version 1.")),
        (agreement("a", "Version 3"), agreement("b", "Replaces the document SOP-99.")),
    ],
)
def test_documents_of_a_series_are_no_editions_of_each_other(
    old: Statement, new: Statement
) -> None:
    assert superseded(old, new) == {}


@each_case(
    ("old", "new"),
    [
        (agreement("a", "Version 1"), agreement("b", "Version 2 supersedes version 1.")),
        (agreement("a", "Version 1"), agreement("b", "Version 3 supersedes version 2.")),
        (agreement("a", "Site: Ulm. For 9 rooms"), agreement("b", "Site: Ulm. Replaces the list.")),
        (agreement("a", "Site: Ulm   Owner: Bo"), agreement("b", "Site: Ulm   Replaces the list.")),
        (
            agreement("a", "Version 1", period="2025"),
            agreement("b", "Replaces the list of 2025.", period="2026"),
        ),
        (
            agreement("a", "Version 1", period="March 2026"),
            agreement("b", "Replaces the edition of March 2026.", period="June 2026"),
        ),
    ],
)
def test_an_edition_for_the_same_party_supersedes_the_old_one(
    old: Statement, new: Statement
) -> None:
    assert superseded(old, new) == {"a": "b"}
