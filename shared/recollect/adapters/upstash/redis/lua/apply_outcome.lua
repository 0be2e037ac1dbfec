-- KEYS: memory. ARGV: operation, at, actor, authority, stamp, outcome, correction or "", category or "", details.
-- False when it is gone, '=own' when its writer judges it. An operation with an id has its effect once; one without counts
-- unless what it says stands and its judge has said so, so that a repeat of the same request changes nothing but since
-- when it holds. What only the writer has said (`claimed`) nobody has.
local memory, outcome, correction, category = KEYS[1], ARGV[6], ARGV[7], ARGV[8]
local judge, stamp = judge_of(ARGV[3], ARGV[4]), ARGV[5]
local function is_already(field, value) return (redis.call('HGET', memory, field) or '') == value end

if is_gone(memory) then return false end
if judges_own(memory, ARGV[3], ARGV[4]) then return '=own' end
local has_said = may_be_on(memory, outcome == 'success' and 'supporters' or 'opponents', judge)
local repeated = ARGV[1] == '' and has_said and is_already('outcome', outcome) and is_already('claimed', '')
  and (correction == '' or is_already('correction', correction))
  and (category == '' or is_already('category', category))
if repeated then
  decide(memory, outcome, correction, category, stamp, 'judge')
elseif first_time(ARGV[1]) then
  if decide(memory, outcome, correction, category, stamp, 'judge') then redis.call('HDEL', memory, 'claimed') end
  cast(memory, outcome == 'success' and 'upvote' or 'downvote', judge, ARGV[2], stamp)
  record(memory, ARGV[2], ARGV[3], outcome == 'corrected' and 'corrected' or 'outcome_recorded', ARGV[9])
else
  return keep(memory)
end
if outcome == 'success' then prove(memory, judge, stamp) else oppose(memory, judge, stamp) end
return keep(memory)
