-- A pack that is kept, and how many names lead to a customer. KEYS: the pack, the entity, the alias.
return {redis.call('GET', KEYS[1]), redis.call('EXISTS', KEYS[2], KEYS[3])}
