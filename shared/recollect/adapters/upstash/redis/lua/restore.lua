-- KEYS: memory, the collection's deletions, conversation or "", list, then what it supersedes, then the memories
-- that it was derived from.
-- ARGV: token, created_ms, id, at, actor, "1" if sensitive, how many it supersedes, from how many it was derived, the
-- state that its record has, then four lists, each as its length and its items: fields (field, value), voters (voter, vote), history (at, type, actor, details), further
-- conversations.
-- Begin an imported memory with what was exported; 0 when it existed before.
local memory, token, id, began = KEYS[1], ARGV[1], ARGV[3], 0
local at = 10
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
  -- Who judged it is not exported: the operator stands by it, unless nobody did.
  if redis.call('HEXISTS', memory, 'unproven') == 0 then
    redis.call('HSET', memory, 'supporters', OPERATOR .. '\n')
  end
  redis.call('HSETNX', memory, 'state', ARGV[9])
  enlist(memory, id, KEYS[4])
  relate(memory, id, ARGV[6], 5, tonumber(ARGV[7]), tonumber(ARGV[8]))
  each(2, function(i) redis.call('HSET', part(memory, 'voters'), ARGV[i], ARGV[i + 1]) end)
  each(4, function(i) record(memory, ARGV[i], ARGV[i + 2], ARGV[i + 1], ARGV[i + 3]) end)
  record(memory, ARGV[4], ARGV[5], 'imported', '{}')
  join_conversation(memory, id, KEYS[3])
  each(1, function(i) join_conversation(memory, id, ARGV[i]) end)
  local succeeded_at = redis.call('HGET', memory, 'succeeded_at')
  if succeeded_at then confirm(memory, 'before', succeeded_at) end
  note_imported_endings(memory)
  keep(memory)
end
release(claim_on(memory), token)
return began
