"""The type of answer that a question wants, and the texts that can give it."""

from recollect.relevance.answer_types import answer_type_of, by_answer_type
from tests.cases import each_case

ANSWERED = (
    ("how long is a voucher good for", "Vouchers run for 24 hours.", "Vouchers are at reception."),
    ("deadline for complaints", "Complaints: 3 working days.", "Complaints go to the desk."),
    ("until when may we deploy", "Freeze from 2026-12-14 on.", "Deploys need a reviewer."),
    ("how much did the line cost", "The line was €900.", "The line is here, hooray."),
    ("how much rent do we pay", "The lease is 1,150 a year.", "The lease ends in July 2027."),
    ("how much does a driver earn", "Drivers: 19.40 an hour.", "Drivers: version 19.4.1 an hour."),
    ("what do we pay the firm a year", "The firm gets 4,000 euros.", "The firm comes on Monday."),
    ("how much is DSL 250 a month", "DSL 250: 47.99 EUR.", "DSL 250 has at least 175 Mbit/s."),
    ("how much is a room per night", "A room: 90 euros.", "A room has 24 m², and a bath."),
    ("fee for a lost card", "A lost card: 15 EUR.", "A lost card goes to desk 15."),
    ("rent of the kiosk", "The kiosk is 85 GBP.", "The kiosk needs 80 cm in front."),
    ("what year was it built", "It was built in 1998.", "It was built for 2000 kg."),
    ("contract number of Hartwell", "Hartwell: C-17.", "Hartwell has the lifts."),
    ("serial number of the press", "press: AB-20417", "The press waits for 60 seconds."),
    ("which port does the press listen on", "press: port 7410", "The press is owned by Print."),
    ("when does the lease run out", "The lease runs until July.", "The lease: 30 days' notice."),
    ("when does the shift end", "The shift ends at 17:00.", "The shift needs 3 drivers."),
    ("when does the window end", "The window ends 4 pm.", "The window: 30 days' notice."),
    ("when did the shift end", "It ended at six.", "The shift is 8 h long."),
    ("when does the freeze end", "It ends when Kim says so.", "The freeze binds all teams."),
    ("when is the lift inspected", "The lift: every third week.", "The lift: within 4 hours."),
    ("number of the fueller?", "Fueller: 4472.", "The fueller wears turquoise."),
    ("card machine hangs, hotline?", "Card hotline: 0555 12.", "The card machine is new."),
    ("mobile number of Ines", "Ines: [REDACTED:phone]", "Ines leads the desk."),
    ("biggest attachment that the mail takes", "Mails: 25 MB.", "Mail is kept for 12 months."),
    ("how many seats do we have", "There are twelve seats.", "Seats are in the hall."),
    ("how many calls came in", "Calls: 1,240.", "Calls are kept for 6 months."),
    ("how many spares are there", "Spares: 4-6 in the crate.", "Spares no longer stand at gate-3."),
    ("how many seats has the bus", "The bus: 48 seats.", "The bus leaves at 05:30 on 2026-05-01."),
    ("how many retries are made", "Retries: 3x.", "Retries take 30 seconds."),
    ("how many orders are waiting", "Some 40k.", "Orders wait in queue #40."),
    ("how many posts has the team", "The team has 2.5 posts.", "The team meets in Q2 of 2.5.1."),
    ("how often is it copied", "It is copied nightly.", "It is copied to the vault."),
    ("how many scanners do we have", "There are seventy of them.", "Scanners are in the hall."),
    ("how many incidents are open", "There are zero.", "Incidents are in the queue."),
    ("how many people are on call", "A couple of people are.", "People on call have a phone."),
    ("how long does it take", "It runs overnight.", "It runs on the old press."),
    ("until when are we closed", "We are closed over the weekend.", "We are closed to guests."),
    ("how long is it kept", "It is kept for two decades.", "It is kept in the vault."),
    ("how soon do we answer", "Right away.", "We answer in English."),
    ("what time does the batch start", "It starts at 02:00.", "It starts by itself."),
    ("how deep is the basin", "The basin: 2.4 m.", "The basin opens at 9."),
    ("how much does the robot weigh", "The robot has 140 kg.", "The robot needs 3 m."),
    ("how many litres fit in the tank", "The tank: 900 l.", "The tank was filled 9 days ago."),
    ("what voltage is the motor", "Motor: 400 V.", "The motor was bought in 2019."),
    ("what temperature must the fridge have", "Fridge: 5 °C.", "The fridge is in room 5."),
    ("what colour are the towels", "The towels are white.", "The towels come on Monday."),
    ("how old is the generator", "The generator is from 2011.", "The generator runs for 48 h."),
    ("how old is Mrs Elm", "Mrs Elm is 84.", "Mrs Elm is in room 84."),
    ("how old is the ticket", "It was opened on 3 May.", "It was opened by Kim."),
    ("how old is the copy", "The copy is from last night.", "The copy is on a host."),
    ("how deep is the queue", "Queue: 1,200 messages.", "Queues are drained at 9."),
    ("how wide is the rack", "Rack: 19-inch.", "Racks are bought in 2019."),
    ("how hot is the oven", "Oven: 180.", "The oven is 3 m wide."),
    ("how heavy is the crate", "Crate: 0,75t", "Crate: 3 m"),
    ("how heavy is the load on db-1", "Load of db-1: 85 %.", "Load of db-1: see the board."),
    ("what voltage is the mains", "Mains: 230/400.", "Mains: room 230."),
    ("what colour is the cable", "Cable: RAL 5015.", "Cable: 20 m."),
    ("how much do we pay the firm", "The firm gets 98 an hour.", "The firm comes on Monday."),
    ("since when is it broken", "It broke yesterday.", "It broke in the hall."),
)
OPEN = (
    "when do I need Kim",
    "show a larger number of results",
    "how far ahead do I book",
    "how far is the depot",
    "how long must my password be",
    "which colour codes are there",
    "where can I see how long my route is",
    "how do I measure how far two points are",
    "who approves it and how long does it take",
    "who owns the press",
    "who can change a part number",
    "where is the serial number on the laptop",
    "what does the error on the pay terminal mean",
    "what do contractors pay with in the canteen",
    "which year end tasks are open",
    (
        "the press is down for how many hours now while the shop floor waits for news of a "
        "part that should be here"
    ),
)


@each_case(("question", "answer", "other"), ANSWERED)
def test_a_question_determines_the_type_of_its_answer(
    question: str, answer: str, other: str
) -> None:
    wanted = answer_type_of(question)
    assert wanted is not None
    assert (wanted.is_in(answer), wanted.is_in(other)) == (True, False)


@each_case("question", OPEN)
def test_questions_for_a_way_or_two_things_and_reports_want_no_answer_type(question: str) -> None:
    assert answer_type_of(question) is None


def test_a_text_of_the_wrong_answer_type_is_a_twentieth_as_relevant_except_turns() -> None:
    texts = ["It is 3 days.", "It is long.", "Ages!"]
    assert by_answer_type("how long is it", texts, [0.8, 0.8, 0.8], (0, 1)) == [
        0.8,
        0.8 * 0.05,
        0.8,
    ]
    assert by_answer_type("what is it", texts, [0.8, 0.8, 0.8], (0, 1)) == [0.8, 0.8, 0.8]
