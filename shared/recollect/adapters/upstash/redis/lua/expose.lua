-- KEYS: what a run was shown, then the memories. ARGV: actor, "1" who relays, now_ms, oldest_ms, seconds, then of each
-- memory its side ("shown" or "withheld"), the probability of being shown, and its rank, as one text. "!" when the
-- run is somebody else's, and then nothing was done. What a run was told first stands.
local exposures = KEYS[1]
if is_foreign(exposures, ARGV[1], ARGV[2]) then return '!' end
redis.call('HSETNX', exposures, OPENER, ARGV[1])
for i = 2, #ARGV - 4 do
  if exists(KEYS[i]) and not is_gone(KEYS[i]) and redis.call('HSETNX', exposures, KEYS[i], ARGV[i + 4]) == 1 then
    local exposed_in = part(KEYS[i], 'exposed_in')
    redis.call('ZREMRANGEBYSCORE', exposed_in, '-inf', ARGV[4])
    redis.call('ZADD', exposed_in, ARGV[3], exposures)
    redis.call('EXPIRE', exposed_in, ARGV[5])
  end
end
redis.call('EXPIRE', exposures, ARGV[5])
return ''
