-- KEYS: run, case, then the sets of cases that each item is needed by. ARGV: actor, "1" who relays, situation, the
-- most that a case can need, the member for the sets, then the fields of what it needed. "" when all is noted; "!" when
-- the run is somebody else's, and then nothing was done.
local run, case = KEYS[1], KEYS[2]
if is_foreign(run, ARGV[1], ARGV[2]) or is_foreign(case, ARGV[1], ARGV[2]) then return '!' end
if redis.call('EXISTS', run) == 0 then redis.call('HSET', run, OPENER, ARGV[1]) end
redis.call('HSETNX', case, OPENER, ARGV[1])
if ARGV[3] ~= '' then redis.call('HSETNX', case, 'situation', ARGV[3]) end
local room = tonumber(ARGV[4])
for _, field in ipairs(redis.call('HKEYS', case)) do
  if string.sub(field, 1, 6) == 'needs ' then room = room - 1 end
end
for i = 3, #KEYS do
  if room > 0 and redis.call('HSETNX', case, ARGV[i + 3], '1') == 1 then
    redis.call('SADD', KEYS[i], ARGV[5])
    room = room - 1
  end
end
return ''
