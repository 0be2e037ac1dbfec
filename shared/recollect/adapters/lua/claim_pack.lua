-- The kept pack, or else whether we may build it. KEYS: the pack, its claim. ARGV: a claim's ms.
local pack = redis.call('GET', KEYS[1])
if pack then return {pack, '0'} end
return {'', redis.call('SET', KEYS[2], '1', 'NX', 'PX', ARGV[1]) and '1' or '0'}
