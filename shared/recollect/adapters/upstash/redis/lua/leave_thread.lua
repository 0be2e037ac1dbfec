-- KEYS: the thread, its revision. ARGV: ids. Take items out of a thread; who is at it looks again.
if redis.call('ZREM', KEYS[1], unpack(ARGV)) > 0 then redis.call('INCR', KEYS[2]) end
return redis.call('ZCARD', KEYS[1])
