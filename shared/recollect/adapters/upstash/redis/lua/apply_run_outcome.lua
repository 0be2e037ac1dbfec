-- KEYS: run, what it was shown, the collection's trials, then the memories. ARGV: operation, at, actor, authority,
-- stamp, outcome, details, "1" for all of the run, then the memories' ids. What stands once it is told: an outcome, and
-- the ids of those of which this one does; "=own" when all that is judged is the actor's own, the id of one that the run
-- did not cite, or "!" of a run that is not known, and then nothing was done.
-- Of a run that several take part in each judges what others were shown, or cited; and nobody the memories that it wrote.
-- A citation's counts follow its latest outcome, in whatever order the outcomes arrive; what is believed, the latest
-- outcome of whoever is believed. By that, and where nothing is believed by the latest outcome, a run confirms a memory:
-- the bounds of a judge keep its word from counting more, not a memory in use from staying young. On which side a judge
-- is follows its latest word.
local run, exposures, stamp, outcome, is_whole = KEYS[1], KEYS[2], ARGV[5], ARGV[6], ARGV[8] == '1'
local function id_of(key) return ARGV[key + 5] end
local function may_judge(place) return ARGV[4] ~= '' or redis.call('HGET', place, OPENER) ~= ARGV[3] end

local judge = judge_of(ARGV[3], ARGV[4])
if #KEYS == 3 and redis.call('EXISTS', exposures) == 0 then return '!' end
for i = 4, #KEYS do
  local state = redis.call('HGET', run, id_of(i))
  -- The run also keeps stamps, and a caller may name one of them.
  if state ~= 'cited' and not COUNTER[state] then return id_of(i) end
end
local function is_own(memory) return judges_own(memory, ARGV[3], ARGV[4]) end
local judges_shown = is_whole and redis.call('EXISTS', exposures) == 1 and may_judge(exposures)
local judged = {}
for i = 4, #KEYS do
  if may_judge(run) and not is_own(KEYS[i]) then judged[#judged + 1] = i end
end
if not judged[1] and not judges_shown then return '=own' end

local function what_stands()
  local stands, told = {}, redis.call('HGET', exposures, 'outcome')
  for _, i in ipairs(judged) do
    local state = redis.call('HGET', run, id_of(i))
    if state == outcome then stands[#stands + 1] = id_of(i)
    elseif COUNTER[state] then told = state end
  end
  table.insert(stands, 1, stands[1] and outcome or told or outcome)
  return stands
end

if not first_time(ARGV[1]) then return what_stands() end
-- In what it was at work stands once it is judged: what is counted in a context is taken back there.
if judged[1] then redis.call('HSETNX', run, CONTEXT, '\n') end
for _, i in ipairs(judged) do
  local before = redis.call('HGET', run, id_of(i))
  local is_told = set_if_newer(run, id_of(i), outcome, stamp)
  local told = before ~= 'cited' and before or nil
  local place = place_of_citation(KEYS[i], run)
  local words, words_before = believed_after(KEYS[i], place, outcome, judge, ARGV[2], stamp)
  if outcome == 'success' then prove(KEYS[i], judge, stamp) else oppose(KEYS[i], judge, stamp) end
  recount(KEYS[i], run, id_of(i), told, words_before, is_told and outcome or told, words)
  release_oldest(KEYS[i], id_of(i), line_of(judge))
  if is_told and before ~= outcome then
    note_ending(KEYS[i], run, outcome, stamp)
    record(KEYS[i], ARGV[2], ARGV[3], 'citation_judged', ARGV[7])
  end
  keep(KEYS[i])
end
if judges_shown then
  set_if_newer(exposures, 'outcome', outcome, stamp)
  count_trials(exposures, KEYS[3], outcome, judge, ARGV[2], stamp, is_own)
end
return what_stands()
