-- KEYS: a claim. ARGV: token, ms. Whose it is: of whoever has it, else from now on of who asks.
local holder = redis.call('GET', KEYS[1])
if holder then return holder end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
