-- KEYS: run, then the memories. ARGV: operation, at, actor, standing, stamp, outcome, details, then the
-- memories' ids. "" when all have the outcome; "=own" when it is the actor's own run, or the id of one that the
-- run did not cite, and then nothing was done.
-- A citation's counts, and whether it confirms the memory, follow its latest outcome, in whatever order
-- the outcomes arrive.
local run, stamp, outcome = KEYS[1], ARGV[5], ARGV[6]
local counter = {success = 'successes', failure = 'failures'}
local function id_of(key) return ARGV[key + 6] end

local judge = judge_of(ARGV[3], ARGV[4])
for i = 2, #KEYS do
  local state = redis.call('HGET', run, id_of(i))
  -- The run also keeps stamps, and a caller may name one of them.
  if state ~= 'cited' and not counter[state] then return id_of(i) end
end
if ARGV[4] == '' and redis.call('HGET', run, OPENER) == judge then return '=own' end
if not first_time(ARGV[1]) then return '' end
for i = 2, #KEYS do
  local before = redis.call('HGET', run, id_of(i))
  if set_if_newer(run, id_of(i), outcome, stamp) then
    local was_believed = redis.call('HEXISTS', part(KEYS[i], 'influence'), 'beyond ' .. run) == 0
    local is_believed = believes_run(KEYS[i], run, before == 'cited', judge, ARGV[2])
    local confirms = is_believed and outcome == 'success'
    confirm(KEYS[i], run, confirms and string.format('%.0f', stamp) or '')
    if confirms then prove(KEYS[i], judge) end
    if before ~= outcome or was_believed ~= is_believed then
      move(KEYS[i], counter[before], counter[outcome], was_believed, is_believed)
    end
    if before ~= outcome then
      record(KEYS[i], ARGV[2], ARGV[3], 'citation_judged', ARGV[7])
    end
  end
end
return ''
