"""The question of a message, as opposed to its form."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.questions.messages import extract_question
from tests.cases import each_case

ASKED = "who owns db-03, and since when?"
MAIL = f"""Subject: Fwd: Re: Question
From: Jane <jane@client.example>

Hi Marta,

I hope this mail finds you well. {ASKED}

Many thanks in advance,
Jane Harrison
Project Coordinator, +44 20 7946 0011"""


@each_case(
    "message",
    [
        MAIL,
        f"Hello,\n{ASKED}\nThanks,\nJohn",
        f"hi, could you please tell me {ASKED}",
        f"Looking for {ASKED}",
        f"Wondering {ASKED}",
        f"Weiß jemand, {ASKED}",
        f"Ich wüsste gern, {ASKED}",
        f"Sorry to bother you again, I was just wondering if anybody could help me out: {ASKED}",
        f"{ASKED} Thank you so much!",
        f"On Mon, 3 Aug 2026 at 09:12, Jane wrote:\n> {ASKED}",
        f"### Question\n- **{ASKED}**",
        f"<div><p>Hello!</p><p>{ASKED.replace(' ', '&nbsp;', 1)}</p></div>",
        f'{{"question": "{ASKED}", "channel": "mail", "priority": "P3"}}',
        f"<@U024BE7LH> {ASKED} :thinking_face:",
        f"Ticket opened by Jane Doe.\nImpact: 3 - Low\nDescription: {ASKED}",
        f"Guten Morgen, könnten Sie mir bitte sagen, {ASKED}\nMit freundlichen Grüßen\nJan",
        f"Hi all,\n{ASKED}\nBest,\nJane Harrison",
        f"Hi all,\n{ASKED}\nAll the best, Jane",
        f"Bonjour,\n{ASKED}\nMerci d'avance,\nBien à vous,\nJeanne Harrison",
        f"> From: Jane <jane@client.example>\n{ASKED}",
        "wh\u043e \u043ewns db-03, and since when?",
    ],
)
def test_only_the_question_of_a_message_is_kept(message: str) -> None:
    assert extract_question(message).split() == ASKED.split()


@each_case(
    "message",
    [
        ASKED,
        "please help",
        "Hello there!",
        "thanks to the new drum it prints",
        "Regards the VPN: who may use it?",
        "hi the printer is jammed, what now",
        "do you know how to open hatch 2?",
        "the <s> tag does nothing",
        "why is <table></table> empty?",
        '{"service": "rates", "code": 12}',
        '{"question": ',
        "Кто отвечает за сервер?",
        "a\tb  c\n  at d.java:12",
        "what is 2**10, and which files are in src/**/*.py?",
        "I hope you have the export fixed. It fails with 500.",
        "Thanks for that, but the VPN drops in Lyon. What now?",
        "Thank you for resetting my token. How do I enroll it?",
        "The checkout is broken. Thanks page shows 404.",
        "From: which host is db-03 copied?\nIs it db-02?",
        "Which train is the fastest?\nFrom: Berlin\nTo: Paris",
        "From: Berlin\nTo: Paris\nDate: 3 May\nIs there a seat?",
        "Von: Lager 3\nAn: Lager 5\nDatum: Montag",
        "Who resets it?\nA: desk@acme.example",
        "To: restart the queue of root@db-03, what is needed?",
        "Which of them is best?\nBest, so says Ann, is db-03",
    ],
)
def test_a_message_that_is_only_a_question_stays_as_it_is(message: str) -> None:
    assert extract_question(message) == message


def test_a_question_after_a_closing_is_kept() -> None:
    assert (
        extract_question("It is down.\nThanks\nBut who owns db-03?")
        == "It is down.\nBut who owns db-03?"
    )


@each_case("fact", ["Error 691 again after the restart", "1. Replaced PSU\n2. Rebooted FW01"])
def test_what_is_reported_below_thanks_is_no_signature(fact: str) -> None:
    assert extract_question(f"The pump fails.\nThanks!\n{fact}") == f"The pump fails.\n{fact}"


def test_a_signature_may_say_that_the_mail_is_confidential() -> None:
    card = "Jane Harrison\nThis message is confidential. If it is not for you, delete it."
    assert extract_question(f"The pump fails.\nBest regards\n{card}") == "The pump fails."


@each_case(
    "card",
    [
        "Bob Miller\nHead of customer success and operations",
        "Altus Ltd\nRegistered in England and Wales under number 123",
        "Bob\nPlease consider the environment before printing this email.",
        "Bob Miller\nAltus GmbH\nOur new catalogue is out now. Order today!",
        "Lena Berg\nUnsere Servicezeiten: montags bis freitags von 8 bis 17 Uhr",
    ],
)
def test_a_signature_below_regards_may_have_sentences_behind_the_name(card: str) -> None:
    assert extract_question(f"The pump fails.\nBest regards\n{card}") == "The pump fails."


def test_a_postscript_is_no_signature() -> None:
    assert extract_question("It is down.\nRegards\nPS: it says 0x80070005").endswith("0x80070005")


def test_a_mail_quoted_below_a_signature_is_kept() -> None:
    reply = (
        f"Still so, any idea?\nThanks\nJane\n\nOn Mon, 3 Aug, Jo wrote:\n> {ASKED}\n> Regards\n> Jo"
    )

    assert extract_question(reply) == f"Still so, any idea?\n{ASKED}"


@each_case(
    "lead",
    [
        "On Mon, 3 Aug 2026 at 09:12, Jane Harrison\n<jane@client.example> wrote:\n> ",
        "> On Mon, 3 Aug, Jo wrote:\n>> ",
        "De: Jo\nEnvoyé: lundi\nÀ: Jane\n\n",
        "De : Jo\nEnvoyé : lundi\nÀ : Jane\n\n",
        "> De\xa0: Jo\n> Envoyé\xa0: lundi\n> ",
        "> From: Jo\n> To: Jane\n> Subject: Question\n>\n> ",
        "Le lun. 3 août 2026 à 09:12, Jo <jo@client.example> a écrit :\n> ",
        "-----Message d'origine-----\n",
        "  From: Jo\n  Sent: Monday\n  ",
        "> From: Jo\n> Sent: Monday\n> ",
    ],
)
def test_only_the_words_of_an_earlier_mail_are_kept_without_what_leads_to_it(lead: str) -> None:
    assert extract_question(f"Any news?\n{lead}{ASKED}") == f"Any news?\n{ASKED}"


@each_case(
    "closing",
    [
        *("Best,", "All the best,", "Best, Bob", "Kind regards", "Warmest regards,"),
        *("Viele Grüße", "Herzliche Grüße,", "Mit freundlichem Gruß"),
        *("Cordialement,", "Bien cordialement", "Bien à vous,", "Cdlt,", "Amicalement,"),
        *("Sincères salutations", "Meilleures salutations,", "Merci beaucoup,"),
        "Veuillez agréer, Madame, Monsieur, l'expression de mes salutations distinguées.",
        *("Un cordial saludo,", "Saludos", "Atentamente,", "Muchas gracias,"),
        *("Cordiali saluti", "Distinti saluti,", "Met vriendelijke groet,", "Groetjes,"),
        *("Com os melhores cumprimentos,", "Atenciosamente,", "Obrigada,"),
    ],
)
def test_a_closing_and_the_signature_below_it_are_left_out(closing: str) -> None:
    assert extract_question(f"The pump fails.\n{closing}\nBob Müller\nAltus") == "The pump fails."


@each_case(
    "line",
    [
        *("Best, ask Ann about it.", "Cordial tone wanted", "Merci is our supplier"),
        *("Salutations\nMr\nMrs", "Best\nWorst", "Best of all\nAltus"),
    ],
)
def test_a_sentence_that_begins_like_a_closing_is_kept(line: str) -> None:
    assert extract_question(f"The pump fails.\n{line}").endswith(line)


def test_the_subject_in_a_quoted_head_is_kept() -> None:
    quoted = f"> From: Jo <jo@client.example>\n> Subject: db-03\n> {ASKED}"
    assert extract_question(f"Any news?\n{quoted}") == f"Any news?\ndb-03\n{ASKED}"


def test_what_a_service_wrote_is_no_earlier_mail() -> None:
    message = "On each start the service wrote:\nERROR 691 in db-03"
    assert extract_question(message) == message


def test_the_subject_of_a_json_question_is_kept_too() -> None:
    body = f'{{"query": "{ASKED}", "channel": "mail", "error": "ORA-01555"}}'

    assert extract_question(body) == f"{ASKED}\nORA-01555"


@pytest.mark.parametrize("content", [ASKED, [{"type": "text", "text": ASKED}, {"type": "image"}]])
@pytest.mark.parametrize("is_request", [True, False])
def test_only_user_messages_of_a_json_conversation_are_kept(
    content: JsonValue, is_request: bool
) -> None:
    said: list[JsonValue] = [
        {"role": "system", "content": "You are a helpful assistant."},
        {"role": "user", "content": "The ERP is slow since noon. Thanks!"},
        {"role": "assistant", "content": "Could it be the network?"},
        {"role": "user", "content": content},
    ]
    conversation: JsonValue = {"model": "m", "messages": said} if is_request else said
    assert extract_question(json.dumps(conversation)) == f"The ERP is slow since noon.\n{ASKED}"


@each_case(
    "conversation",
    [
        f"User: The ERP is slow.\nAssistant: Since when?\nI can look.\nUser: {ASKED}",
        f"Human: The ERP is slow.\n{ASKED}\nAI: I do not know.",
        f"[10:02] Customer: The ERP is slow.\n[10:03] Agent: Hm.\n[10:04] Customer: {ASKED}",
        f"**User:** The ERP is slow.\n\n**Bot:** Since when?\n\n**User:** {ASKED}",
        f"User: The ERP is slow.\nAssistant: Hm.\n\nCurrent question: {ASKED}",
        f"User: The ERP is slow.\nAssistant: Hm.\n\nNo idea.\n\n{ASKED}",
        f"System: You help.\nUser: The ERP is slow.\n{ASKED}\nAssistant:",
        f"<|im_start|>user\nThe ERP is slow.\n{ASKED}<|im_end|>\n<|im_start|>assistant\n",
        f"<s>[INST] The ERP is slow.\n{ASKED} [/INST]",
        json.dumps({"tool": "search", "arguments": {"query": f"The ERP is slow.\n{ASKED}"}}),
        f'```json\n{{"query": "The ERP is slow.\\n{ASKED}"}}\n```',
    ],
)
def test_only_user_messages_of_a_conversation_are_kept(conversation: str) -> None:
    assert extract_question(conversation) == f"The ERP is slow.\n{ASKED}"


@each_case(
    "prompt",
    [
        f"You are a helpful assistant. Use the tools to answer.\n\nUser's question: {ASKED}",
        f"{ASKED} Answer in one sentence, based only on the context. If you don't know, say so.",
        f"{ASKED}\n\nPlease answer concisely and cite your sources.",
        f"Find information about: {ASKED}",
        f"Search the knowledge base for: {ASKED}",
        f"Standalone question: {ASKED}",
        f"Thought: I need to look this up.\nAction: search\nAction Input: {ASKED}",
        f"### Instruction:\nRespond to the request.\n\n### Input:\n{ASKED}\n\n### Response:\n",
        f"<instructions>Be brief.</instructions>\n<question>{ASKED}</question>",
        f"Question: What is the time?\nAnswer: It is late.\nQuestion: {ASKED}\nAnswer:",
        f"Nutzer: Hallo\nAssistent: Guten Tag!\nNutzer: {ASKED}",
        f"Today is 2026-11-29. {ASKED}",
        f"Human: Hi\nAssistant: Hello!\n\nFollow Up Input: {ASKED}\nStandalone question:",
        f'<turn role="assistant">Ask me.</turn>\n<turn role="user">{ASKED}</turn>',
        f"Instruct: Retrieve passages that answer the query\nQuery: {ASKED}",
        f'<tool_call>{{"name": "lookup", "arguments": {{"query": "{ASKED}"}}}}</tool_call>',
        f"okay hey assistant, {ASKED}",
        f'"{ASKED}"',
        f"<user_query>{ASKED}</user_query>",
        ASKED.upper(),
        f"Sehr geehrte Damen und Herren,\n{ASKED}\nVielen Dank und freundliche Grüße\nJane",
    ],
)
def test_only_the_question_of_a_prompt_is_kept(prompt: str) -> None:
    assert extract_question(prompt) == ASKED


@each_case(
    "event",
    [
        {"type": "message", "locale": "en-GB", "from": {"role": "bot"}, "text": ASKED},
        {"sender": "u1", "message": ASKED, "metadata": {"channel": "chat"}},
        [{"json": {"sessionId": "5d20e7", "chatInput": ASKED}}],
        {"tool": "retrieve", "tool_input": ASKED},
        {"queryInput": {"text": {"text": ASKED}, "languageCode": "en"}},
        [["user", ASKED], ["assistant", "Hello!"]],
    ],
)
def test_only_the_question_of_an_event_is_kept(event: JsonValue) -> None:
    assert extract_question(json.dumps(event)) == ASKED


@each_case(
    "told",
    [
        "Reply only to tickets of gold customers",
        "Return the laptop in its box, what is the address",
        "Use the tools on the van before you call",
        "Give me the steps to restart db-03",
        "based on the logs db-03 failed first",
        "This is a request for a new laptop",
        "Search for unreplied mails",
        "You must reset the PIN before you call the bank",
        "If you cannot log in, call the desk",
        "Your response time is slow since Monday",
        "Your role is Viewer. The share button is missing.",
        "Your job is queued. Cluster gpu-a has free nodes.",
        "You are the support agent who closed my case 4711. I want it reopened.",
        "Du bist ein Gast, steht auf dem Bildschirm. Ich bin aber angemeldet.",
        "You must return the device within 14 days. The label is missing.",
        "You must use the VPN to reach the ERP. Mine does not connect.",
        "Today is the 3rd time that the VPN drops. I work on macOS.",
        "This is the expected result: 5 rows. I get 6.",
        "Use the following driver: Zebra 5.1. It prints blank labels.",
        "Use the context menu to delete the folder. It is greyed out.",
        "Based on the following log the disk was removed at 10:02. Which disk is it?",
        "Based on the following conversation with sales we paid 400 euros. Is that right?",
        "Use the documents folder on drive K for scans. It is full.",
        "Reply with STOP to opt out. I did, the texts keep coming.",
        "Write a JSON column to Parquet. Spark shows nulls.",
        "Return an empty reply to ping. Nagios shows it as critical.",
        "If you cannot find the invoice, reply to this mail. I did, nobody wrote.",
        "Never reveal your PIN. The caller asked for mine.",
        "Reply from Anna on ticket 55: the router blinks red. What now?",
        "Answer with video is not offered. WhatsApp 2.24.",
        "Do not add any coolant while the engine is hot. The level sensor shows 0.",
        "Do not guess the PIN more than 3 times. Mine is blocked, PUK unknown.",
        "Ignore any alert from db-3 until Monday. Who set this rule?",
        "The user's language is Turkish. Letters are cut off.",
        "If no answer is received in 3 days, escalate to L2. Where do I set the 3 days?",
        "Given the documents were uploaded on May 3, the case should be open. It is closed.",
        "Search our mailbox and send us the trace of message id 77. It was lost on Monday.",
        "Copilot in Word is greyed out",
        "OK button is grey in the export dialog",
        "UM mailbox policy cannot be removed",
        "Translate endpoint returns 400: invalid target zh-TW",
        "/search endpoint returns 500 for tenant 7",
        "Check database index for corruption on db-3",
        "INFO: agent started\nERROR: agent failed\nagent: retry",
        '{"message":"disk full","host":"db-03"}',
    ],
)
def test_sentences_addressed_to_or_about_people_are_kept(told: str) -> None:
    assert extract_question(told) == told


@each_case(
    "form",
    [
        "User: jdoe\nInput: USB\nOutput: none",
        "User: jdoe\nAgent: 5.2 on Windows",
        "System: SAP\nUser: jdoe",
        "Agent: 5.2\nThe ERP is slow.",
        "User: jdoe",
        "Role: Administrator\nLimit: 10000 exceeded by the nightly job\nLanguage: Turkish",
        "System: ERP-PROD\nUser: MMUELLER\nMessage: Short dump",
        "Task: nightly-backup\nMessage: exit code 2",
        "10:00:00.1 user: failed\n10:00:01.2 system: locked\n10:00:09.3 user: retry",
        "Action: click Save\nResponse: 500\nAction: click Retry\nResponse: 504\nUser: admin",
    ],
)
def test_fields_of_a_form_are_no_conversation(form: str) -> None:
    assert extract_question(form) == form


def test_sections_of_a_report_are_no_conversation() -> None:
    report = "## Input\n12 V\n## Output\nno light on LED 3"
    assert extract_question(report) == "Input\n12 V\nOutput\nno light on LED 3"


@each_case(
    "conversation",
    [
        f"User: Hi.\nAssistant: Sorry! {ASKED}\nUser: yes, please",
        f"Customer: Hi.\nAgent: {ASKED}\nCustomer: Exactly.",
        json.dumps(
            [
                {"role": "user", "content": "Hi."},
                {"role": "model", "parts": [{"text": ASKED}]},
                {"role": "user", "parts": [{"text": "yes"}]},
            ]
        ),
    ],
)
def test_an_assistants_question_that_the_user_agrees_to_is_kept(conversation: str) -> None:
    assert ASKED in extract_question(conversation)


def test_facts_about_the_user_in_a_prompt_are_kept() -> None:
    lead = (
        "You are a helpful assistant. The customer has a Siemens S7-1200. Answer in one sentence."
    )
    told = "The customer has a Siemens S7-1200."
    assert extract_question(f"{lead}\n\nQuestion: {ASKED}\nAnswer:") == f"{told}\n{ASKED}"


def test_a_follow_up_question_after_a_chat_history_is_kept() -> None:
    chat = "Chat History:\nHuman: The ERP is slow.\nAssistant: Yes."
    for label in ("Follow Up Input", "Rewrite the last question"):
        text = f"{chat}\n{label}: {ASKED}\nStandalone question:"
        assert extract_question(text) == f"The ERP is slow.\n{ASKED}"


@each_case(
    "record",
    [
        {"slow_query": "SELECT 1", "message": "statement timeout"},
        {"user_input": "12a", "reason": "statement timeout"},
        {"level": "error", "sessionId": "a", "message": "x", "exception": "statement timeout"},
        {"role": ["admin"], "content": "statement timeout"},
        {"role": {"name": "admin"}, "content": "statement timeout"},
    ],
)
def test_the_text_of_a_json_record_is_kept(record: JsonValue) -> None:
    assert "statement timeout" in extract_question(json.dumps(record))


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["user", "yes", f"{ASKED}?"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["role", "type", "content", "parts", "text", "query", "level"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(_VALUES)
def test_some_text_of_any_json_is_kept(value: JsonValue) -> None:
    assert extract_question(json.dumps(value)).strip()


def test_json_without_a_question_stays_as_it_is() -> None:
    for text in ('[1, "ERP"]', '[{"role": "assistant", "content": "ERP"}]', '{"messages": "ERP"}'):
        assert extract_question(text) == text


def test_a_long_user_message_is_kept_without_its_json() -> None:
    told = "Since the move the scanner in room 4 sends every page twice. " * 6
    assert extract_question(json.dumps([{"role": "user", "content": told}])) == told


def test_a_message_with_very_many_spaces_is_read() -> None:
    assert extract_question(f"hello, who{' ' * 20_000}owns it?").split() == ["who", "owns", "it?"]


def test_a_long_message_with_few_courtesies_stays_as_it_is() -> None:
    told = "Since the move the scanner in room 4 sends every page twice. " * 6
    long = f"Hello,\n{told}{ASKED}\nRegards\nJane"
    assert extract_question(long) == long
    assert extract_question(f"Hello,\n{told[:60]} {ASKED}\nRegards\nJane") == f"{told[:60]} {ASKED}"


def test_a_slack_link_is_replaced_by_its_name() -> None:
    assert extract_question("<https://a.example/x|the runbook> of db-03") == "the runbook of db-03"


_PIECES = st.sampled_from(
    ["User:", "Assistant:", "<|im_end|>", "[INST]", "\n", '"', "<b>", "</b>", "Hi,", "yes", ASKED]
)


@given(st.text() | st.lists(_PIECES, max_size=6).map("".join))
def test_some_text_of_any_message_is_kept(message: str) -> None:
    assert extract_question(message).strip() or not message.strip()
