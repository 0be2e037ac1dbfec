"""A process that counts votes in a journalled store until it is killed, and prints every answer."""

import itertools
import sys
from pathlib import Path

from infra.local.emulators.redis.stores import InProcessRedis

VOTE = b"""
redis.call('XADD', KEYS[2], '*', 'voter', ARGV[1])
return redis.call('HINCRBY', KEYS[1], 'upvotes', 1)
"""

if __name__ == "__main__":
    store = InProcessRedis(Path(sys.argv[1]))
    for voter in itertools.count():
        print(store.run((b"EVAL", VOTE, b"2", b"memory", b"log", b"%d" % voter)), flush=True)  # noqa: T201 - the answer, for the parent process
