-- KEYS: run, then the memories. ARGV: at, actor, "1" who relays, details, the run's context or "", then the memories' ids.
-- "" when all are cited; "!" when the run is somebody else's, or the id of one that is gone or
-- retracted, and then nothing was done.
if is_foreign(KEYS[1], ARGV[2], ARGV[3]) then return '!' end
local last = #ARGV - 4
for i = 2, last do
  if is_gone(KEYS[i]) or is_retracted(KEYS[i]) then return ARGV[i + 4] end
end
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('HSET', KEYS[1], OPENER, ARGV[2]) end
if ARGV[5] ~= '' then redis.call('HSETNX', KEYS[1], CONTEXT, ARGV[5]) end
for i = 2, last do
  if redis.call('HSETNX', KEYS[1], ARGV[i + 4], 'cited') == 1 then
    redis.call('HINCRBY', KEYS[i], 'citations', 1)
    redis.call('SADD', part(KEYS[i], 'runs'), KEYS[1])
    record(KEYS[i], ARGV[1], ARGV[2], 'cited', ARGV[4])
    keep(KEYS[i])
  end
end
return ''
