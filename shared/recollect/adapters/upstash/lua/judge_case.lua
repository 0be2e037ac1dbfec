-- KEYS: case. ARGV: actor, authority, stamp, outcome. What was said of the latest moment, once it is noted, if it is not of
-- before the case was void; "=own" when it is the actor's own run, "!" when there is no case, and then nothing was done.
local case, stamp = KEYS[1], ARGV[3]
if redis.call('EXISTS', case) == 0 then return '!' end
local judge = judge_of(ARGV[1], ARGV[2])
if ARGV[2] == '' and redis.call('HGET', case, OPENER) == judge then return '=own' end
set_if_newer(case, 'told', ARGV[4], stamp)
if not is_later(redis.call('HGET', case, 'void_at'), stamp) then
  local believed = believed_of_case(case)
  hear(nil, place_of_case(case), believed, ARGV[4], line_of(judge), nil, stamp, true)
  conclude(case, believed)
end
return redis.call('HGET', case, 'told')
