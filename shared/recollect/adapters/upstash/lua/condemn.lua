-- KEYS: memory, the collection's doomed. ARGV: token, ms, id, condition: "", "again", or "at:" and a
-- revision. Claim a memory in order to remove it; from now on it is gone for everybody else.
-- "busy" while somebody else holds it; "moved" when the condition does not hold, and nothing was done.
local memory, doomed, token, id, condition = KEYS[1], KEYS[2], ARGV[1], ARGV[3], ARGV[4]
local function holds_true()
  if condition == 'again' then return redis.call('SISMEMBER', doomed, id) == 1 end
  if condition == '' then return true end
  return 'at:' .. (redis.call('HGET', memory, 'revision') or '0') == condition
end
if not take(memory, token, ARGV[2]) then return 'busy' end
if not holds_true() then
  let_go(memory, token)
  return 'moved'
end
if exists(memory) then redis.call('HSET', memory, 'condemned', '1') end
redis.call('SET', part(memory, 'gone'), '1', 'EX', 60)
redis.call('SADD', doomed, id)
return 'condemned'
