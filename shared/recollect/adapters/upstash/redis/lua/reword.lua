-- KEYS: a hash, then what is kept of it in one text, if anything is. ARGV: how many fields are removed, those, then for each
-- field that is reworded its name, what it says and what it is to say. Who has said something else meanwhile is not
-- written over.
local removed = tonumber(ARGV[1])
for at = 2, removed + 1 do redis.call('HDEL', KEYS[1], ARGV[at]) end
for at = removed + 2, #ARGV, 3 do
  if redis.call('HGET', KEYS[1], ARGV[at]) == ARGV[at + 1] then redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 2]) end
end
if KEYS[2] then keep(KEYS[1]) end
