-- KEYS: memory. ARGV: operation, at, actor, restored_ms. Bring an archived memory back, in the state that it had;
-- false when it is gone.
local memory = KEYS[1]
if is_gone(memory) or not exists(memory) then return false end
if first_time(ARGV[1]) and is_archived(memory) then
  unarchive(memory, ARGV[4])
  record(memory, ARGV[2], ARGV[3], 'restored', '{}')
end
return redis.call('HGETALL', memory)
