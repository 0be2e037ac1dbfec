# ruff: noqa: RUF001  # answers come in any script
"""Realistic answers with their expected outcomes: data of `test_answers`."""

from dataclasses import dataclass

from recollect.validation.models import ResponseType, ToolCall
from tests.validation.examples import CASE, CASE_SUMMARY, GOOD_OVERVIEW, call
from tests.validation.tool_calls import (
    CASES,
    CMDB,
    CREATED,
    GERMAN_CASE,
    INCIDENT,
    JAPANESE_CASE,
    JOURNAL,
    LEARN,
    OTHER_CASE,
    PATTERN,
    QUOTA_URL,
    SHORT_NAMES,
    case,
)

DENIED = "Response denies having information although a tool returned a summary"
SYS_ID = "Response exposes a sys_id"
DUMPED = "Response lists raw fields instead of using the summary"
SECTIONS = ("Summary", "Current State")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer and its expected outcome; `prohibited` are warnings about forbidden content."""

    name: str
    response: str
    calls: tuple[ToolCall, ...]
    type: ResponseType
    missing: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    prohibited: tuple[str, ...] = ()
    recommended: tuple[str, ...] = ()
    alert: bool = False
    wrong: tuple[str, ...] = ()
    """The kinds of facts that a result has otherwise."""


LONG_NOISE = "Thank you for reaching out, we value your patience very much indeed. " * 6

ANSWERS = (
    # German, Japanese, Korean, Arabic
    Answer(
        "German about an English case", "Zugewiesen an: John Smith, Priorität hoch.", (CASE,),
        "field_query",
    ),
    Answer(
        "German overview of an English case",
        "*Summary*\nDer E-Mail-Server ist ausgefallen, 50 Personen in der Finanzabteilung sind "
        "betroffen.\n*Current State*\nStatus: offen\nZugewiesen: John Smith\nDer Fall liegt bei "
        "Microsoft.\n*Latest Activity*\n-\n*Context*\nContoso\n*References*\nSCS0012345",
        (CASE,), "overview",
    ),
    Answer("German state", "Der Fall ist in Bearbeitung.", (GERMAN_CASE,), "field_query"),
    Answer("German inflection", "Es geht um die Druckern im Lager.", (GERMAN_CASE,), "field_query"),
    Answer(
        "German denial", "Dazu liegen mir leider keine Informationen vor.", (GERMAN_CASE,),
        "field_query", unused=("getCase",), prohibited=(DENIED,),
    ),
    Answer("Japanese state", "現在、対応中です。", (JAPANESE_CASE,), "field_query"),
    Answer("Japanese assignee with a wide colon", "担当者：田中太郎", (JAPANESE_CASE,),
           "field_query"),
    Answer("Japanese about an English case", "担当者は John Smith さんです。", (CASE,),
           "field_query"),
    Answer(
        "Japanese denial", "申し訳ありませんが、情報がありません。", (JAPANESE_CASE,),
        "field_query", unused=("getCase",), prohibited=(DENIED,),
    ),
    Answer(
        "Japanese overview",
        "*Summary*\n経理部のメールサーバー停止により50名が影響を受けています。\n"
        "*Current State*\n対応中、担当は田中太郎です。", (JAPANESE_CASE,), "overview",
    ),
    Answer("Korean about an English case", "담당자는 John Smith입니다.", (CASE,), "field_query"),
    Answer(
        "Korean with other particles", "메일 서버는 복구되었습니다.",
        (case("Summary\n\n메일 서버가 다운되어 사용자들이 접속할 수 없음"),), "field_query",
    ),
    Answer(
        "Arabic", "خادم البريد متوقف حاليا",
        (case("Summary\n\nخادم البريد متوقف ويؤثر على ٥٠ مستخدما"),), "field_query",
    ),
    Answer("digits of another script", "٥٠ مستخدما", (CASE,), "field_query"),
    # numbers only, short values
    Answer("number only", "50", (CASE,), "field_query"),
    Answer("wrong number only", "75", (CASE,), "field_query", unused=("getCase",)),
    Answer("short name", "Assigned to: Bo Li", (SHORT_NAMES,), "field_query"),
    Answer("one short word", "Kim", (SHORT_NAMES,), "field_query"),
    Answer("short name as part of another", "Kimberly", (SHORT_NAMES,), "field_query",
           unused=("getCase",)),
    Answer("a team called IT", "It is with IT", (SHORT_NAMES,), "field_query"),
    Answer("a pronoun is no team", "It is with us", (SHORT_NAMES,), "field_query",
           unused=("getCase",)),
    Answer("digit of a priority", "Priority: 2", (SHORT_NAMES,), "field_query"),
    Answer(
        "short state of the summary", "Status: New",
        (case("Summary\n\nScanner offline\n\nCurrent State\n\nStatus: New"),), "field_query",
    ),
    # raw values
    Answer(
        "raw value that no summary has", "Category: Hardware / Scanner",
        (case("Summary\n\nBadge reader broken.", category="Hardware"),), "field_query",
    ),
    Answer(
        "raw date", "Opened: 2025-10-28",
        (case("Summary\n\nBadge reader broken.", opened_at="2025-10-28 14:00:00"),), "field_query",
    ),
    Answer("hallucinated state", "Status: Closed", (CASE,), "field_query", unused=("getCase",),
           wrong=("status",)),
    Answer("hallucinated assignee", "Assigned to: Peter Jones", (CASE,), "field_query",
           unused=("getCase",), wrong=("assignee",)),
    # overviews
    Answer("the seed's own overview", GOOD_OVERVIEW, (CASE,), "overview"),
    Answer("CRLF line ends", GOOD_OVERVIEW.replace("\n", "\r\n"), (CASE,), "overview"),
    Answer(
        "headers in four shapes",
        "*Summary*\nEmail server down for Finance.\n**Current State**\nOpen, John Smith\n"
        "## Latest Activity\nEscalated to Microsoft\nContext:\nExchange Online\n# References\nnone",
        (CASE,), "overview",
    ),
    Answer(
        "a copy of the summary, with its headings as they are", CASE_SUMMARY, (CASE,), "overview",
    ),
    Answer(
        "a copy of the summary with another status", CASE_SUMMARY.replace("Open", "Closed"),
        (CASE,), "overview", wrong=("status",), alert=True,
    ),
    Answer(
        "section words in prose",
        "In summary, the email server of Finance is down and its current state is open. The latest "
        "activity was the escalation to Microsoft Support by John Smith. For context, Contoso saw "
        "this before: SCS0012300 and SCS0012301 are references. Nobody knows when it will be back, "
        "but the SLA has 2 hours left, "
        "and everybody is kept informed by mail.",
        (CASE,), "overview", missing=SECTIONS,
        recommended=("Latest Activity", "Context", "References"), alert=True,
    ),
    Answer(
        "bold text that is no section",
        "*Important* John Smith works on the *email server*.\n*Please note*\nIt is open.", (CASE,),
        "field_query",
    ),
    Answer(
        "one section is missing",
        "*Summary*\nEmail server down for 50 users in Finance.\n*Context*\nJohn Smith, Exchange "
        "Online.", (CASE,), "overview", missing=("Current State",),
        recommended=("Latest Activity", "References"),
    ),
    Answer(
        "an overview that has the form and not the facts",
        "*Summary*\n" + LONG_NOISE + "\n*Current State*\nAll is well.", (CASE,), "overview",
        unused=("getCase",), recommended=("Latest Activity", "Context", "References"),
    ),
    Answer("very long", GOOD_OVERVIEW + "\n" + LONG_NOISE * 300, (CASE,), "overview"),
    Answer(
        "incident",
        "*Summary*\nThe VPN tunnel to Amarillo flaps.\n*Current State*\nIn progress with Maria "
        "Lopez.", (INCIDENT,), "overview",
    ),
    Answer("priority of an incident", "2 - High", (INCIDENT,), "field_query"),
    # other tools
    Answer(
        "a long answer about a journal needs no sections",
        "The warehouse reported smeared labels first; then the toner cartridge of the printer was "
        "replaced, and since then nobody has complained again. " + LONG_NOISE, (JOURNAL,),
        "overview", recommended=("Latest Activity",),
    ),
    Answer(
        "a list of cases",
        "I found two: SCS0020001 (printer jams, open) and SCS0020002 (scanner offline, resolved). "
        "Shall I open one of them for you, or would you rather see older ones as well? Tell me.",
        (CASES,), "unknown",
    ),
    Answer("pattern", "It is the SharePoint sync again.", (PATTERN,), "field_query"),
    Answer("pattern that is ignored", "Nothing alike was seen.", (PATTERN,), "field_query",
           unused=("searchSimilarCases",)),
    Answer("configuration item", "ALTUS-FW01 is operational.", (CMDB,), "field_query"),
    Answer("created item", "Done: MAIL-GW07 is there.", (CREATED,), "field_query"),
    Answer("documentation with its address", f"Quotas are per region: <{QUOTA_URL}|Quotas>",
           (LEARN,), "field_query"),
    Answer("documentation without its address", "Quotas limit deployment per region.", (LEARN,),
           "field_query", recommended=("URL",)),
    Answer(
        "key points as one text", "Quota requests go through Partner Center.",
        (call("microsoftLearnSearch", key_points="Use Partner Center for quota requests"),),
        "field_query",
    ),
    Answer(
        "excerpt only", "Those are limits on resources.",
        (call("microsoftLearnSearch", key_points=[], excerpt="Limits on Azure resources"),),
        "field_query",
    ),
    # several tools
    Answer("one of two cases", "Olga Petrova has the badge reader.", (CASE, OTHER_CASE),
           "field_query"),
    Answer(
        "two tools, one of them unused", "The toner cartridge was replaced.", (JOURNAL, PATTERN),
        "field_query", unused=("searchSimilarCases",),
    ),
    Answer(
        "two tools unused in a long answer", LONG_NOISE, (JOURNAL, PATTERN), "overview",
        unused=("getJournalEntries", "searchSimilarCases"), recommended=("Latest Activity",),
        alert=True,
    ),
    # nothing to check against
    Answer("null", "All done.", (ToolCall(tool_name="getCase", result=None),), "field_query"),
    Answer("empty summary", "All done.", (case("  \n"),), "field_query"),
    Answer("empty object", "All done.", (call("getCase"),), "field_query"),
    Answer("plain text is the summary", "All done.",
           (ToolCall(tool_name="getCase", result="John Smith has it"),), "field_query",
           unused=("getCase",)),
    Answer("a list of texts, too", "All done.",
           (ToolCall(tool_name="getCase", result=[CASE_SUMMARY]),), "field_query",
           unused=("getCase",)),
    Answer("number as summary", "All done.", (call("getCase", caseSummary=5),), "field_query"),
    Answer("unknown tool", "All done.", (call("getWeather", caseSummary=CASE_SUMMARY),),
           "field_query"),
    Answer("a summary without a telling word", "All done.", (case("It is on us."),), "field_query"),
    Answer("denial without a summary", "I don't have any information.", (case(""),), "field_query"),
    Answer("no calls", LONG_NOISE, (), "overview"),
    # prohibited
    Answer(
        "sys_id in a link",
        "Email server: https://x.example.com/case.do?sys_id=9d385017c611228701d22104cc95c371",
        (CASE,), "field_query", prohibited=(SYS_ID,),
    ),
    Answer(
        "sys_id of a result", "ALTUS-FW01 (9d385017c611228701d22104cc95c371)", (CMDB,),
        "field_query", prohibited=(SYS_ID,),
    ),
    Answer(
        "denial and an answer",
        "I don't have information about the SLA, but John Smith is working on it and it is open.",
        (CASE,), "field_query",
    ),
    Answer(
        "denial with the number of the case and an offer",
        "I couldn't find any details on SCS0012345, but I can help you with something else.",
        (CASE,), "field_query", unused=("getCase",), prohibited=(DENIED,),
    ),
    Answer(
        "three labels", "Status: Open, Priority: High, Assigned to: John Smith", (CASE,),
        "field_query",
    ),
    Answer(
        "names of fields", "short_description: Email down\nassigned_to: John Smith\nu_site: HQ",
        (CASE,), "field_query", prohibited=(DUMPED,),
    ),
    Answer(
        "JSON", '{"state": "Open", "priority": "1", "assignee": "John Smith"}', (CASE,),
        "field_query", prohibited=(DUMPED,),
    ),
)  # fmt: skip
