-- KEYS: a hash. ARGV: for each field its name, what it says and what it is to say. Who has said something else
-- meanwhile is not written over.
for at = 1, #ARGV, 3 do
  if redis.call('HGET', KEYS[1], ARGV[at]) == ARGV[at + 1] then redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 2]) end
end
