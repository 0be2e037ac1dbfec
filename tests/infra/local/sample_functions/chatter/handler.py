"""Writes to everything that could corrupt the protocol, and reads from it."""

import os
import subprocess
import sys

from infra.local.worker import LambdaContext

print("imported")  # noqa: T201 - this is what it is for


def lambda_handler(_: object, __: LambdaContext) -> dict[str, object]:
    print('{"result": "printed"}')  # noqa: T201 - as above
    os.write(1, b'{"result": "written"}\n')
    subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
    return {"read": sys.stdin.read(), "text": "Grüße 🙂 \ud83d \u2028 end"}
