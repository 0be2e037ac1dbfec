-- KEYS: memory. ARGV: operation, at, actor, vote, voter or "", details, stamp. False when it is gone.
-- Of two votes of a voter the later one stands.
local memory, vote, voter, stamp = KEYS[1], ARGV[4], ARGV[5], ARGV[7]
local voters, voted_at = part(memory, 'voters'), part(memory, 'voted_at')
local function is_outdated() return voter ~= '' and is_later(redis.call('HGET', voted_at, voter), stamp) end
if is_gone(memory) then return false end
if first_time(ARGV[1]) and not is_outdated() then
  local before = voter ~= '' and redis.call('HGET', voters, voter)
  if voter ~= '' then redis.call('HSET', voted_at, voter, stamp) end
  if before ~= vote then
    if before then redis.call('HINCRBY', memory, before .. 's', -1) end
    if voter ~= '' then redis.call('HSET', voters, voter, vote) end
    redis.call('HINCRBY', memory, vote .. 's', 1)
    record(memory, ARGV[2], ARGV[3], 'voted', ARGV[6])
  end
end
return redis.call('HGETALL', memory)
