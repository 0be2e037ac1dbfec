-- KEYS: memory, the collection's deletions, what the operation has deleted or "". ARGV: token, ms, id, condition: "",
-- "unfinished", or "at:" and a revision. Claim a memory and give it a tombstone; from now on it is gone for everybody
-- else. "busy" while somebody else holds it; "changed" when the condition does not hold, and nothing was done. An
-- operation deletes a memory once: the answer is what went then, and what was stored anew since stays.
local memory, deletions, token, id, condition = KEYS[1], KEYS[2], ARGV[1], ARGV[3], ARGV[4]
local function holds_true()
  if condition == 'unfinished' then return redis.call('SISMEMBER', deletions, id) == 1 end
  if condition == '' then return true end
  return 'at:' .. (redis.call('HGET', memory, 'revision') or '0') == condition
end
local went = KEYS[3] ~= '' and redis.call('HGET', KEYS[3], id)
if went then return went end
if not take(claim_on(memory), token, ARGV[2]) then return 'busy' end
if not holds_true() then
  release(claim_on(memory), token)
  return 'changed'
end
if exists(memory) then
  redis.call('HSET', memory, 'tombstone', '1')
  keep(memory)
end
redis.call('SET', part(memory, 'gone'), '1', 'EX', 60)
redis.call('SADD', deletions, id)
return 'begun'
