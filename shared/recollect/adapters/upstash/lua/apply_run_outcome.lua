-- KEYS: run, what it was shown, the collection's trials, then the memories. ARGV: operation, at, actor, authority,
-- stamp, outcome, details, "1" for all of the run, then the memories' ids. "" when all have the outcome; "=own" when it
-- is the actor's own run, the id of one that the run did not cite, or "!" of a run that is not known, and then nothing
-- was done.
-- A citation's counts, and whether it confirms the memory, follow its latest outcome, in whatever order
-- the outcomes arrive.
local run, exposures, stamp, outcome, is_whole = KEYS[1], KEYS[2], ARGV[5], ARGV[6], ARGV[8] == '1'
local counter = {success = 'successes', failure = 'failures'}
local function id_of(key) return ARGV[key + 5] end
local function is_opener(place, actor) return redis.call('HGET', place, OPENER) == actor end

local judge = judge_of(ARGV[3], ARGV[4])
if #KEYS == 3 and redis.call('EXISTS', exposures) == 0 then return '!' end
for i = 4, #KEYS do
  local state = redis.call('HGET', run, id_of(i))
  -- The run also keeps stamps, and a caller may name one of them.
  if state ~= 'cited' and not counter[state] then return id_of(i) end
end
if ARGV[4] == '' and (is_opener(run, judge) or is_opener(exposures, judge)) then return '=own' end
if not first_time(ARGV[1]) then return '' end
local believed = {}
for i = 4, #KEYS do
  local before = redis.call('HGET', run, id_of(i))
  if set_if_newer(run, id_of(i), outcome, stamp) then
    local was_believed = redis.call('HEXISTS', part(KEYS[i], 'influence'), 'beyond ' .. run) == 0
    local is_believed = believes_run(KEYS[i], run, before == 'cited', judge, ARGV[2])
    local confirms = is_believed and outcome == 'success'
    believed[KEYS[i]] = is_believed
    confirm(KEYS[i], run, confirms and string.format('%.0f', stamp) or '')
    if confirms then prove(KEYS[i], judge, stamp)
    elseif is_believed then oppose(KEYS[i], judge, stamp) end
    if before ~= outcome or was_believed ~= is_believed then
      move(KEYS[i], counter[before], counter[outcome], was_believed, is_believed)
      move_in_contexts(KEYS[i], run, counter[before], counter[outcome], was_believed, is_believed)
    end
    if before ~= outcome then
      record(KEYS[i], ARGV[2], ARGV[3], 'citation_judged', ARGV[7])
    end
    keep(KEYS[i])
  end
end
if is_whole and redis.call('EXISTS', exposures) == 1 and set_if_newer(exposures, 'outcome', outcome, stamp) then
  count_trials(exposures, KEYS[3], outcome, judge, ARGV[2], believed)
end
return ''
