-- Put items into a thread; answer its revision and, for each item, the part of it around the item.
-- KEYS: the thread, its revision, the state of the knowledge.
-- ARGV: how far "around" reaches, then pairs of a place in time and an id.
local reach, changed = tonumber(ARGV[1]), 0
for at = 2, #ARGV, 2 do
  changed = changed + redis.call('ZADD', KEYS[1], 'CH', ARGV[at], ARGV[at + 1])
end
if changed > 0 then redis.call('INCR', KEYS[2]) end
redis.call('HSET', KEYS[3], 'has_turns', '1')
local answer = {redis.call('GET', KEYS[2]) or '0'}
for at = 2, #ARGV, 2 do
  local rank = redis.call('ZRANK', KEYS[1], ARGV[at + 1])
  answer[#answer + 1] = redis.call('ZRANGE', KEYS[1], math.max(rank - reach, 0), rank + reach)
end
return answer
