-- KEYS: memory. ARGV: revision, at, actor, archived_ms. Archive a memory as it is at this revision; false when it has
-- changed, is gone or is archived already.
local memory = KEYS[1]
if is_gone(memory) or not exists(memory) or is_archived(memory) then return false end
if (redis.call('HGET', memory, 'revision') or '0') ~= ARGV[1] then return false end
redis.call('HSET', memory, 'archived_at', ARGV[4])
record(memory, ARGV[2], ARGV[3], 'archived', '{}')
return keep(memory)
