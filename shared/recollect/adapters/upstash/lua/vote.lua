-- KEYS: memory. ARGV: operation, at, actor, vote, voter or "", details. False when it is gone.
local memory, vote, voter = KEYS[1], ARGV[4], ARGV[5]
if is_gone(memory) then return false end
if first_time(ARGV[1]) then
  local before = voter ~= '' and redis.call('HGET', part(memory, 'voters'), voter)
  if before ~= vote then
    if before then redis.call('HINCRBY', memory, before .. 's', -1) end
    if voter ~= '' then redis.call('HSET', part(memory, 'voters'), voter, vote) end
    redis.call('HINCRBY', memory, vote .. 's', 1)
    record(memory, ARGV[2], ARGV[3], 'voted', ARGV[6])
  end
end
return redis.call('HGETALL', memory)
