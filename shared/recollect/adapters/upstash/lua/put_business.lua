-- KEYS: the entity, then all that is to lead to it (aliases, channels). ARGV: its context.
-- Whatever else led to it leads nowhere, unless another entity has taken it since.
local entity, wanted = KEYS[1], {}
for at = 2, #KEYS do wanted[KEYS[at]] = true end
for former in string.gmatch(redis.call('HGET', entity, 'pointers') or '', '[^\n]+') do
  if not wanted[former] and redis.call('GET', former) == entity then redis.call('DEL', former) end
end
for at = 2, #KEYS do redis.call('SET', KEYS[at], entity) end
redis.call('HSET', entity, 'context', ARGV[1], 'pointers', table.concat(KEYS, '\n', 2))
return 1
