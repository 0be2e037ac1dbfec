"""Events and alerts that differ only in their time or measured value are occurrences of one."""

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from recollect.settlement.duplicates import find_duplicates
from recollect.settlement.supersession import supersession_of
from tests.cases import each_case
from tests.settlement.statements import NOW, on_consecutive_days

EVENTS = (
    ("Disk full on host db-9 at 10:00", "Disk full on host db-9 at 10:05"),
    ("The disk of db-9 is full at 10:00", "The disk of db-9 is full at 22:15"),
    ("Backup of db-9 failed on 2026-11-01", "Backup of db-9 failed on 2026-11-02"),
    ("Nightly backup of db-9 failed on Monday", "Nightly backup of db-9 failed on Tuesday"),
    ("Login service went down at 10:00 AM", "Login service went down at 2:30 PM"),
    ("web-3 crashed on 3 November 2026", "web-3 crashed on 14 November 2026"),
    ("web-3 crashed on Nov 3rd, 2026 at 10:00", "web-3 crashed on Nov 14th, 2026 at 9:00"),
    ("Import job timed out on 11/03/2026", "Import job timed out on 11/04/2026"),
    ("Import job timed out on 03.11.2026", "Import job timed out on 04.11.2026"),
    ("10:05:33.120 connection to mq-11 lost", "10:07:01.003 connection to mq-11 lost"),
    ("mq-11 restarted at 10:00 UTC", "mq-11 restarted at 11:00 UTC"),
    (
        "Gateway gw-2 unreachable at 10:00, error 502",
        "Gateway gw-2 unreachable at 11:40, error 502",
    ),
    ("Sync with the CRM aborted, Sat 03:00", "Sync with the CRM aborted, Sun 03:00"),
    ("Router r-1: BGP session flapped at 01:10", "Router r-1: BGP session flapped at 01:25"),
    ("Worker 7 ran out of memory at 10:00", "Worker 7 ran out of memory at 10:20"),
)
ALERTS = (
    ("HighCPU firing on web-3: cpu 90 %", "HighCPU firing on web-3: cpu 94 %"),
    ("HighCPU is firing on web-3, load 12.5", "HighCPU is firing on web-3, load 9.75"),
    ("ALERT disk of mq-11 86% used", "ALERT disk of mq-11 91% used"),
    ("Latency of api exceeded 500 ms at 10:00", "Latency of api exceeded 740 ms at 10:30"),
    ("DISK mq-11 /data 86% used (threshold 85)", "DISK mq-11 /data 87% used (threshold 85)"),
    ("Queue depth of mq-11 above threshold: 5200", "Queue depth of mq-11 above threshold: 8100"),
    ("Alarm cpu-web-3 triggered, value 91.2", "Alarm cpu-web-3 triggered, value 95.0"),
    (
        "alert: PodCrashLooping\npod: api-7f\nrestarts: 4",
        "alert: PodCrashLooping\npod: api-7f\nrestarts: 9",
    ),
    (
        "name: PodCrashLooping\npod: api-7f\nrestarts: 4\nat: 2026-11-01T10:00:00Z",
        "name: PodCrashLooping\npod: api-7f\nrestarts: 9\nat: 2026-11-01T11:00:00Z",
    ),
    (
        "alertname: DiskPressure\nsummary: the node is drained\nvalue: 81",
        "alertname: DiskPressure\nsummary: the node is drained\nvalue: 97",
    ),
    ("Container api was OOMKilled, 3 restarts", "Container api was OOMKilled, 8 restarts"),
    ("[FIRING:1] HighDiskUsage of mq-11", "[FIRING:4] HighDiskUsage of mq-11"),
    ("[RESOLVED:1] HighDiskUsage of mq-11", "[RESOLVED:2] HighDiskUsage of mq-11"),
    ("Disk of mq-11 over threshold, fired once", "Disk of mq-11 over threshold, fired 12 times"),
    ("WARN pod ledger was killed 1 time", "WARN pod ledger was killed 17 times"),
    ("Alert: disk of mq-11 used, at 01:00", "Alert: disk of mq-11 used, at 02:00"),
)
FACTS = (
    # prices, limits, versions
    ("The team plan costs 20 EUR a month", "The team plan costs 25 EUR a month"),
    ("The price of a licence is 19.40 EUR", "The price of a licence is 21.90 EUR"),
    ("The upload limit of the portal is 5 MB", "The upload limit of the portal is 6 MB"),
    (
        "Attachments may have 5 MB, larger ones failed",
        "Attachments may have 6 MB, larger ones failed",
    ),
    (
        "The threshold for paging is 80 % of the disk",
        "The threshold for paging is 90 % of the disk",
    ),
    ("An alert is triggered at 80 % of the disk", "An alert is triggered at 90 % of the disk"),
    ("HighCPU fires above 80 % for 5 minutes", "HighCPU fires above 90 % for 5 minutes"),
    ("alert: HighCPU\nexpr: cpu > 80", "alert: HighCPU\nexpr: cpu > 90"),
    ("Web-3 runs version 2.3 of the agent", "Web-3 runs version 2.4 of the agent"),
    ("Deploy of app 1.2.26 failed", "Deploy of app 1.2.27 failed"),
    ("Deploy of app 1.2.26 failed at 10:00", "Deploy of app 1.2.27 failed at 11:00"),
    ("A payment of 50 EUR failed at 10:00", "A payment of 60 EUR failed at 10:05"),
    # opening hours, meetings, schedules, deadlines
    ("The desk in Oslo is open from 8:00", "The desk in Oslo is open from 9:00"),
    ("The desk in Oslo closes at 17:00", "The desk in Oslo closes at 18:00"),
    ("The weekly meeting of the team is at 10:00", "The weekly meeting of the team is at 11:00"),
    ("The review meets on Tuesday", "The review meets on Thursday"),
    ("The window to patch sftp is Tuesday 04:00", "The window to patch sftp is Friday 04:00"),
    ("The backup of db-9 runs at 02:00", "The backup of db-9 runs at 03:00"),
    ("Full backup of db-9 at 02:00", "Full backup of db-9 at 03:00"),
    ("Backups that failed are repeated at 02:00", "Backups that failed are repeated at 03:00"),
    ("Failed payments are collected on Monday", "Failed payments are collected on Tuesday"),
    ("Failed orders leave the house on Monday", "Failed orders leave the house on Tuesday"),
    ("The portal is offline on Saturday", "The portal is offline on Sunday"),
    ("web-3 is restarted on Sunday at 02:00", "web-3 is restarted on Sunday at 03:00"),
    ("web-3 restarted at 02:00 nightly", "web-3 restarted at 03:00 nightly"),
    ("Restarted jobs start at 02:00", "Restarted jobs start at 03:00"),
    ("Reports are due by 2026-11-01", "Reports are due by 2026-12-01"),
    ("If the import failed, call before 10:00", "If the import failed, call before 11:00"),
    ("The retro of what crashed is Monday 10:00", "The retro of what crashed is Tuesday 10:00"),
    (
        "Maintenance of mq-11 is planned for 2026-11-01",
        "Maintenance of mq-11 is planned for 2026-11-08",
    ),
    ("The contract with Altus ends on 2026-11-01", "The contract with Altus ends on 2027-11-01"),
    # what happened once, and how it stands
    (
        "The last backup of db-9 failed on 2026-11-01",
        "The last backup of db-9 failed on 2026-11-02",
    ),
    (
        "The mail server was down from 10:00 to 11:00",
        "The mail server was down from 10:00 to 12:00",
    ),
    ("payments-api is down since 10:00", "payments-api is down since 11:00"),
    ("Altus was migrated on 2026-11-01", "Altus was migrated on 2026-11-08"),
    (
        "The certificate of the portal expires on 3 May",
        "The certificate of the portal expires on 9 May",
    ),
    # who, where, what
    ("Ann Lee is on call on 2026-11-02", "Bob Ray is on call on 2026-11-02"),
    ("Ann Lee is on call on 2026-11-02", "Ann Lee is on call on 2026-11-09"),
    ("Disk full on host db-9 at 10:00", "Disk full on host db-8 at 10:05"),
    ("Backup of db-9 failed on 2026-11-01", "Restore of db-9 failed on 2026-11-02"),
    ("Backup of marlin failed on 2026-11-01", "Backup of marvin failed on 2026-11-01"),
    ("HighCPU firing on web-3: cpu 90 %", "HighCPU firing on web-4: cpu 90 %"),
    ("[FIRING:1] HighDiskUsage of mq-11", "[FIRING:1] HighDiskUsage of mq-12"),
    ("[FIRING:1] HighDiskUsage of mq-11", "[RESOLVED:1] HighDiskUsage of mq-11"),
    ("The reader may be replaced 2 times", "The reader may be replaced 3 times"),
    ("WARNING: press reset 3 times, not longer", "WARNING: press reset 5 times, not longer"),
    ("WARNING: take one tablet once", "WARNING: take one tablet twice"),
    # what people announce
    ("Alert: fire drill on 3 May", "Alert: fire drill on 4 May"),
    ("Alert: power cut in Leeds, Monday 10:00", "Alert: power cut in Leeds, Friday 10:00"),
    ("Alert: call 5550123 for support", "Alert: call 5550199 for support"),
    ("HighCPU firing on web-3: cpu 90 %", "HighMemory firing on web-3: cpu 90 %"),
    ("ALERT error 502 at the gateway gw-2", "ALERT error 503 at the gateway gw-2"),
)
CONFLICTS = (
    ("The desk in Oslo is open from 8:00", "The desk in Oslo is open from 9:00"),
    ("The upload limit of the portal is 5 MB", "The upload limit of the portal is 6 MB"),
    (
        "The threshold for paging is 80 % of the disk",
        "The threshold for paging is 90 % of the disk",
    ),
    ("payments-api is down since 10:00 in Oslo", "payments-api is down since 11:00 in Oslo"),
)
WAYS = ("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%Y-%m-%dT%H:%M:%SZ", "%H:%M", "%d %B %Y", "%A %H:%M")
moments = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1))  # noqa: DTZ001  # only written


