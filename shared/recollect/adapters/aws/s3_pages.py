"""Pages of a backup in a bucket (Amazon S3)."""

from collections.abc import Callable
from typing import Any, Final

from recollect.adapters.aws.clients import Answer, in_thread, new_client
from recollect.backup.errors import PageTaken
from recollect.backup.page import page_name, page_number

STORE: Final = "s3"
# The page exists already, or somebody else is writing it right now.
_TAKEN: Final = frozenset({"PreconditionFailed", "ConditionalRequestConflict"})


class S3Pages:
    """The port `BackupPages` of `recollect.backup`. `timeout` is in seconds, for each call.

    Encryption and retention of the pages are settings of the bucket.
    """

    def __init__(self, bucket: str, prefix: str, timeout: float) -> None:
        self._bucket = bucket
        self._folder = f"{prefix.strip('/')}/".lstrip("/")
        self._timeout = timeout
        self._client: Any = None

    async def last(self) -> int:
        """The highest number of a page in the bucket, 0 if there is none."""
        return await self._call(self._last)

    async def get(self, number: int) -> bytes | None:
        """The content of a page, or None if the bucket does not have it."""
        return await self._call(lambda client: self._get(client, number))

    async def put(self, number: int, content: bytes) -> None:
        """Write a page, whole or not at all. Raises PageTaken if it exists already."""
        await self._call(lambda client: self._put(client, number, content))

    async def _call(self, call: Callable[[Any], Answer]) -> Answer:
        return await in_thread(STORE, self._timeout, lambda: call(self._connected()))

    def _connected(self) -> Any:
        # Pages are read and written one after the other: no two threads use the client at once.
        self._client = self._client or new_client(STORE, self._timeout)
        return self._client

    def _key(self, number: int) -> str:
        return f"{self._folder}{page_name(number)}"

    def _get(self, client: Any, number: int) -> bytes | None:
        try:
            answer = client.get_object(Bucket=self._bucket, Key=self._key(number))
        except client.exceptions.NoSuchKey:
            return None
        return bytes(answer["Body"].read())

    def _put(self, client: Any, number: int, content: bytes) -> None:
        try:
            client.put_object(
                Bucket=self._bucket, Key=self._key(number), Body=content, IfNoneMatch="*"
            )
        except client.exceptions.ClientError as error:
            if error.response["Error"]["Code"] in _TAKEN:
                raise PageTaken(number) from error
            raise

    def _last(self, client: Any) -> int:
        listed = client.get_paginator("list_objects_v2").paginate(
            Bucket=self._bucket, Prefix=self._folder
        )
        names = (entry["Key"] for page in listed for entry in page.get("Contents", ()))
        return max((page_number(name.removeprefix(self._folder)) for name in names), default=0)
