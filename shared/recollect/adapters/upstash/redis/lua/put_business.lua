-- KEYS: the entity, its name as an alias, then all that is to lead to it (aliases, channels).
-- ARGV: its context, who writes, "1" who may take over.
-- Whatever else led to it leads nowhere, unless another entity has taken it since.
-- {} when it is kept; the place of the first key that leads to what somebody else wrote, its writer and
-- its context, and then nothing was done.
local entity, writer, takes_over, wanted = KEYS[1], ARGV[2], ARGV[3], {}
for at, key in ipairs(KEYS) do
  local holder = at == 1 and entity or redis.call('GET', key)
  local by = holder and foreign_writer(holder, writer, takes_over)
  if by then return {at, by, redis.call('HGET', holder, 'context')} end
end
for at = 3, #KEYS do wanted[KEYS[at]] = true end
for former in string.gmatch(redis.call('HGET', entity, 'pointers') or '', '[^\n]+') do
  if not wanted[former] and redis.call('GET', former) == entity then redis.call('DEL', former) end
end
for at = 3, #KEYS do redis.call('SET', KEYS[at], entity) end
redis.call('HSET', entity, 'context', ARGV[1], 'pointers', table.concat(KEYS, '\n', 3), 'writer', writer)
return {}