def contested(*texts: str) -> set[str]:
    return set(supersession_of(on_consecutive_days(*texts), {}, "", NOW).conflicts)


@each_case(("old", "new"), (*EVENTS, *ALERTS))
def test_the_newest_of_several_occurrences_stands_for_all(old: str, new: str) -> None:
    assert find_duplicates(on_consecutive_days(old, new), "") == {"b": ("a",)}
    assert find_duplicates(on_consecutive_days(old, new, old, new, old), "what happened") == {
        "e": ("d", "c", "b", "a")
    }


@each_case(("old", "new"), (*EVENTS, *ALERTS))
def test_occurrences_do_not_contradict_each_other(old: str, new: str) -> None:
    assert contested(old, new) == set()


@each_case(("old", "new"), FACTS)
def test_facts_and_statements_about_other_things_are_no_occurrences(old: str, new: str) -> None:
    assert find_duplicates(on_consecutive_days(old, new), "") == {}


@each_case(("old", "new"), CONFLICTS)
def test_different_values_of_one_fact_are_a_conflict(old: str, new: str) -> None:
    assert contested(old, new) == {"a", "b"}


@given(
    event=st.sampled_from(
        ["Backup of db-9 failed, {}", "{}: disk full on db-9", "web-3 crashed ({}) again"]
    ),
    way=st.sampled_from(WAYS),
    first=moments,
    second=moments,
)
def test_an_event_is_the_same_at_any_time_in_any_notation(
    event: str, way: str, first: datetime, second: datetime
) -> None:
    texts = [event.format(each.strftime(way)) for each in (first, second)]
    assert find_duplicates(on_consecutive_days(*texts), "") == {"b": ("a",)}
    assert contested(*texts) == set()


@given(
    fact=st.sampled_from(
        ["The desk opens at {}", "The import that failed is repeated at {}", "The review is on {}"]
    ),
    way=st.sampled_from([each for each in WAYS if "T" not in each]),
    first=moments,
    days=st.integers(1, 6),
)
def test_appointments_at_different_times_are_no_duplicates(
    fact: str, way: str, first: datetime, days: int
) -> None:
    later = first + timedelta(days=days, hours=1)
    texts = [fact.format(each.strftime(way)) for each in (first, later)]
    assert find_duplicates(on_consecutive_days(*texts), "") == {}


@given(values=st.lists(st.integers(0, 10_000), min_size=2, max_size=6))
def test_alerts_with_different_values_are_duplicates_and_limits_are_not(values: list[int]) -> None:
    alerts = [f"HighCPU firing on web-3: cpu {value}" for value in values]
    ((newest, others),) = find_duplicates(on_consecutive_days(*alerts), "").items()
    assert (newest, len(others)) == (chr(96 + len(values)), len(values) - 1)
    limits = [f"The limit of web-3 is {value} MB" for value in dict.fromkeys(values)]
    assert find_duplicates(on_consecutive_days(*limits), "") == {}
