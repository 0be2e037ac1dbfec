-- KEYS: run, then the memories. ARGV: operation, at, actor, "1" who relays, stamp, outcome, details, then
-- the memories' ids. "" when all have the outcome; the id of one that the run did not cite, and then
-- nothing was done. Of somebody else's run nothing is known.
-- A citation's counts, and whether it confirms the memory, follow its latest outcome, in whatever order
-- the outcomes arrive.
local run, stamp, outcome = KEYS[1], ARGV[5], ARGV[6]
local counter = {success = 'successes', failure = 'failures'}
local function id_of(key) return ARGV[key + 6] end

if is_foreign(run, ARGV[3], ARGV[4]) then return id_of(2) end
for i = 2, #KEYS do
  local state = redis.call('HGET', run, id_of(i))
  -- The run also keeps stamps, and a caller may name one of them.
  if state ~= 'cited' and not counter[state] then return id_of(i) end
end
if not first_time(ARGV[1]) then return '' end
for i = 2, #KEYS do
  local before = redis.call('HGET', run, id_of(i))
  if set_if_newer(run, id_of(i), outcome, stamp) then
    confirm(KEYS[i], run, outcome == 'success' and string.format('%.0f', stamp) or '')
    if before ~= outcome then
      if counter[before] then redis.call('HINCRBY', KEYS[i], counter[before], -1) end
      redis.call('HINCRBY', KEYS[i], counter[outcome], 1)
      record(KEYS[i], ARGV[2], ARGV[3], 'citation_judged', ARGV[7])
    end
  end
end
return ''
