"""All keys of Upstash Redis, for who looks for somebody in what is kept under them."""

from collections.abc import Sequence
from typing import Any, Final

from recollect.adapters.upstash.redis import Command, RedisClient, Script, paired, reading_answers
from recollect.adapters.upstash.redis_memory_format import reword_script
from recollect.erasure.keyspace import HistoryEntry, KeptKey, Reading, Scrub, reading_of

_COMMANDS: Final[dict[Reading, Command]] = {
    "text": ["GET"],
    "fields": ["HGETALL"],
    "members": ["SMEMBERS"],
    "history": ["XRANGE"],
    "name": ["EXISTS"],
}
_WHOLE_HISTORY: Final = ("-", "+")


class RedisKeyspace:
    """The port `Keyspace` of `recollect.erasure`."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def page(self, cursor: str, limit: int) -> tuple[int, Sequence[KeptKey], str]:
        """About `limit` keys: how many, what is kept under some of them, and where it goes on."""
        (answer,) = await self._redis.pipeline(
            [["SCAN", cursor or "0", "COUNT", limit]], repeatable=True
        )
        with reading_answers():
            following, names = str(answer[0]), [str(each) for each in answer[1]]
        read = [(name, how) for name in names if (how := reading_of(name)) is not None]
        commands: list[Command] = [
            [*_COMMANDS[how], name, *(_WHOLE_HISTORY if how == "history" else ())]
            for name, how in read
        ]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with reading_answers():
            kept = [
                _kept(name, how, answer) for (name, how), answer in zip(read, answers, strict=True)
            ]
        return len(names), kept, "" if following == "0" else following

    async def scrub(self, scrubs: Sequence[Scrub]) -> None:
        """Do it; of what has changed or gone meanwhile, nothing."""
        commands = [command for each in scrubs for command in _commands(each)]
        await self._redis.pipeline(commands, repeatable=True)


def _kept(name: str, how: Reading, answer: Any) -> KeptKey:
    match how:
        case "text":
            return KeptKey(name, text=str(answer or ""))
        case "fields":
            return KeptKey(name, fields=paired(answer))
        case "members":
            return KeptKey(name, members=[str(each) for each in answer])
        case "history":
            return KeptKey(
                name, entries=[HistoryEntry(str(each[0]), paired(each[1])) for each in answer]
            )
        case "name":
            return KeptKey(name)


def _commands(scrub: Scrub) -> Sequence[Command]:
    if scrub.is_removed and scrub.kind == "directory":
        return [Script("forget_business", (scrub.name,), (), touches=None).command()]
    if scrub.is_removed:
        return [["DEL", scrub.name]]
    commands: list[Command] = []
    if scrub.fields or scrub.reworded:
        commands.append(reword_script(scrub.name, scrub.reworded, scrub.fields).command())
    if scrub.members:
        commands.append(["SREM", scrub.name, *scrub.members])
    if scrub.entries:
        told = [
            word
            for each in scrub.entries
            for word in (each.id, each.fields.get("actor", ""), each.fields.get("details", ""))
        ]
        commands.append(Script("rewrite_log", (scrub.name,), tuple(told)).command())
    return commands
