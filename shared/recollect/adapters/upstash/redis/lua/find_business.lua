-- The first context that is found. KEYS: the channel, the entity, the alias; "" is not asked for.
local function context(entity)
  return entity and entity ~= '' and redis.call('HGET', entity, 'context')
end
local function target(pointer) return pointer ~= '' and redis.call('GET', pointer) end
return context(target(KEYS[1])) or context(KEYS[2]) or context(target(KEYS[3]))
