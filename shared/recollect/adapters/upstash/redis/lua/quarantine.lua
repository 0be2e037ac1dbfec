-- KEYS: memory. ARGV: at, actor. Put into quarantine what was derived from what is retracted; its fields and what was
-- derived from it in turn. False when it is gone.
local memory = KEYS[1]
if is_gone(memory) or not exists(memory) then return false end
if redis.call('HGET', memory, 'state') ~= 'quarantined' then
  redis.call('HSET', memory, 'state', 'quarantined')
  record(memory, ARGV[1], ARGV[2], 'quarantined', '{"reason": "derived from what was retracted"}')
end
return {keep(memory), redis.call('SMEMBERS', part(memory, 'derived'))}
