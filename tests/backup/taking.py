"""The backup function in a process of its own, with moto in place of Amazon S3.

`python -m tests.backup.taking FOLDER EVENT MILLISECONDS…` calls it with an event once for each
number of milliseconds, which is the time that Lambda leaves it, prints how many pages there are
after each call, and copies the pages to FOLDER.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

import boto3
from moto import mock_aws

from functions.take_backup.handler import lambda_handler
from tests.consuming import Context


def pages(client: Any, bucket: str) -> list[str]:
    """The names of all pages."""
    return [each["Key"] for each in client.list_objects_v2(Bucket=bucket).get("Contents", ())]


def main(folder: str, event: str, *milliseconds: str) -> None:
    """Take the backup once for each number of milliseconds."""
    bucket = os.environ["BACKUP_BUCKET"]
    with mock_aws():
        client = boto3.client("s3")
        client.create_bucket(Bucket=bucket)
        counts = []
        for each in milliseconds:
            lambda_handler(json.loads(event), Context(int(each)))
            counts.append(len(pages(client, bucket)))
        for name in pages(client, bucket):
            file = Path(folder) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(client.get_object(Bucket=bucket, Key=name)["Body"].read())
    sys.stdout.write(json.dumps(counts))


if __name__ == "__main__":
    main(*sys.argv[1:])
