"""When secrets are fetched, and what becomes of settings that they do not make."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import pytest

from recollect.core.errors import ConfigurationError, RecollectError, StoreTimeout
from recollect.settings.declared import Settings, Token
from recollect.wiring.environment import RETRY_SECONDS, Environment
from tests.cases import each_case

STORES = "recollect/dev/stores"
GONE = ConfigurationError(f"the secret {STORES} cannot be read: ResourceNotFoundException")


class Keeper:
    """Keeps secrets, or fails; counts how often it is asked."""

    def __init__(self, held: Mapping[str, str] | RecollectError) -> None:
        self.held = held
        self.asked: list[Sequence[str]] = []

    async def read(self, names: Sequence[str]) -> Mapping[str, str]:
        self.asked.append(names)
        await asyncio.sleep(0)
        if isinstance(self.held, RecollectError):
            raise self.held
        return self.held


class Time:
    """A clock that somebody turns."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def environment(keeper: Keeper, clock: Time, *names: str, **variables: str) -> Environment:
    return Environment(variables, names, keeper, clock)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenSettings(Settings):
    token: Annotated[str, Token("TOKEN")]
    left: Annotated[str, Token("LEFT")] = ""


async def test_without_secrets_nobody_is_asked() -> None:
    keeper = Keeper(GONE)
    ours = environment(keeper, Time(), TOKEN="variable")
    await ours.load()
    assert (ours.settings_from(TokenSettings).token, keeper.asked) == ("variable", [])
    with pytest.raises(ConfigurationError, match=r"^TOKEN is not set$"):
        environment(keeper, Time()).settings_from(TokenSettings)


async def test_what_a_secret_holds_stands_above_the_variables() -> None:
    keeper = Keeper({"TOKEN": "secret"})
    ours = environment(keeper, Time(), STORES, "other", TOKEN="variable", LEFT="as-it-is")
    await ours.load()
    assert ours.settings_from(TokenSettings) == TokenSettings(token="secret", left="as-it-is")
    assert keeper.asked == [(STORES, "other")]


async def test_secrets_are_fetched_once_however_many_ask_and_however_late() -> None:
    keeper, clock = Keeper({"TOKEN": "secret"}), Time()
    ours = environment(keeper, clock, STORES)
    await asyncio.gather(*(ours.load() for _ in range(100)))
    clock.now += 1_000_000
    await ours.load()
    assert len(keeper.asked) == 1


@each_case("error", [GONE, StoreTimeout("secretsmanager", "did not answer in time")])
async def test_a_failure_is_everybody_s_for_five_seconds_and_then_the_secret_is_tried_again(
    error: RecollectError,
) -> None:
    keeper, clock = Keeper(error), Time()
    ours = environment(keeper, clock, STORES)
    for passed in (0, 0, RETRY_SECONDS - 0.01):
        clock.now = 1_000 + passed
        results = await asyncio.gather(*(ours.load() for _ in range(10)), return_exceptions=True)
        assert {type(result) for result in results} == {type(error)}
    assert len(keeper.asked) == 1

    keeper.held = {"TOKEN": "mended"}
    clock.now = 1_000 + RETRY_SECONDS
    await ours.load()
    assert (ours.settings_from(TokenSettings).token, len(keeper.asked)) == ("mended", 2)


async def test_secrets_that_a_store_refused_are_read_anew_once_however_many_were_refused() -> None:
    keeper, clock = Keeper({"TOKEN": "old"}), Time()
    ours = environment(keeper, clock, STORES)
    await ours.load()
    keeper.held = {"TOKEN": "new"}
    assert sorted(await asyncio.gather(*(ours.renew() for _ in range(10)))) == [False] * 9 + [True]
    assert (ours.settings_from(TokenSettings).token, len(keeper.asked)) == ("new", 2)

    clock.now += RETRY_SECONDS - 0.01
    assert not await ours.renew()
    clock.now += 0.01
    assert await ours.renew()


async def test_what_was_held_stays_where_it_cannot_be_read_anew() -> None:
    keeper = Keeper({"TOKEN": "old"})
    ours = environment(keeper, Time(), STORES)
    await ours.load()
    keeper.held = GONE
    with pytest.raises(ConfigurationError):
        await ours.renew()
    await ours.load()
    assert ours.settings_from(TokenSettings).token == "old"
    assert not await environment(Keeper(GONE), Time()).renew()  # where there are no secrets


async def test_a_failure_that_many_meet_does_not_grow() -> None:
    ours = environment(Keeper(GONE), Time(), STORES)
    depths = []
    for _ in range(3):
        with pytest.raises(ConfigurationError) as caught:
            await ours.load()
        depths.append(len(caught.traceback))
    assert depths[0] == depths[1] == depths[2]


@each_case("held", [{}, {"TOKEN": ""}, {"TOKEN": "two words"}])
async def test_settings_that_the_secrets_do_not_make_name_them(held: Mapping[str, str]) -> None:
    ours = environment(Keeper(held), Time(), STORES, "other")
    await ours.load()
    with pytest.raises(ConfigurationError, match=rf"^TOKEN .+ \(secrets: {STORES}, other\)$"):
        ours.settings_from(TokenSettings)


async def test_secrets_that_did_not_do_are_read_again_after_five_seconds() -> None:
    keeper, clock = Keeper({"TOKEN": "two words"}), Time()
    ours = environment(keeper, clock, STORES)
    for passed in (0, 2, 4):
        clock.now = 1_000.0 + passed
        await ours.load()
        with pytest.raises(ConfigurationError):
            ours.settings_from(TokenSettings)
    assert len(keeper.asked) == 1

    keeper.held = {"TOKEN": "mended"}
    clock.now = 1_000 + RETRY_SECONDS
    await ours.load()
    assert ours.settings_from(TokenSettings).token == "mended"
    clock.now += 1_000
    await ours.load()
    assert len(keeper.asked) == 2


async def test_who_breaks_off_leaves_the_secrets_to_the_next() -> None:
    keeper = Keeper({"TOKEN": "secret"})
    ours = environment(keeper, Time(), STORES)
    first, second = asyncio.create_task(ours.load()), asyncio.create_task(ours.load())
    await asyncio.sleep(0)
    first.cancel()
    await second
    assert first.cancelled()
    assert (ours.settings_from(TokenSettings).token, len(keeper.asked)) == ("secret", 2)
