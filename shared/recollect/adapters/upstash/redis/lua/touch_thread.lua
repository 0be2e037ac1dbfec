-- KEYS: the thread. ARGV: at, messages, case number or "", seconds to keep it.
-- Times sort as text. Only what is new is an update, so the same once more changes nothing.
local thread, at, messages, number = KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3]
local is_new = redis.call('HSETNX', thread, 'detected_at', at) == 1
if is_new then redis.call('HSET', thread, 'message_count', ARGV[2]) end
if messages > tonumber(redis.call('HGET', thread, 'message_count')) then
  redis.call('HSET', thread, 'message_count', ARGV[2])
  is_new = true
end
if number ~= '' and redis.call('HGET', thread, 'case_number') ~= number then
  redis.call('HSET', thread, 'case_number', number)
  is_new = true
end
local before = redis.call('HGET', thread, 'last_updated')
if is_new and (not before or before < at) then redis.call('HSET', thread, 'last_updated', at) end
redis.call('EXPIRE', thread, ARGV[4])
return redis.call('HGETALL', thread)
