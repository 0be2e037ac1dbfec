"""Calls AWS's services through boto3, with Recollect's own time limits and errors.

boto3 takes 130 ms to import and is rarely needed, so it is imported only on first use.
"""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from recollect.adapters.http.retries import within
from recollect.core.errors import StoreRefused, StoreTimeout, StoreUnavailable
from recollect.core.stopwatch import outside_call

Answer = TypeVar("Answer")


def new_client(service: str, timeout: float, region: str | None = None) -> Any:
    """A boto3 client that does not retry.

    `timeout` is in seconds: so long to connect, and again so long for the answer. Without a
    `region`, boto3 looks for one in its own configuration.
    """
    import boto3  # noqa: PLC0415  # see above
    from botocore.config import Config  # noqa: PLC0415  # see above

    limits = Config(
        connect_timeout=timeout,
        read_timeout=timeout,
        retries={"total_max_attempts": 1, "mode": "standard"},
    )
    # A session of its own: boto3's default session is not safe to use from several threads.
    return boto3.session.Session(region_name=region).client(service, config=limits)


async def in_thread(store: str, seconds: float, call: Callable[[], Answer]) -> Answer:
    """Call boto3 outside the event loop; `seconds` is its client's timeout. Raises StoreError."""
    with outside_call(store):
        # As long as the client itself may take (connect and answer): a thread cannot be stopped.
        async with within(store, 2 * seconds):
            return await asyncio.to_thread(_with_our_errors, store, call)


def _with_our_errors(store: str, call: Callable[[], Answer]) -> Answer:
    from botocore.exceptions import (  # noqa: PLC0415  # see above
        BotoCoreError,
        ClientError,
        ConnectTimeoutError,
        ReadTimeoutError,
    )
    from botocore.parsers import ResponseParserError  # noqa: PLC0415  # see above

    try:
        return call()
    except (ConnectTimeoutError, ReadTimeoutError):
        raise StoreTimeout(store, "did not answer in time") from None
    except ClientError as error:
        code = error.response.get("Error", {}).get("Code", "unknown")
        raise StoreUnavailable(store, f"did not accept ({code})") from None
    except BotoCoreError as error:
        raise StoreUnavailable(store, f"was not reached ({type(error).__name__})") from None
    # botocore does not check that an answer has the shape that AWS's answers have.
    except (ResponseParserError, AttributeError, LookupError, TypeError, ValueError):
        raise StoreRefused(store, "answered outside its protocol") from None
