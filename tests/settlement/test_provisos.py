"""A sentence that speaks of a change may leave what was: a proviso, a denial, trouble."""

from tests.cases import each_case
from tests.settlement.statements import on_consecutive_days
from tests.settlement.test_supersession import judged

DESK = "The night desk of the plant answers calls from 9 to 17."
WITH_A_PROVISO = (
    (DESK, "During the strike the night desk of the plant no longer answers calls from 9 to 17."),
    (DESK, "While the lift is broken, the night desk of the plant answers no calls any more."),
    (DESK, "In the event of a strike, the night desk no longer answers calls of the plant."),
    (DESK, "Until the server arrives, the night desk no longer answers calls of the plant."),
    ("The warranty of the pump is 2 years.",
     "If the pump is not registered within 30 days, the warranty is no longer 2 years but 1 year."),
    ("Tickets are closed automatically after 14 days.",
     "When a ticket is marked as a complaint, it is no longer closed automatically after 14 days."),
    ("Orders of the shop can be cancelled in the portal.",
     "Once an order of the shop has been packed, it can no longer be cancelled in the portal."),
    ("Guests of the house get wifi for 24 hours.",
     "Should a guest break the rules, wifi for guests of the house is now limited to 1 hour."),
    ("Passwords of the staff expire after 90 days.",
     "For people who use a key, passwords of the staff no longer expire after 90 days."),
    ("The survey of the desk is sent after 7 days.",
     "If a customer is angry the survey of the desk is no longer sent after 7 days."),
    ("The helpline of the shop is free of charge.",
     "Unless you call from a landline, the helpline of the shop is no longer free of charge."),
    ("The fee of the shop is 5 euros.",
     "Nobody could say whether the fee of the shop is now 8 euros."),
    ("The session of the portal ends after 30 minutes.",
     "The session of the portal no longer ends after 30 minutes if strict mode is on."),
    ("The yard of the plant opens at 9 on weekdays.",
     "On public holidays the yard of the plant no longer opens at 9 but at 11."),
    ("Calls of customers to the desk cost nothing.",
     "For calls from abroad, customers of the desk now pay 20 cents."),
    ("The bar of the house closes at 23:00.",
     "On New Year's Eve the bar of the house no longer closes at 23:00 but at 3:00."),
    ("The discount on the shop's phones is 10 percent.",
     "The discount on the shop's phones is 15 percent, not 10, provided that two are bought."),
)  # fmt: skip


@each_case(("old", "new"), WITH_A_PROVISO)
def test_a_change_under_a_condition_leaves_what_has_no_such_condition(old: str, new: str) -> None:
    assert judged(*on_consecutive_days(old, new)).superseded_by == {}


@each_case(
    ("old", "new"),
    [
        ("If a parcel is lost, the shop refunds 20 euros.",
         "If a parcel is lost, the shop refunds 30 euros from now on, no longer 20."),
        ("During the winter the desk of the plant opens at 9:00.",
         "During the winter the desk of the plant now opens at 8:00."),
        ("When a customer calls, agents ask for the street.",
         "When a customer calls, agents no longer ask for the street but for the number."),
        ("The desk in Leeds has the number 4410.",
         "When the desk in Leeds moved, its number changed: it is now 4900, no longer 4410."),
        ("The desk in Leeds is open from 9 to 17.",
         "The desk in Leeds is now open from 8 to 18, so call if you need help."),
        ("The report of the desk is sent on Mondays.",
         "Once a week, on Fridays from now on, the report of the desk is sent."),
        ("If a backup of the shop failed the engineer is paged.",
         "If a backup of the shop failed the engineer is no longer paged but gets a mail."),
        ("On public holidays the yard of the plant opens at 10.",
         "On public holidays the yard of the plant now opens at 11."),
        ("The port of the shop's mail relay is 25.",
         "For security reasons, the port of the shop's mail relay is now 587."),
        ("Samples of the lab are kept for 12 months.",
         "Samples of the lab are now kept until the study has ended."),
        ("Country loaves are made with flour 1050 from Mill Aue.",
         "Country loaves are now made with flour 1600 while the rye bread stays with 1050."),
        ("Parcels of the shop are shipped from Leeds to Hull.",
         "Parcels of the shop are no longer shipped from Leeds while returns still go there."),
        ("The check whether a customer has paid is done by Sales.",
         "The check whether a customer has paid is now done by Finance."),
        ("The pump is serviced by Kone when it stops.",
         "The pump is no longer serviced by Kone when it stops but by Otis."),
        ("The warranty starts on the day of purchase.",
         "The warranty no longer starts on the day of purchase but when the device is delivered."),
        ("The team of the night shift sits in Hull.",
         "The team of the night shift no longer sits in Hull but in Leeds, where the servers are."),
        ("The VPN client of the staff is AnyConnect.",
         "The VPN client of the staff is now GlobalProtect and you can call 4410 if it fails."),
        ("The invoice address of the firm is 12 King Street.",
         "If you send invoices, note that the invoice address of the firm is now 40 Queen Street."),
        ("Refunds of the shop are paid within 10 days.",
         "Refunds of the shop are now paid within 5 days unless the bank is closed."),
        ("Refunds of the shop are paid within 10 days.",
         "Refunds of the shop are now paid within 5 days, if not otherwise agreed."),
    ],
)  # fmt: skip
def test_a_change_supersedes_what_has_its_condition_or_where_it_has_none(
    old: str, new: str
) -> None:
    assert judged(*on_consecutive_days(old, new)).superseded_by == {"a": "b"}


