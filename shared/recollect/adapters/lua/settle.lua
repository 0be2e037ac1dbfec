-- KEYS: memory, conversation or "". ARGV: token, operation, at, actor, created_ms, id, details.
-- Count a memory as made, or as met once more. The operation's first answer is kept, so that a repeat
-- gets the same one; what it made and is deleted since, it makes anew.
local memory, operation = KEYS[1], ARGV[2]
local verdict = 'again'
if redis.call('HEXISTS', memory, 'created_at') == 0 then verdict = 'created' end
local seen = verdict == 'again' and operation ~= '' and redis.call('GET', 'once:op:' .. operation)
if seen then
  verdict = seen
else
  if operation ~= '' then redis.call('SET', 'once:op:' .. operation, verdict, 'EX', 86400) end
  redis.call('HINCRBY', memory, 'occurrences', 1)
  if verdict == 'created' then
    redis.call('HSET', memory, 'created_at', ARGV[5])
    redis.call('DEL', part(memory, 'gone'))
    record(memory, ARGV[3], ARGV[4], 'stored', ARGV[7])
  else
    record(memory, ARGV[3], ARGV[4], 'stored_again', ARGV[7])
  end
  if KEYS[2] ~= '' then
    redis.call('SADD', KEYS[2], ARGV[6])
    redis.call('SADD', part(memory, 'conversations'), KEYS[2])
  end
end
if redis.call('GET', part(memory, 'claim')) == ARGV[1] then redis.call('DEL', part(memory, 'claim')) end
return {verdict, redis.call('HGETALL', memory)}
