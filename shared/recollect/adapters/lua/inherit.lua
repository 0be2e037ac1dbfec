-- KEYS: memory, conversation or "". ARGV: token, created_ms, id, at, actor, then three lists, each as
-- its length and its items: standing (field, value), voters (voter, vote),
-- history (at, type, actor, details).
-- Begin an imported memory with what it brings; 0 when it had begun before.
local memory, began = KEYS[1], 0
if redis.call('HSETNX', memory, 'created_at', ARGV[2]) == 1 then
  began = 1
  local at = 6
  local function take(width, use)
    local count = tonumber(ARGV[at])
    for start = at + 1, at + count, width do use(start) end
    at = at + count + 1
  end
  redis.call('DEL', part(memory, 'gone'))
  redis.call('HSETNX', memory, 'occurrences', 1)
  take(2, function(i) redis.call('HSET', memory, ARGV[i], ARGV[i + 1]) end)
  redis.call('HSET', memory, 'created_at', ARGV[2])
  take(2, function(i) redis.call('HSET', part(memory, 'voters'), ARGV[i], ARGV[i + 1]) end)
  take(4, function(i) record(memory, ARGV[i], ARGV[i + 2], ARGV[i + 1], ARGV[i + 3]) end)
  record(memory, ARGV[4], ARGV[5], 'imported', '{}')
  if KEYS[2] ~= '' then
    redis.call('SADD', KEYS[2], ARGV[3])
    redis.call('SADD', part(memory, 'conversations'), KEYS[2])
  end
end
if redis.call('GET', part(memory, 'claim')) == ARGV[1] then redis.call('DEL', part(memory, 'claim')) end
return began