@each_case(
    ("old", "new"),
    [
        ("The upload limit of the portal is 20 MB.",
         "The upload limit of the portal was not raised to 25 MB."),
        ("The upload limit of the portal is 20 MB.",
         "The upload limit of the portal has never been raised from 20 to 25 MB."),
        ("The upload limit of the portal is 20 MB per file.",
         "The upload limit of 20 MB per file in the portal has not changed since 1 March."),
        ("The upload limit of the portal is 20 MB.",
         "There is no change of the upload limit of the portal from 1 March."),
        (DESK, "The night desk of the plant still answers calls from 9 to 17 as of today."),
        (DESK, "For the time being the night desk no longer answers calls of the plant."),
        ("The contract with the printer's supplier runs for 24 months.",
         "The contract with the printer's supplier has not been shortened to 12 months."),
        ("Log files are kept for 90 days on the server.",
         "Log files on the server: the change to 30 days from 1 March was withdrawn."),
    ],
)  # fmt: skip
def test_a_change_that_did_not_happen_or_is_for_a_while_supersedes_nothing(
    old: str, new: str
) -> None:
    assert judged(*on_consecutive_days(old, new)).superseded_by == {}


@each_case(
    ("old", "new"),
    [
        ("Customers report readings of their meters in the portal.",
         "The portal has been down since Monday, customers report no readings of their meters."),
        (DESK, "The night desk of the plant has had trouble with calls since Monday."),
        ("Payments of customers with cards go through the portal.",
         "Payments of customers with cards have failed since 1 March."),
        ("The printer on the second floor prints badges.",
         "The printer on the second floor no longer prints badges; a technician is on the way."),
        ("Orders of the shop come through the portal.",
         "Orders of the shop now come by phone because the portal is down."),
        ("The printer on the second floor prints badges.",
         "The printer on the second floor now jams on all badges."),
        ("The portal shows customers their balance.",
         "The portal now shows an error to customers with a balance."),
        ("The basic plan has a limit of 50 GB a month.",
         "The basic plan now includes a limit of 80 GB a month for photos."),
        ("Prices of the shop are checked by Sales every month.",
         "Until now prices of the shop were checked by Sales every month."),
        ("The portal that customers use shows the balance.",
         "The portal that customers use is down since Monday."),
    ],
)  # fmt: skip
def test_trouble_supersedes_nothing_that_is_said_of_how_a_thing_is_used(old: str, new: str) -> None:
    assert judged(*on_consecutive_days(old, new)).superseded_by == {}


@each_case(
    ("old", "new"),
    [
        ("The switch in Leeds serves floor 2.",
         "The switch for floor 2 in Leeds has been withdrawn."),
        ("The firmware of all routers of the plant is 3.5.0.",
         "The change was rolled back, the firmware of routers of the plant is now 3.4.2."),
        ("Customers whose payment fails get a letter from the desk.",
         "Customers whose payment has failed now get a mail from the desk."),
        ("Refunds of the shop are paid by cheque.",
         "Where possible, refunds of the shop are now paid to the card, no longer by cheque."),
        ("Log files of the shop are kept for 30 days.",
         "During the audit we found gaps, so log files of the shop are now kept for 180 days."),
        ("Badges are posted on the 1st of every month.",
         "From January badges are posted once a quarter, not every month."),
        ("Cheques of customers are accepted at the desk.",
         "Cheques of customers have not been accepted at the desk since 1 March."),
        ("Passwords of the staff are changed every 90 days.",
         "Passwords of the staff are not changed every 90 days any more."),
        ("Phones that are broken go to the shop in Leeds.",
         "Phones that are broken no longer go to the shop in Leeds but to Hull."),
        ("Customers whose line is down get a call within 8 hours.",
         "As of 1 March customers whose line is down get a call within 4 hours."),
        ("The wiki of the plant is hosted on web-02.",
         "The wiki of the plant is now hosted on web-05 because web-02 was slow."),
        ("Parcels of the shop go out with Hermes.",
         "Parcels of the shop now go out with DHL because their tracking is slow at Hermes."),
        ("Goods of the shop are stored in hall 2.",
         "Goods of the shop are now stored in hall 5 as the racks of hall 2 are still full."),
        ("A phone that is not replaced in time costs 30 euros.",
         "A phone that is not replaced in time now costs 50 euros."),
        ("Customers with no contract are charged 40 euros.",
         "Customers with no contract are charged 55 euros from now on."),
        ("The fee for a badge is 5 euros.",
         "The fee for a badge is now 8 euros and still includes shipping."),
        ("Calls in Polish are routed to Gdansk.",
         "Calls in Polish are now routed to Lodz and some that fail are still routed to Gdansk."),
        ("Tickets that are still open are closed after 30 days.",
         "As of Monday tickets that are still open are closed after 14 days."),
        ("Claims that are being investigated are answered within 30 days.",
         "Claims that are being investigated are now answered within 20 days."),
    ],
)  # fmt: skip
def test_a_rule_that_denies_something_or_speaks_of_trouble_supersedes(old: str, new: str) -> None:
    assert judged(*on_consecutive_days(old, new)).superseded_by == {"a": "b"}
