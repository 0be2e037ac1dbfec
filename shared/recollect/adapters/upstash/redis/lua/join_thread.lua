-- Put items into a thread; answer its revision and, for each item, the part of it around the item.
-- KEYS: the thread, its revision, the state of the knowledge.
-- ARGV: how far "around" reaches, whether the revision changes in any case, how many join, for each
-- a place in time and an id; then the ids of others around which to look, too.
local reach, joining, changed = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[2])
local ids = {}
for at = 4, 2 * joining + 3, 2 do
  changed = changed + redis.call('ZADD', KEYS[1], 'CH', ARGV[at], ARGV[at + 1])
  ids[#ids + 1] = ARGV[at + 1]
end
for at = 2 * joining + 4, #ARGV do ids[#ids + 1] = ARGV[at] end
if changed > 0 then redis.call('INCR', KEYS[2]) end
redis.call('HSET', KEYS[3], 'has_turns', '1')
local answer = {redis.call('GET', KEYS[2]) or '0'}
for _, id in ipairs(ids) do
  local rank = redis.call('ZRANK', KEYS[1], id)
  answer[#answer + 1] = rank
    and redis.call('ZRANGE', KEYS[1], math.max(rank - reach, 0), rank + reach) or {}
end
return answer
