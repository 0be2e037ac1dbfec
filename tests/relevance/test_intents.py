"""Questions for a way to do something, and questions about the past."""

from recollect.relevance.intents import asks_for_a_way, asks_for_the_past

WAYS = (
    "disk is full, what do I do",
    "how can we free some space",
    "how to restart it",
    "what now?",
)
NO_WAYS = ("when does she see her money", "who knows the code", "what broke")


def test_a_question_what_to_do_asks_for_a_way() -> None:
    assert all(map(asks_for_a_way, WAYS))
    assert not any(map(asks_for_a_way, NO_WAYS))


def test_a_question_how_something_was_asks_for_the_past() -> None:
    past = (
        "who ran the bakery before",
        "which days did the lorry go in March 2025",
        "what was the old pay day",
        "where did guests use to park until the refit",
        "where did they park back then",
        "who used to run the bakery?",
        "what was it until recently",
        "who was formerly head of quality?",
        "who was the former head of quality",
    )
    present = (
        "who do I call before I enter the shaft",
        "how old is the generator",
        "what is due before 2027",
        "when was the contract signed",
        "which tool is used to deploy",
        "which key has been used to sign",
        "which script is currently used to restart the queue",
        "what was the limit before, and what is it now",
        "did anyone test the original image",
        "what port was used to connect",
        "where do we dispose of the old printers",
        "where does the original invoice go",
        "who disables accounts of former employees",
        "Nordic Foods (formerly Nordfisk) limit",
        "how do I roll back to the previous version",
        "has anyone seen this error before",
        "what must be done before",
        "The VPN was fine this morning. I need it back before noon, since it drops now",
        f"what was {'it ' * 20}before",
    )
    assert all(map(asks_for_the_past, past))
    assert not any(map(asks_for_the_past, present))
