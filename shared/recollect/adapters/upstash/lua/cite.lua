-- KEYS: run, then the memories. ARGV: at, actor, details, then the memories' ids.
-- "" when all are cited; the id of one that is gone, and then nothing was done.
for i = 2, #KEYS do
  if is_gone(KEYS[i]) then return ARGV[i + 2] end
end
for i = 2, #KEYS do
  if redis.call('HSETNX', KEYS[1], ARGV[i + 2], 'cited') == 1 then
    redis.call('HINCRBY', KEYS[i], 'citations', 1)
    redis.call('SADD', part(KEYS[i], 'runs'), KEYS[1])
    record(KEYS[i], ARGV[1], ARGV[2], 'cited', ARGV[3])
  end
end
return ''
