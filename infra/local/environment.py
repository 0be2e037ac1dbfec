"""The environment of a function: what it would have on AWS, with the platform's addresses."""

import os
from collections.abc import Mapping
from typing import Final

from infra.local.emulators.kubernetes import TOKEN as KUBERNETES_TOKEN
from infra.local.emulators.servicenow.credentials import Credentials
from infra.local.emulators.slack import TOKEN as SLACK_TOKEN
from infra.local.emulators.tokens import StoreTokens
from infra.local.emulators.vector.embedders import EmbedderName
from infra.local.event_api import BUS_NAME
from infra.local.options import PlatformOptions
from infra.local.worker import REGION
from infra.routes import Function

TOKENS: Final = StoreTokens()
SERVICENOW: Final = Credentials()
DEAD_LETTER_QUEUE: Final = "recollect-dead-letters"

CALIBRATIONS: Mapping[EmbedderName, str] = {
    "hashed": "hashed",
    "minilm": "all-MiniLM-L6-v2",
    "bge-small": "bge-small-en-v1.5",
}
"""What the numbers of the embedding models mean, by the names of calibrations."""


def environment(function: Function, base_url: str, options: PlatformOptions) -> dict[str, str]:
    """Give the environment that a function would have on AWS, with this platform's addresses.

    Variables of the caller, such as feature flags, reach the function; those of the caller's
    own AWS account do not.
    """
    callers = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    emulators = f"{base_url}/_emulators"
    return {
        "RELEVANCE_CALIBRATION": CALIBRATIONS[options.embedder],
        "SCS_OPA_URL": f"{emulators}/opa",  # the caller's own may be empty: no OPA
        "SLACK_API_URL": f"{emulators}/slack/api",
        "SLACK_BOT_TOKEN": SLACK_TOKEN,  # the caller's own may be empty: no Slack
        "EVENT_MAX_AGE_MS": "2000",  # the bus of a laptop does not wait minutes
        "MICROSOFT_LEARN_URL": f"{emulators}/learn",  # the caller's own may be empty: no search
        **callers,
        **_systems(callers, emulators),
        "no_proxy": _no_proxy(callers),
        **_stores(function, emulators),
        **_aws(function, emulators),
        **options.extra_environment,
    }


def _no_proxy(callers: Mapping[str, str]) -> str:
    own = callers.get("no_proxy") or callers.get("NO_PROXY")
    return f"{own},127.0.0.1,::1" if own else "127.0.0.1,::1"


def _stores(function: Function, emulators: str) -> dict[str, str]:
    if function.stores == "none":
        return {}
    of_index = TOKENS.read_only if function.stores == "read" else TOKENS.full
    return {
        "UPSTASH_VECTOR_REST_URL": f"{emulators}/upstash-vector",
        "UPSTASH_VECTOR_REST_TOKEN": of_index,
        "UPSTASH_REDIS_REST_URL": f"{emulators}/upstash-redis/",
        "UPSTASH_REDIS_REST_TOKEN": TOKENS.full,
    }


def _aws(function: Function, emulators: str) -> dict[str, str]:
    return {
        "SECRETS": "",  # those of the caller are in an account of AWS
        "OPEN_API": "",  # `--auth` decides
        "TOKEN_ISSUER": "",  # who starts the platform issues them
        "DEAD_LETTER_QUEUE_URL": f"{emulators}/sqs/queue/{DEAD_LETTER_QUEUE}",
        "EVENT_BUS_NAME": BUS_NAME,
        "AWS_ENDPOINT_URL_SQS": f"{emulators}/sqs/",
        "AWS_ENDPOINT_URL_EVENTBRIDGE": f"{emulators}/eventbridge/",
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_SECRET_ACCESS_KEY": "local",
        "AWS_LAMBDA_FUNCTION_NAME": function.name,
        "POWERTOOLS_SERVICE_NAME": function.name,
    }


def _systems(callers: Mapping[str, str], emulators: str) -> dict[str, str]:
    """Point to the emulated systems; a URL of the caller comes first, an empty one is none."""
    variables: dict[str, str] = {}
    if "SERVICENOW_URL" not in callers:
        variables |= {
            "SERVICENOW_URL": f"{emulators}/servicenow",
            "SERVICENOW_USERNAME": SERVICENOW.username,
            "SERVICENOW_PASSWORD": SERVICENOW.password,
            # Those of the caller are for no instance that we know of.
            "SERVICENOW_CLIENT_ID": "",
            "SERVICENOW_CLIENT_SECRET": "",
        }
    if "KUBERNETES_URL" not in callers:
        variables |= {
            "KUBERNETES_URL": f"{emulators}/kubernetes",
            "KUBERNETES_TOKEN": KUBERNETES_TOKEN,
        }
    return variables
