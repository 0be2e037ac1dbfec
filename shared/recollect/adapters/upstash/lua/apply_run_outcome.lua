-- KEYS: run, then the memories. ARGV: at, actor, "1" who relays, stamp, outcome, details, then the
-- memories' ids. "" when all have the outcome; the id of one that the run did not cite, and then nothing
-- was done. Of somebody else's run nothing is known.
-- A citation's counts follow its latest outcome, in whatever order the outcomes arrive.
local run, stamp, outcome = KEYS[1], ARGV[4], ARGV[5]
local counter = {success = 'successes', failure = 'failures'}
if is_foreign(run, ARGV[2], ARGV[3]) then return ARGV[7] end
for i = 2, #KEYS do
  local state = redis.call('HGET', run, ARGV[i + 5])
  -- The run also keeps stamps, and a caller may name one of them.
  if state ~= 'cited' and not counter[state] then return ARGV[i + 5] end
end
for i = 2, #KEYS do
  local id = ARGV[i + 5]
  local before = redis.call('HGET', run, id)
  if set_if_newer(run, id, outcome, stamp) and before ~= outcome then
    if counter[before] then redis.call('HINCRBY', KEYS[i], counter[before], -1) end
    redis.call('HINCRBY', KEYS[i], counter[outcome], 1)
    record(KEYS[i], ARGV[1], ARGV[2], 'citation_judged', ARGV[6])
  end
end
return ''
