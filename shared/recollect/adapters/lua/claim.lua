-- KEYS: memory. ARGV: token, ms. Ask to be the one that adds the record.
local claim = part(KEYS[1], 'claim')
local free = redis.call('SET', claim, ARGV[1], 'NX', 'PX', ARGV[2])
if not free and redis.call('GET', claim) ~= ARGV[1] then return 'busy' end
if redis.call('HEXISTS', KEYS[1], 'created_at') == 1 then return 'regranted' end
return 'granted'
