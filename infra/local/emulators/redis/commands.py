"""Which commands the REST API runs, and which of them a read-only token may run."""

from typing import Final

from infra.local.emulators.tokens import Access

Command = tuple[bytes, ...]


def _names(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Commands that wait for another client, need a lasting connection, or administer a server: one
# request can do none of this. DUMP and RESTORE are here because fakeredis reads payloads with
# pickle: they would run a caller's code.
_UNAVAILABLE: Final = _names(
    """
    ACL ASKING AUTH BGREWRITEAOF BGSAVE BLMOVE BLMOVEM BLMPOP BLPOP BRPOP BRPOPLPUSH BZMPOP
    BZPOPMAX BZPOPMIN
    CLIENT CLUSTER CONFIG DEBUG DISCARD DUMP EXEC FAILOVER FCALL FCALL_RO FUNCTION HELLO LATENCY
    MIGRATE MODULE MONITOR MOVE MULTI OBJECT PSUBSCRIBE PSYNC PUNSUBSCRIBE QUIT READONLY READWRITE
    REPLICAOF RESET RESTORE SAVE SELECT SHUTDOWN SLAVEOF SLOWLOG SSUBSCRIBE SUBSCRIBE SUNSUBSCRIBE
    SWAPDB SYNC UNSUBSCRIBE UNWATCH WAIT WAITAOF WATCH
    """
)

_SCRIPTS: Final = frozenset({b"EVAL", b"EVALSHA"})

# SCAN and KEYS are missing: Upstash refuses them to read-only tokens, although they only read.
_READS: Final = _names(
    """
    BITCOUNT BITFIELD_RO BITPOS DBSIZE ECHO EXISTS EXPIRETIME GEODIST GEOHASH GEOPOS GEORADIUS_RO
    GEORADIUSBYMEMBER_RO GEOSEARCH GET GETBIT GETRANGE HEXISTS HEXPIRETIME HGET HGETALL HKEYS HLEN
    HMGET HPEXPIRETIME HPTTL HRANDFIELD HSCAN HSTRLEN HTTL HVALS JSON.ARRINDEX JSON.ARRLEN JSON.GET
    JSON.MGET JSON.OBJKEYS JSON.OBJLEN JSON.STRLEN JSON.TYPE LCS LINDEX LLEN LPOS LRANGE MGET
    PEXPIRETIME PFCOUNT PING PTTL RANDOMKEY SCARD SDIFF SINTER SINTERCARD SISMEMBER SMEMBERS
    SMISMEMBER SORT_RO SRANDMEMBER SSCAN STRLEN SUBSTR SUNION TIME TTL TYPE XINFO XLEN XPENDING
    XRANGE XREAD XREVRANGE ZCARD ZCOUNT ZDIFF ZINTER ZINTERCARD ZLEXCOUNT ZMSCORE ZRANDMEMBER
    ZRANGE ZRANGEBYLEX ZRANGEBYSCORE ZRANK ZREVRANGE ZREVRANGEBYLEX ZREVRANGEBYSCORE ZREVRANK
    ZSCAN ZSCORE ZUNION
    """
)


def refusal(command: Command, access: Access) -> str | None:
    """The reason why a command is not run, in Upstash's words; `None` means that it is run."""
    name = command[0].decode("utf-8", "replace")
    known_as = name.upper()
    if known_as in _UNAVAILABLE or _of_a_module(known_as) or _blocks(known_as, command):
        return f"ERR Command is not available: '{known_as}'"
    if access == "read-only" and known_as not in _READS:
        return (
            f"NOPERM this user has no permissions to run the '{name.lower()}' command"
            " or its subcommand"
        )
    return None


def possible_keys(command: Command) -> tuple[bytes, ...]:
    """The words of a command that may name keys it changes; for a script, the keys it declares."""
    name = command[0].upper()
    if name not in _SCRIPTS:
        return () if name.decode("utf-8", "replace") in _READS else command[1:]
    count = int(command[2]) if len(command) > 2 and command[2].isdigit() else 0  # noqa: PLR2004  # behind the script
    return command[3 : 3 + count]


def may_flush(command: Command) -> bool:
    """Whether a command may empty the database. EVALSHA may: its script is not known."""
    name = command[0].upper()
    script = command[1].lower() if name == b"EVAL" and len(command) > 1 else b""
    return name in {b"FLUSHALL", b"FLUSHDB", b"EVALSHA"} or b"flush" in script


def _of_a_module(name: str) -> bool:
    """Whether a command belongs to a module, such as TS.ADD: Upstash has no modules but JSON."""
    return "." in name and not name.startswith("JSON.")


def _blocks(name: str, command: Command) -> bool:
    """Whether a stream read wants to wait; BLOCK is an option only before the word STREAMS."""
    if name not in {"XREAD", "XREADGROUP"}:
        return False
    words = [word.upper() for word in command[1:]]
    options = words[: words.index(b"STREAMS")] if b"STREAMS" in words else words
    # XREADGROUP GROUP <group> <consumer>: a group may be called "block".
    return b"BLOCK" in (options[3:] if name == "XREADGROUP" else options)
