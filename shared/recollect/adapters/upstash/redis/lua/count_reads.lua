-- KEYS: the set of what somebody has read on a day, then the hash of counts of each item.
-- ARGV: seconds to keep the set, then the ids of the items. The same once more changes nothing.
for place = 2, #ARGV do
  if redis.call('SADD', KEYS[1], ARGV[place]) == 1 then
    redis.call('HINCRBY', KEYS[place], 'reads', 1)
    keep(KEYS[place])
  end
end
return redis.call('EXPIRE', KEYS[1], ARGV[1])
