"""When secrets are fetched, and what happens if they do not make valid settings."""

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
    """A clock that the test sets."""

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


async def test_without_names_of_secrets_nothing_is_fetched() -> None:
    keeper = Keeper(GONE)
    ours = environment(keeper, Time(), TOKEN="variable")
    await ours.load()
    assert (ours.settings_from(TokenSettings).token, keeper.asked) == ("variable", [])
    with pytest.raises(ConfigurationError, match=r"^TOKEN is not set$"):
        environment(keeper, Time()).settings_from(TokenSettings)


async def test_a_secret_overrides_a_variable() -> None:
    keeper = Keeper({"TOKEN": "secret"})
    ours = environment(keeper, Time(), STORES, "other", TOKEN="variable", LEFT="as-it-is")
    await ours.load()
    assert ours.settings_from(TokenSettings) == TokenSettings(token="secret", left="as-it-is")
    assert keeper.asked == [(STORES, "other")]


async def test_secrets_are_fetched_once_for_all_callers_at_any_time() -> None:
    keeper, clock = Keeper({"TOKEN": "secret"}), Time()
    ours = environment(keeper, clock, STORES)
    await asyncio.gather(*(ours.load() for _ in range(100)))
    clock.now += 1_000_000
    await ours.load()
    assert len(keeper.asked) == 1


@each_case("error", [GONE, StoreTimeout("secretsmanager", "did not answer in time")])
async def test_a_failure_is_shared_for_five_seconds_and_then_the_secret_is_fetched_again(
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


async def test_refused_secrets_are_fetched_again_once_for_all_callers_that_were_refused() -> None:
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


async def test_the_old_secrets_stay_if_they_cannot_be_fetched_again() -> None:
    keeper = Keeper({"TOKEN": "old"})
    ours = environment(keeper, Time(), STORES)
    await ours.load()
    keeper.held = GONE
    with pytest.raises(ConfigurationError):
        await ours.renew()
    await ours.load()
    assert ours.settings_from(TokenSettings).token == "old"
    assert not await environment(Keeper(GONE), Time()).renew()  # where there are no secrets


async def test_the_traceback_of_a_shared_failure_does_not_grow() -> None:
    ours = environment(Keeper(GONE), Time(), STORES)
    depths = []
    for _ in range(3):
        with pytest.raises(ConfigurationError) as caught:
            await ours.load()
        depths.append(len(caught.traceback))
    assert depths[0] == depths[1] == depths[2]


@each_case("held", [{}, {"TOKEN": ""}, {"TOKEN": "two words"}])
async def test_an_error_in_settings_names_the_secrets_that_were_read(
    held: Mapping[str, str],
) -> None:
    ours = environment(Keeper(held), Time(), STORES, "other")
    await ours.load()
    with pytest.raises(ConfigurationError, match=rf"^TOKEN .+ \(secrets: {STORES}, other\)$"):
        ours.settings_from(TokenSettings)


async def test_secrets_with_invalid_settings_are_fetched_again_after_five_seconds() -> None:
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


async def test_a_cancelled_caller_leaves_fetching_the_secrets_to_the_next() -> None:
    keeper = Keeper({"TOKEN": "secret"})
    ours = environment(keeper, Time(), STORES)
    first, second = asyncio.create_task(ours.load()), asyncio.create_task(ours.load())
    await asyncio.sleep(0)
    first.cancel()
    await second
    assert first.cancelled()
    assert (ours.settings_from(TokenSettings).token, len(keeper.asked)) == ("secret", 2)
