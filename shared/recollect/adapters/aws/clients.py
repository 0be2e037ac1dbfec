"""AWS's services through boto3, with limits and errors of our own.

boto3 takes 130 ms to import and is needed rarely, so it is imported where it is first used.
"""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from recollect.adapters.http.retries import within
from recollect.core.errors import StoreRefused, StoreTimeout, StoreUnavailable
from recollect.core.stopwatch import outside_call

Answer = TypeVar("Answer")


def new_client(service: str, timeout: float, region: str | None = None) -> Any:
    """A client that tries once. `timeout` is in seconds: to connect, and again to be answered.

    Without a `region`, boto3 finds one.
    """
    import boto3  # noqa: PLC0415  # see above
    from botocore.config import Config  # noqa: PLC0415  # see above

    limits = Config(
        connect_timeout=timeout,
        read_timeout=timeout,
        retries={"total_max_attempts": 1, "mode": "standard"},
    )
    # A session of its own: the one that boto3 shares is not for several threads.
    return boto3.session.Session(region_name=region).client(service, config=limits)


async def in_thread(store: str, seconds: float, call: Callable[[], Answer]) -> Answer:
    """Call boto3 outside the event loop; `seconds` is its client's timeout. Raises StoreError."""
    with outside_call(store):
        # As long as the client itself may take, for a thread cannot be stopped.
        async with within(store, 2 * seconds):
            return await asyncio.to_thread(_translated, store, call)


def _translated(store: str, call: Callable[[], Answer]) -> Answer:
    from botocore.exceptions import (  # noqa: PLC0415  # see above
        BotoCoreError,
        ClientError,
        ConnectTimeoutError,
        ReadTimeoutError,
    )
    from botocore.parsers import ResponseParserError  # noqa: PLC0415  # see above

    try:
        return call()
    except (ConnectTimeoutError, ReadTimeoutError) as error:
        raise StoreTimeout(store, "did not answer in time") from error
    except ClientError as error:
        code = error.response.get("Error", {}).get("Code", "unknown")
        raise StoreUnavailable(store, f"did not accept ({code})") from error
    except BotoCoreError as error:
        raise StoreUnavailable(store, f"was not reached ({type(error).__name__})") from error
    # botocore reads an answer as if it could only be one of AWS.
    except (ResponseParserError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise StoreRefused(store, "answered outside its protocol") from error
