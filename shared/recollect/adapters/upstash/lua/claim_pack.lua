-- The kept pack, or else whether we may build it.
-- KEYS: the pack, its claim. ARGV: a claim's ms, the claimant.
local pack = redis.call('GET', KEYS[1])
if pack then return {pack, '0'} end
redis.call('SET', KEYS[2], ARGV[2], 'NX', 'PX', ARGV[1])
return {'', redis.call('GET', KEYS[2]) == ARGV[2] and '1' or '0'}
