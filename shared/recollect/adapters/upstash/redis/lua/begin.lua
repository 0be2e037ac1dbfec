-- KEYS: once. ARGV: request hash, seconds. What is kept for an idempotency key: the hash of its
-- request and, once there is one, the answer behind it. "" when this request is the first.
local kept = redis.call('GET', KEYS[1])
if kept then return kept end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return ''
