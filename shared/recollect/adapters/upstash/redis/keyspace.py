"""Walks through all keys of Upstash Redis, for erasures: to find, mask and remove personal data."""

from collections.abc import Sequence
from typing import Final

from recollect.adapters.upstash.redis.client import Command, RedisAdapter, Script, translated_errors
from recollect.adapters.upstash.redis.kept import (
    KeyForm,
    kept_under,
    project_of,
    reading_of,
    run_of,
)
from recollect.adapters.upstash.redis.memory_format import reword_script
from recollect.erasure.kept import KeptUnderKey, OwnKeys, Scrub

_COMMANDS: Final[dict[KeyForm, Command]] = {
    "text": ["GET"],
    "fields": ["HGETALL"],
    "members": ["SMEMBERS"],
    "history": ["XRANGE"],
    "name": ["EXISTS"],
}
_WHOLE_HISTORY: Final = ("-", "+")


class RedisKeyspace(RedisAdapter):
    """The port `Keyspace` of `recollect.erasure`."""

    async def page(self, cursor: str, limit: int) -> tuple[int, Sequence[KeptUnderKey], str]:
        """About `limit` keys: their number, what may name somebody in them, and the next cursor."""
        names, following = await self._names(cursor, limit)
        read = [(name, form) for name in names if (form := reading_of(name)) is not None]
        commands: list[Command] = [
            [*_COMMANDS[form], name, *(_WHOLE_HISTORY if form == "history" else ())]
            for name, form in read
        ]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with translated_errors():
            kept = [
                kept_under(name, form, answer)
                for (name, form), answer in zip(read, answers, strict=True)
            ]
        return len(names), kept, following

    async def names(self, cursor: str, limit: int) -> tuple[int, OwnKeys, str]:
        """About `limit` keys: their number, whose their names say they are, the next cursor."""
        names, following = await self._names(cursor, limit)
        owned = [(name, project) for name in names if (project := project_of(name)) is not None]
        runs = [run for name in names if (run := run_of(name)) is not None]
        return len(names), OwnKeys(owned, runs), following

    async def _names(self, cursor: str, limit: int) -> tuple[Sequence[str], str]:
        (answer,) = await self._redis.pipeline(
            [["SCAN", cursor or "0", "COUNT", limit]], repeatable=True
        )
        with translated_errors():
            following, names = str(answer[0]), [str(each) for each in answer[1]]
        return names, "" if following == "0" else following

    async def scrub(self, scrubs: Sequence[Scrub]) -> None:
        """Apply the changes to each key, but none to what has changed or gone since it was read."""
        commands = [command for each in scrubs for command in _commands(each)]
        await self._redis.pipeline(commands, repeatable=True)


def _commands(scrub: Scrub) -> Sequence[Command]:
    if scrub.is_removed and scrub.kind == "directory":
        return [Script("forget_business", (scrub.key,), (), touches=None).command()]
    if scrub.is_removed:
        return [["DEL", scrub.key]]
    commands: list[Command] = []
    if scrub.fields or scrub.reworded:
        commands.append(reword_script(scrub.key, scrub.reworded, scrub.fields).command())
    if scrub.members:
        commands.append(["SREM", scrub.key, *scrub.members])
    if scrub.entries:
        words = [word for each in scrub.entries for word in (each.id, each.actor, each.details)]
        commands.append(Script("rewrite_log", (scrub.key,), tuple(words)).command())
    return commands
