-- KEYS: memory. ARGV: operation, at, actor, validated_ms. False when it is gone.
local memory = KEYS[1]
if is_gone(memory) then return false end
if first_time(ARGV[1]) then
  advance(memory, 'validated_at', ARGV[4])
  redis.call('HSET', memory, 'state', 'active')
  record(memory, ARGV[2], ARGV[3], 'validated', '{}')
end
return redis.call('HGETALL', memory)
