-- KEYS: memory. ARGV: operation, at, actor, authority, validated_ms. False when it is gone, '=own' when its writer
-- validates it, be it for others.
local memory = KEYS[1]
if is_gone(memory) then return false end
local judge = judge_of(ARGV[3], ARGV[4])
if has_written(memory, judge) then return '=own' end
if first_time(ARGV[1]) then
  advance(memory, 'validated_at', ARGV[5])
  redis.call('HSET', memory, 'state', 'active')
  prove(memory, judge, string.format('%015.0f', ARGV[5]))
  record(memory, ARGV[2], ARGV[3], 'validated', '{}')
end
return keep(memory)
