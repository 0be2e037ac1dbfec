-- KEYS: case. ARGV: operation, actor, authority, stamp, outcome. What was said of the latest moment, once it is noted, if it
-- is not of before the case was void; "=own" when it is the actor's own run, "!" when there is no case, and then nothing
-- was done.
local case, judge, stamp, outcome = KEYS[1], judge_of(ARGV[2], ARGV[3]), ARGV[4], ARGV[5]
if redis.call('EXISTS', case) == 0 then return '!' end
if ARGV[3] == '' and redis.call('HGET', case, OPENER) == judge then return '=own' end
if first_time(ARGV[1]) then
  local believed = believed_at(place_of_case(case))
  set_if_newer(case, 'told', outcome, stamp)
  if not is_later(redis.call('HGET', case, 'void_at'), stamp) then
    hear(nil, place_of_case(case), believed, outcome, line_of(judge), nil, stamp)
    conclude(case, believed)
  end
end
return redis.call('HGET', case, 'told') or outcome
