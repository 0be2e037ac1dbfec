"""The environment variables of a function: those it has on AWS, with the platform's addresses."""

import os
from collections.abc import Mapping
from typing import Final

from infra.local.emulators.kubernetes import TOKEN as KUBERNETES_TOKEN
from infra.local.emulators.servicenow.credentials import Credentials
from infra.local.emulators.slack import TOKEN as SLACK_TOKEN
from infra.local.emulators.tokens import StoreTokens
from infra.local.emulators.vector.embedder_names import EmbedderName
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
"""The calibration of each embedding model by name; it says what the model's scores mean."""


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
    vector_token = TOKENS.read_only if function.stores == "read" else TOKENS.full
    return {
        "UPSTASH_VECTOR_REST_URL": f"{emulators}/upstash-vector",
        "UPSTASH_VECTOR_REST_TOKEN": vector_token,
        "UPSTASH_REDIS_REST_URL": f"{emulators}/upstash-redis/",
        "UPSTASH_REDIS_REST_TOKEN": TOKENS.full,
    }


def _aws(function: Function, emulators: str) -> dict[str, str]:
    return {
        "SECRETS": "",  # the caller's own secrets are in an AWS account
        "OPEN_API": "",  # `--auth` decides
        "TOKEN_ISSUER": "",  # the platform issues its tokens itself
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
    """Point to the emulated systems, except where the caller has set a URL, even an empty one."""
    variables: dict[str, str] = {}
    if "SERVICENOW_URL" not in callers:
        variables |= {
            "SERVICENOW_URL": f"{emulators}/servicenow",
            "SERVICENOW_USERNAME": SERVICENOW.username,
            "SERVICENOW_PASSWORD": SERVICENOW.password,
            # The caller's own client is for an instance whose URL is not set.
            "SERVICENOW_CLIENT_ID": "",
            "SERVICENOW_CLIENT_SECRET": "",
        }
    if "KUBERNETES_URL" not in callers:
        variables |= {
            "KUBERNETES_URL": f"{emulators}/kubernetes",
            "KUBERNETES_TOKEN": KUBERNETES_TOKEN,
        }
    return variables
