-- KEYS: a hash of counts. ARGV: operation, seconds to keep the hash, then names and numbers in turn.
if not first_time(ARGV[1]) then return 0 end
for each = 3, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[each], ARGV[each + 1]) end
return redis.call('EXPIRE', KEYS[1], ARGV[2])
