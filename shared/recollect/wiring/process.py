"""What `recollect.serving` needs of this process, made when it is first asked for."""

from recollect.adapters.aws.sqs_dead_letters import SqsDeadLetters
from recollect.adapters.upstash.redis_answers import RedisAnswers
from recollect.core.measures import LogNote
from recollect.wiring.environment import (
    api_is_open,
    load_secrets,
    log_level,
    metrics_namespace,
    take_notes,
)
from recollect.wiring.stores import stores


class _Process:
    """The port `Process` of `recollect.serving.process`."""

    async def load_secrets(self) -> None:
        log_level()  # a wrong one is as good a reason to refuse a request
        await load_secrets()

    def log_level(self) -> str:
        return log_level()

    def metrics_namespace(self) -> str:
        return metrics_namespace()

    def take_notes(self) -> list[LogNote]:
        return take_notes()

    def api_is_open(self) -> bool:
        return api_is_open()

    def kept_answers(self) -> RedisAnswers:
        return RedisAnswers(stores().redis)

    def dead_letters(self) -> SqsDeadLetters:
        settings = stores().settings
        return SqsDeadLetters(settings.dead_letter_queue_url, settings.store_timeout)


process = _Process()
