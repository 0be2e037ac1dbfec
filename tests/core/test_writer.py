"""What a writer may claim, and whose names it uses."""

from recollect.core.messages import CamelMessage, Message
from recollect.core.writer import Writer
from tests.cases import each_case

AGENT = Writer("ann", max_trust=0.7)
RELAY = Writer("desk", max_trust=0.9, relays=True)


class Said(Message):
    trust: float = 0.8
    importance: float = 0.5
    source: str = "human"


class Asked(CamelMessage):
    session_id: str | None = None


@each_case(
    ("writer", "trust", "source"),
    [(AGENT, 0.7, "agent"), (RELAY, 0.8, "human"), (Writer("low", max_trust=0.1), 0.1, "agent")],
)
def test_claims_are_bounded_by_the_writers_trust(writer: Writer, trust: float, source: str) -> None:
    said = writer.bounded(Said())

    assert (said.trust, said.source) == (trust, source)
    assert said.importance == min(0.5, writer.max_trust)
    assert writer.bounded(said) == said


@each_case(
    ("writer", "named", "voter"),
    [(AGENT, None, "ann"), (AGENT, "bob", "ann"), (RELAY, None, None), (RELAY, "bob", "bob")],
)
def test_only_a_relay_may_name_voters(writer: Writer, named: str | None, voter: str | None) -> None:
    assert writer.voting(named) == voter


def test_each_writer_has_its_own_sessions_unless_it_relays() -> None:
    asked = Asked(session_id="s-1")
    others = [Writer(subject).in_own_session(asked).session_id for subject in ("ann", "bob")]

    assert (
        RELAY.in_own_session(asked) == Writer("other", relays=True).in_own_session(asked) == asked
    )
    assert len({"s-1", *others}) == 3
    assert AGENT.in_own_session(Asked()) == Asked()


def test_names_of_different_writers_never_collide() -> None:
    meant = {
        Writer(subject).own(name)
        for subject, name in (("a", "b: c"), ("a: b", "c"), ('a", "b', "c"), ("a", '", "b'))
    }
    assert len(meant) == 4
