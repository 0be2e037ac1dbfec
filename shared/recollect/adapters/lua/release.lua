-- KEYS: memory. ARGV: token.
local claim = part(KEYS[1], 'claim')
if redis.call('GET', claim) == ARGV[1] then redis.call('DEL', claim) end
return 0
