-- KEYS: the entity. Forget it, and all that leads to it; what another entity has taken since stays.
local entity = KEYS[1]
for pointer in string.gmatch(redis.call('HGET', entity, 'pointers') or '', '[^\n]+') do
  if redis.call('GET', pointer) == entity then redis.call('DEL', pointer) end
end
redis.call('DEL', entity)
