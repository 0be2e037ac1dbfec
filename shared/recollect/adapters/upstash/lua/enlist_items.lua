-- KEYS: list, then the items' hashes. ARGV: who wrote them, then their places. Put items on the list, each once.
for i = 2, #KEYS do
  local before = redis.call('HGET', KEYS[i], 'listed')
  if before and before ~= ARGV[i] then redis.call('ZREM', KEYS[1], before) end
  redis.call('ZADD', KEYS[1], 0, ARGV[i])
  redis.call('HSET', KEYS[i], 'listed', ARGV[i])
  if ARGV[1] ~= '' then redis.call('HSETNX', KEYS[i], 'writer', ARGV[1]) end
end
return #KEYS - 1
