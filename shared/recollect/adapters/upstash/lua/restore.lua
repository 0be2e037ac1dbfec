-- KEYS: memory, the collection's deletions, conversation or "", list, then the memories that it was derived from.
-- ARGV: token, created_ms, id, at, actor, then three lists, each as its length and its items:
-- fields (field, value), voters (voter, vote), history (at, type, actor, details).
-- Begin an imported memory with what was exported; 0 when it existed before.
local memory, token, id, began = KEYS[1], ARGV[1], ARGV[3], 0
local at = 6
local function each(width, use)
  local count = tonumber(ARGV[at])
  for start = at + 1, at + count, width do use(start) end
  at = at + count + 1
end
if has_tombstone(memory) or not exists(memory) then
  began = 1
  clear(memory, id, KEYS[2])
  redis.call('HSET', memory, 'occurrences', 1)
  each(2, function(i) redis.call('HSET', memory, ARGV[i], ARGV[i + 1]) end)
  redis.call('HSET', memory, 'created_at', ARGV[2])
  enlist(memory, id, KEYS[4])
  derive(memory, 5)
  each(2, function(i) redis.call('HSET', part(memory, 'voters'), ARGV[i], ARGV[i + 1]) end)
  each(4, function(i) record(memory, ARGV[i], ARGV[i + 2], ARGV[i + 1], ARGV[i + 3]) end)
  record(memory, ARGV[4], ARGV[5], 'imported', '{}')
  join_conversation(memory, id, KEYS[3])
end
release(claim_on(memory), token)
return began
