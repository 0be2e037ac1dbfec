-- KEYS: list, then the items' hashes. ARGV: who writes them or "", ms or "", then their places. Put items on the list,
-- each once. One that was on it was stored again, at so many ms.
for i = 2, #ARGV - 1 do
  local place, before = ARGV[i + 1], redis.call('HGET', KEYS[i], 'listed')
  if before and before ~= place then redis.call('ZREM', KEYS[1], before) end
  if before and ARGV[2] ~= '' then redis.call('HSET', KEYS[i], 'stored_again_at', ARGV[2]) end
  redis.call('ZADD', KEYS[1], 0, place)
  redis.call('HSET', KEYS[i], 'listed', place)
  if ARGV[1] ~= '' then redis.call('HSETNX', KEYS[i], 'writer', ARGV[1]) end
  keep(KEYS[i])
end
return #ARGV - 2
